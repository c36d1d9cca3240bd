/** A process of the exchange: the real sequencer on a simulated machine, until it is killed. */

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
}

/** Once killed, it answers nothing, and its pending work waits forever instead of recovering. */
export type Process = { readonly sequencer: Sequencer; readonly died: Promise<'died'>; kill(): void }

/** Calls `onFailedCommit` for every failed commit. Throws if the journal cannot be replayed. */
export async function startProcess(machine: Machine, dice: Random, onFailedCommit: () => void): Promise<Process> {
  const { disk, readModel, clock, snapshots: snapshotStore } = machine
  let isAlive = true
  let kill = (): void => undefined
  const died = new Promise<'died'>((resolve) => {
    kill = () => {
      isAlive = false
      resolve('died')
    }
  })
  const pause = (): Promise<void> => new Promise((wake) => void (isAlive && setImmediate(wake)))
  const appendResult = (): AppendResult => {
    const roll = dice()
    if (roll >= 0.02) return 'kept'
    onFailedCommit()
    return roll < 0.01 ? 'lost' : 'kept, reported as failed'
  }
  const store = snapshotStore?.open(() => isAlive)
  const every = 1 + Math.floor(dice() * 120)
  const snapshots = store && openSnapshots({ store, log: quiet, interval: every })
  /** A killed process reads nothing, so that it does not report damage that happens after its end. */
  async function* readAlive(rows: AsyncIterable<JournalRow>): AsyncIterable<JournalRow> {
    for await (const row of rows) yield isAlive ? row : await new Promise<never>(() => undefined)
  }
  const openJournal = async (): Promise<Journal> => {
    const journal = disk.open(appendResult)
    return { ...journal, read: (after) => readAlive(journal.read(after)) }
  }
  const positions = async () => [{ name: 'the simulated read model', seq: readModel.sums.seq, journal: JOURNAL }]
  const sequencer = new Sequencer({ openJournal, clock, log: quiet, pause, positions, ...(snapshots && { snapshots }) })
  const writer = readModel.open(() => isAlive)
  sequencer.listen({
    onCommitted(batch, state) {
      if ((batch.at(-1)?.seq ?? 0) > disk.lastSeq) throw new Error('a batch was published before its commit')
      writer.onCommitted(batch, state)
    },
    backpressure: writer.backpressure,
  })
  try {
    await sequencer.start(readModel.sums.seq)
  } catch (error) {
    // A process that cannot start dies with everything it was publishing.
    kill()
    throw error
  }
  return { sequencer, died, kill }
}
