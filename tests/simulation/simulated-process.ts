/** A process of the exchange: the real sequencer on a simulated machine, until it is killed. */

import type { Journal, Row } from '../../src/server/core/journal.ts'
import { Sequencer } from '../../src/server/core/sequencer.ts'
import { openSnapshots } from '../../src/server/core/snapshots.ts'
import { quiet } from '../server/quiet.ts'
import type { SimulatedClock } from './simulated-clock.ts'
import type { Disk, Fate } from './simulated-journal.ts'
import type { Past } from './simulated-past.ts'
import type { Shelf } from './simulated-snapshots.ts'
import type { Dice } from './simulated-traders.ts'

/** Outlives every process. */
export type Machine = {
  readonly disk: Disk
  readonly past: Past
  readonly clock: SimulatedClock
  /** Without snapshots every start replays everything. */
  readonly shelf: Shelf | undefined
}

/** Once killed it answers nobody, and what is left of it waits for ever instead of recovering. */
export type Process = { readonly sequencer: Sequencer; readonly died: Promise<'died'>; kill(): void }

/** `failed` hears of every commit that goes wrong. Throws when the journal cannot be replayed. */
export async function startProcess(machine: Machine, dice: Dice, failed: () => void): Promise<Process> {
  const { disk, past, clock, shelf } = machine
  let isAlive = true
  let kill = (): void => undefined
  const died = new Promise<'died'>((resolve) => {
    kill = () => {
      isAlive = false
      resolve('died')
    }
  })
  const pause = (): Promise<void> => new Promise((wake) => void (isAlive && setImmediate(wake)))
  const fate = (): Fate => {
    const roll = dice()
    if (roll >= 0.02) return 'kept'
    failed()
    return roll < 0.01 ? 'lost' : 'kept in silence'
  }
  const store = shelf?.open(() => isAlive)
  const every = 1 + Math.floor(dice() * 120)
  const snapshots = store && openSnapshots({ store, log: quiet, every })
  /** The dead read nothing: what is torn after them is not theirs to complain about. */
  async function* readAlive(rows: AsyncIterable<Row>): AsyncIterable<Row> {
    for await (const row of rows) yield isAlive ? row : await new Promise<never>(() => undefined)
  }
  const openJournal = async (): Promise<Journal> => {
    const journal = disk.open(fate)
    return { ...journal, read: (after) => readAlive(journal.read(after)) }
  }
  const sequencer = new Sequencer({ openJournal, clock, log: quiet, pause, ...(snapshots && { snapshots }) })
  const writer = past.open(() => isAlive)
  sequencer.listen({
    done(batch, state) {
      if ((batch.at(-1)?.seq ?? 0) > disk.lastSeq) throw new Error('the news came before the commit')
      writer.done(batch, state)
    },
    room: writer.room,
  })
  try {
    await sequencer.start(past.sums.seq)
  } catch (error) {
    // Whoever cannot start is gone, with what they had begun to tell.
    kill()
    throw error
  }
  return { sequencer, died, kill }
}
