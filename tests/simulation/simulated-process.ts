/** A process of the exchange: the real sequencer on a simulated machine, until it is killed or replaced. */

import { TakenOver } from '../../src/server/runtime/errors.ts'
import type { Journal, JournalRow } from '../../src/server/sequencer/journal.ts'
import { Sequencer } from '../../src/server/sequencer/sequencer.ts'
import { openSnapshots } from '../../src/server/sequencer/snapshots.ts'
import { JOURNAL } from '../engine/exchange.ts'
import { quiet } from '../fixtures/silent-log.ts'
import type { SimulatedClock } from './simulated-clock.ts'
import type { AppendResult, SimulatedDisk } from './simulated-journal.ts'
import type { SimulatedReadModel } from './simulated-read-models.ts'
import type { SimulatedSnapshots } from './simulated-snapshots.ts'
import type { Random } from './simulated-traders.ts'

/** The parts that survive a process. */
export type Machine = {
  readonly disk: SimulatedDisk
  readonly readModel: SimulatedReadModel
  readonly clock: SimulatedClock
  /** Without snapshots, every start replays the whole journal. */
  readonly snapshots: SimulatedSnapshots | undefined
  /** How many processes have been started: the newest one has the lock, and no other one has a connection. */
  processes: number
}

export type Process = {
  readonly sequencer: Sequencer
  /** Resolves when clients get no answers from it any more: it was killed, or hangs. */
  readonly gone: Promise<'gone'>
  /** From now on its pending work waits forever instead of recovering. */
  kill(): void
  /** From now on it waits at each step outside of its own memory. */
  hang(): void
  /** After `hang`, and after another process was started. */
  wake(): void
}

/**
 * `recoveries`: the journal could not be opened for so long that the state was dropped. `replaced`: the process found that another
 * one leads, and ended.
 */
type Count = (what: 'failedCommits' | 'recoveries' | 'replaced') => void

const never = (): Promise<never> => new Promise(() => undefined)

/** Throws if the journal cannot be replayed. */
export async function startProcess(machine: Machine, dice: Random, count: Count): Promise<Process> {
  const { readModel, clock, snapshots: snapshotStore } = machine
  const life = startLife(machine)
  const pause = async (): Promise<void> => {
    await life.step()
    await new Promise(setImmediate)
  }
  const store = snapshotStore?.open(life.isConnected)
  const every = 1 + Math.floor(dice() * 120)
  const snapshots = store && openSnapshots({ store, log: quiet, interval: every })
  const openJournal = simulatedConnections(machine, life, dice, count)
  const positions = async () => [{ name: 'the simulated read model', seq: readModel.sums.seq, journal: JOURNAL }]
  const sequencer = new Sequencer({ openJournal, clock, log: quiet, pause, positions, ...(snapshots && { snapshots }) })
  const writer = readModel.open(life.isConnected)
  sequencer.listen({
    onCommitted(batch, state) {
      if (life.isConnected() && (batch.at(-1)?.seq ?? 0) > machine.disk.lastSeq)
        throw new Error('a batch was published before its commit')
      writer.onCommitted(batch, state)
    },
    backpressure: writer.backpressure,
    onRecovered: () => count('recoveries'),
  })
  try {
    await sequencer.start(readModel.sums.seq)
  } catch (error) {
    // A process that cannot start dies with everything it was publishing.
    life.kill()
    throw error
  }
  return { sequencer, gone: life.gone, kill: life.kill, hang: life.hang, wake: life.wake }
}

type Life = ReturnType<typeof startLife>

function startLife(machine: Machine) {
  machine.processes += 1
  const number = machine.processes
  let isAlive = true
  let awake = Promise.resolve()
  let wakeUp = (): void => undefined
  let loseConnection = (_error: Error): void => undefined
  const gone = Promise.withResolvers<'gone'>()
  const isConnected = (): boolean => isAlive && machine.processes === number
  return {
    gone: gone.promise,
    isConnected,
    kill() {
      isAlive = false
      gone.resolve('gone')
    },
    hang() {
      const { promise, resolve } = Promise.withResolvers<void>()
      awake = promise
      wakeUp = resolve
      gone.resolve('gone')
    },
    wake() {
      wakeUp()
      loseConnection(new Error('the connection was ended'))
    },
    onLost(listener: (error: Error) => void) {
      loseConnection = listener
    },
    async step() {
      await awake
      if (!isAlive) await never()
    },
  }
}

function simulatedConnections(machine: Machine, life: Life, dice: Random, count: Count): () => Promise<Journal> {
  /** How many times the journal cannot be opened: longer than the sequencer waits, now and then. */
  let outage = 0
  const appendResult = (): AppendResult => {
    const roll = dice()
    if (roll >= 0.02) return 'kept'
    count('failedCommits')
    outage = Math.floor(dice() * 12)
    return roll < 0.01 ? 'lost' : 'kept, reported as failed'
  }
  /** A killed process reads nothing, so that it does not report damage that happens after its end. */
  async function* readAlive(rows: AsyncIterable<JournalRow>): AsyncIterable<JournalRow> {
    for await (const row of rows) {
      await life.step()
      yield row
    }
  }
  return async () => {
    await life.step()
    if (!life.isConnected()) {
      count('replaced')
      life.kill()
      throw new TakenOver()
    }
    outage -= 1
    if (outage >= 0) throw new Error('the database cannot be reached')
    const journal = machine.disk.open(appendResult)
    return {
      ...journal,
      read: (after) => readAlive(journal.read(after)),
      async append(row) {
        await life.step()
        await journal.append(row)
        await life.step()
      },
      onLost: life.onLost,
    }
  }
}
