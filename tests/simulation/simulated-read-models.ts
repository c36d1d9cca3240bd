/**
 * A table of the past, for simulations: sums over all events, and the last command in it. Both are written together or
 * not at all, some time after the commit, and whoever dies meanwhile has written nothing.
 */

import type { Event } from '../../src/engine/events.ts'
import type { Done } from '../../src/server/core/carry-out.ts'
import type { Listener } from '../../src/server/core/sequencer.ts'
import type { Dice } from './simulated-traders.ts'

/** Written twice, or not at all, each of these differs. */
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

export type Past = {
  sums: Sums
  readonly counts: { written: number; cutOff: number }
  /** For one process, as long as it lives. */
  open(isAlive: () => boolean): Required<Pick<Listener, 'done' | 'room'>>
}

/** How far it may be behind before others wait for it. */
const MOST_WAITING = 60

export function simulatedPast(dice: Dice): Past {
  const past: Past = { sums: NO_SUMS, counts: { written: 0, cutOff: 0 }, open }

  function open(isAlive: () => boolean) {
    let waiting: Done[] = []
    let writing = false
    let makeRoom = (): void => undefined

    async function write(): Promise<void> {
      writing = true
      while (isAlive() && waiting.length > 0) {
        const batch = waiting.slice(0, 1 + Math.floor(dice() * 40))
        const sums = batch.reduce(added, past.sums)
        // Now and then it is far behind.
        const steps = Math.floor(dice() * (dice() < 0.1 ? 600 : 6))
        for (let step = 0; step < steps && isAlive(); step++) await new Promise(setImmediate)
        if (!isAlive() || dice() < 0.1) {
          past.counts.cutOff += 1
          if (!isAlive()) return
          continue
        }
        past.sums = sums
        past.counts.written += 1
        waiting = waiting.slice(batch.length)
        if (waiting.length <= MOST_WAITING) makeRoom()
      }
      writing = false
    }

    return {
      done(batch: readonly Done[]) {
        waiting.push(...batch)
        if (!writing) void write()
      },
      room() {
        if (waiting.length <= MOST_WAITING) return undefined
        return new Promise<void>((resolve) => {
          makeRoom = resolve
        })
      },
    }
  }
  return past
}

/** Nothing may be missing, and nothing told again. */
export function added(sums: Sums, { seq, outcome }: Done): Sums {
  if (seq !== sums.seq + 1) throw new Error(`the past is told ${seq} after ${sums.seq}`)
  return { ...outcome.events.reduce(withEvent, sums), seq }
}

function withEvent(sums: Sums, event: Event): Sums {
  const { events } = sums
  if (event.type === 'order-opened') return { ...sums, events: events + 1, opened: sums.opened + event.order }
  if (event.type === 'order-closed') return { ...sums, events: events + 1, closed: sums.closed + event.order }
  if (event.type !== 'traded') return { ...sums, events: events + 1 }
  const fees = sums.fees + event.maker.fee + event.taker.fee
  return { ...sums, events: events + 1, trades: sums.trades + 1, lots: sums.lots + event.quantity, fees }
}
