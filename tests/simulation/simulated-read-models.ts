/**
 * A simulated read model: sums over all events, and the last command included in them. Both are written together or not
 * at all, some time after the commit. A process that is killed during the write has written nothing.
 */

import type { Event } from '../../src/engine/exchange.ts'
import type { Listener } from '../../src/server/sequencer/deliveries.ts'
import type { ExecutedCommand } from '../../src/server/sequencer/execute-batch.ts'
import type { Random } from './simulated-traders.ts'

/** Each sum differs if an event is written twice or not at all. */
export type Sums = {
  readonly seq: number
  readonly events: number
  readonly trades: number
  readonly lots: number
  readonly fees: bigint
  readonly opened: number
  readonly closed: number
}

export const NO_SUMS: Sums = { seq: 0, events: 0, trades: 0, lots: 0, fees: 0n, opened: 0, closed: 0 }

export type SimulatedReadModel = {
  sums: Sums
  readonly counts: { written: number; aborted: number }
  /** For one process, while it is alive. */
  open(isAlive: () => boolean): Required<Pick<Listener, 'onCommitted' | 'backpressure'>>
}

/** The number of pending commands from which the sequencer waits. */
const MAX_PENDING = 60

export function simulatedReadModel(dice: Random): SimulatedReadModel {
  const readModel: SimulatedReadModel = { sums: NO_SUMS, counts: { written: 0, aborted: 0 }, open }

  function open(isAlive: () => boolean) {
    let pending: ExecutedCommand[] = []
    let writing = false
    let resume = (): void => undefined

    async function write(): Promise<void> {
      writing = true
      while (isAlive() && pending.length > 0) {
        const batch = pending.slice(0, 1 + Math.floor(dice() * 40))
        const sums = batch.reduce(addCommand, readModel.sums)
        // Sometimes the read model lags far behind.
        const steps = Math.floor(dice() * (dice() < 0.1 ? 600 : 6))
        for (let step = 0; step < steps && isAlive(); step++) await new Promise(setImmediate)
        if (!isAlive() || dice() < 0.1) {
          readModel.counts.aborted += 1
          if (!isAlive()) return
          continue
        }
        readModel.sums = sums
        readModel.counts.written += 1
        pending = pending.slice(batch.length)
        if (pending.length <= MAX_PENDING) resume()
      }
      writing = false
    }

    return {
      onCommitted(batch: readonly ExecutedCommand[]) {
        pending.push(...batch)
        if (!writing) void write()
      },
      backpressure() {
        if (pending.length <= MAX_PENDING) return undefined
        return new Promise<void>((resolve) => {
          resume = resolve
        })
      },
    }
  }
  return readModel
}

/** Throws unless the command is the next one. */
export function addCommand(sums: Sums, { seq, outcome }: ExecutedCommand): Sums {
  if (seq !== sums.seq + 1) throw new Error(`the read model got command ${seq} after ${sums.seq}`)
  // After a restore, the numbers continue after a gap.
  const gap = outcome.events.find(({ type }) => type === 'epoch-begun')
  return { ...outcome.events.reduce(withEvent, sums), seq: gap?.type === 'epoch-begun' ? seq + gap.gap : seq }
}

function withEvent(sums: Sums, event: Event): Sums {
  const { events } = sums
  if (event.type === 'order-opened') return { ...sums, events: events + 1, opened: sums.opened + event.order }
  if (event.type === 'order-closed') return { ...sums, events: events + 1, closed: sums.closed + event.order }
  if (event.type !== 'traded') return { ...sums, events: events + 1 }
  const fees = sums.fees + event.maker.fee + event.taker.fee
  return { ...sums, events: events + 1, trades: sums.trades + 1, lots: sums.lots + event.quantity, fees }
}
