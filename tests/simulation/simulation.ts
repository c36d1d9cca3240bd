/**
 * One seed: people trade through the real sequencer while appends are lost, kept in silence, or the process dies
 * between any two steps. Whoever got no answer asks again with the same id. At the end every wish had one effect. Each
 * process goes on from a snapshot where there is one, however many were lost, broken or cut off.
 */

import { known } from '../../src/engine/assert.ts'
import type { Command } from '../../src/engine/commands.ts'
import type { Answer, Outcome } from '../../src/engine/engine.ts'
import { assertBalanced, assertSound } from '../../src/engine/ledger/conservation.ts'
import type { State } from '../../src/engine/state.ts'
import type { Done } from '../../src/server/core/carry-out.ts'
import { recover } from '../../src/server/core/recovery.ts'
import { Sequencer, Unavailable } from '../../src/server/core/sequencer.ts'
import { openSnapshots } from '../../src/server/core/snapshots.ts'
import { stateHash } from '../../src/server/core/state-hash.ts'
import { random } from '../../src/server/demo/random.ts'
import { JOURNAL } from '../engine/exchange.ts'
import { quiet } from '../server/quiet.ts'
import { type Disk, type Fate, simulatedDisk } from './simulated-journal.ts'
import { type Shelf, simulatedShelf } from './simulated-snapshots.ts'
import { accounts, type Dice, listings, wish } from './simulated-traders.ts'

export type Tally = {
  commands: number
  crashes: number
  failedCommits: number
  repeats: number
  orders: number
  trades: number
  /** How far a snapshot has come when something happens is up to the machine, not to the seed. */
  readonly snapshots: Shelf['counts']
}

const PEOPLE_AT_ONCE = 6
/** Whoever asks so often and gets no answer never will. */
const MOST_ATTEMPTS = 2_000

/** What nobody catches ends a real process, and so the story. */
export async function simulate(seed: number, commands: number, withSnapshots = true): Promise<Tally> {
  let end: (error: unknown) => void = () => undefined
  const broken = new Promise<never>((_, reject) => {
    end = reject
  })
  process.on('unhandledRejection', end)
  try {
    return await Promise.race([story(seed, commands, withSnapshots), broken])
  } finally {
    process.off('unhandledRejection', end)
  }
}

/** With snapshots a story is not told twice the same: how long they take to pack is up to the machine. */
async function story(seed: number, commands: number, withSnapshots: boolean): Promise<Tally> {
  const dice = random(seed)
  const disk = simulatedDisk(JOURNAL)
  // With dice of its own, for the same reason.
  const shelf = simulatedShelf(random(seed + 0.5))
  const tally = { commands: 0, crashes: 0, failedCommits: 0, repeats: 0, orders: 0, trades: 0, snapshots: shelf.counts }
  const answers = new Map<string, Answer>()
  const begin = () => start(disk, withSnapshots ? shelf : undefined, dice, tally)
  let running = begin()
  for (const command of [...listings(), ...accounts(dice)]) await insist(() => running, command, '', answers, tally)

  for (let asked = 0; asked < commands; asked += PEOPLE_AT_ONCE) {
    const lastSeq = (await running).sequencer.seq
    const wishes = Array.from({ length: PEOPLE_AT_ONCE }, (_, index) => `wish-${asked + index}`)
    const asking = wishes.map((id) => insist(() => running, wish(dice, id, lastSeq), id, answers, tally))
    if (dice() < 0.03) {
      // Dies with everything it knew, maybe with an append on its way.
      for (let step = Math.floor(dice() * 4); step > 0; step--) await Promise.resolve()
      tally.crashes += 1
      ;(await running).kill()
      running = begin()
    }
    await Promise.all(asking)
    // Snapshots come along meanwhile: some of them to their end, some only so far.
    const roll = dice()
    if (roll < 0.04) await new Promise((wake) => setTimeout(wake, 3))
    else if (roll < 0.5) for (let step = Math.floor(dice() * 12); step > 0; step--) await new Promise(setImmediate)
    if (dice() < 0.1) await compareWithReplay(await running, disk)
  }
  await compareWithReplay(await running, disk)
  await countEffects(disk, answers, tally)
  return tally
}

/** A process. Once killed it answers nobody, and what is left of it waits for ever instead of recovering. */
type Process = { readonly sequencer: Sequencer; readonly died: Promise<'died'>; kill(): void }

async function start(disk: Disk, shelf: Shelf | undefined, dice: Dice, tally: Tally): Promise<Process> {
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
    tally.failedCommits += 1
    return roll < 0.01 ? 'lost' : 'kept in silence'
  }
  const clock = { now: () => 1_700_000_000_000 + Math.floor(dice() * 60_000) }
  const openJournal = async () => disk.open(fate)
  const store = shelf?.open(() => isAlive)
  const every = 1 + Math.floor(dice() * 60)
  const snapshots = store && openSnapshots({ store, log: quiet, every })
  const sequencer = new Sequencer({ openJournal, clock, log: quiet, pause, ...(snapshots && { snapshots }) })
  let heard = shelf?.place ?? 0
  const isWritten = random(tally.crashes)
  sequencer.listen({
    done(batch) {
      for (const { seq } of batch) {
        if (seq !== heard + 1) throw new Error(`heard ${seq} after ${heard}`)
        heard = seq
      }
      // The tables follow some time later, or never, if it dies before.
      if (shelf && isAlive && isWritten() < 0.3) shelf.place = heard
    },
  })
  await sequencer.start(heard)
  return { sequencer, died, kill }
}

/** Asks until there is an answer. An answer once given must stay the same. */
async function insist(
  running: () => Promise<Process>,
  command: Command,
  id: string,
  answers: Map<string, Answer>,
  tally: Tally,
): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const { sequencer, died } = await running()
    try {
      const answer = await Promise.race([sequencer.submit(command, check), died])
      if (answer === 'died') continue
      tally.commands += 1
      if (answer.type === 'order' && answer.repeated) tally.repeats += 1
      answers.set(id, answer)
      return
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      await new Promise(setImmediate)
    }
  }
  throw new Error(`no answer to ${id} for ever`)
}

function check(state: State, { answer, events }: Outcome): Answer {
  for (const event of events) if ('postings' in event) assertBalanced(event.postings)
  assertSound(state)
  return answer
}

async function compareWithReplay({ sequencer }: Process, disk: Disk): Promise<void> {
  const live = await sequencer.read((state) => stateHash(state)).catch(() => undefined)
  if (live === undefined || sequencer.trouble !== undefined) return
  const { state } = await recover(disk.look(), () => undefined)
  if (!live.equals(await stateHash(state))) throw new Error('the replayed state is not the state that was live')
}

async function countEffects(disk: Disk, answers: ReadonlyMap<string, Answer>, tally: Tally): Promise<void> {
  const opened = new Map<string, number>()
  const heard = ({ outcome }: Done): void => {
    for (const event of outcome.events) {
      if (event.type === 'traded') tally.trades += 1
      if (event.type !== 'order-opened' || event.clientId === null) continue
      if (opened.has(event.clientId)) throw new Error(`${event.clientId} had two effects`)
      opened.set(event.clientId, event.order)
    }
  }
  await recover(disk.look(), heard)
  tally.orders = opened.size
  for (const [id, answer] of answers) {
    const order = opened.get(id)
    if (answer.type === 'order' && answer.order !== order) throw new Error(`${id} was answered with ${answer.order}`)
    if (answer.type === 'refused' && order !== undefined) throw new Error(`${id} was refused and has an effect`)
  }
  known(answers.size > 0 ? true : undefined, 'somebody asked for something')
}
