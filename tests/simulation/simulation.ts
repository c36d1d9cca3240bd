/**
 * One seed: people trade through the real sequencer while appends are lost or kept in silence, rows are torn, clocks
 * leap, messages come late and twice, and the process dies between any two steps. Whoever got no answer asks again
 * with the same id. At the end every wish had one effect, and a table of the past holds what a replay would put there.
 * Each process goes on from a snapshot where there is one, however many were lost, broken or cut off.
 */

import { canonicalText } from '../../src/engine/canonical-text.ts'
import type { Outcome } from '../../src/engine/engine.ts'
import { assertBalanced, assertSound } from '../../src/engine/ledger/conservation.ts'
import type { State } from '../../src/engine/state.ts'
import { stateText } from '../../src/engine/state-text.ts'
import { JournalBroken, recover } from '../../src/server/core/recovery.ts'
import { Unavailable } from '../../src/server/core/sequencer.ts'
import { stateHash } from '../../src/server/core/state-hash.ts'
import { random } from '../../src/server/demo/random.ts'
import { JOURNAL } from '../engine/exchange.ts'
import { type Answered, accountFor } from './effects.ts'
import { simulatedClock } from './simulated-clock.ts'
import { type Disk, simulatedDisk } from './simulated-journal.ts'
import { simulatedPast } from './simulated-past.ts'
import { type Message, simulatedPost } from './simulated-post.ts'
import { type Machine, type Process, startProcess } from './simulated-process.ts'
import { simulatedShelf } from './simulated-snapshots.ts'
import { accounts, type Dice, listings, wish } from './simulated-traders.ts'

/** What happened, and how often. How far a snapshot has come when something happens is up to the machine. */
export type Tally = {
  commands: number
  crashes: number
  failedCommits: number
  torn: number
  /** Messages that came again, and those that were answered as repeats. */
  again: number
  repeats: number
  clockJumps: number
  orders: number
  trades: number
  pastWritten: number
  pastCutOff: number
  snapshotsKept: number
  snapshotsBroken: number
  snapshotsCutOff: number
  snapshotsRead: number
}

const PEOPLE_AT_ONCE = 6
/** Whoever asks so often and gets no answer never will. A snapshot may take its time meanwhile. */
const MOST_ATTEMPTS = 50_000

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
  // Each with dice of its own: what one of them does more often does not change what the others do.
  const diceOf = (number: number): Dice => random(seed + number * 100_000_007)
  const dice = diceOf(0)
  const counts = { commands: 0, crashes: 0, failedCommits: 0, torn: 0, repeats: 0 }
  const past = simulatedPast(diceOf(1))
  const clock = simulatedClock(diceOf(2))
  const post = simulatedPost(diceOf(3))
  const shelf = simulatedShelf(diceOf(4), () => past.sums.seq)
  const machine: Machine = { disk: simulatedDisk(JOURNAL), past, clock, shelf: withSnapshots ? shelf : undefined }
  const answers: Answered[] = []
  const begin = () =>
    startProcess(machine, dice, () => {
      counts.failedCommits += 1
    })
  const beginAgain = async (): Promise<Process> => {
    if (dice() < 0.4 && (await isTearNoticed(machine, dice, begin))) counts.torn += 1
    return begin()
  }
  let running = begin()
  const ask = async (message: Message): Promise<void> => {
    const answered = await insist(() => running, message)
    if (answered.seq > machine.disk.lastSeq) throw new Error('the answer came before the commit')
    counts.commands += 1
    if (answered.answer.type === 'order' && answered.answer.repeated) counts.repeats += 1
    answers.push(answered)
  }
  for (const command of [...listings(), ...accounts(dice)]) await ask({ id: '', command })

  for (let asked = 0; asked < commands || !post.isEmpty; asked += PEOPLE_AT_ONCE) {
    const lastSeq = (await running).sequencer.seq
    for (let person = 0; person < PEOPLE_AT_ONCE && asked < commands; person++) {
      const id = `wish-${asked + person}`
      post.send({ id, command: wish(dice, id, lastSeq) })
    }
    const asking: Promise<void>[] = post.arriving().map(ask)
    if (dice() < 0.3) asking.push(peek(await running, machine.disk))
    if (dice() < 0.03) {
      // Dies with everything it knew, maybe with an append on its way.
      await steps(Math.floor(dice() * 4), () => Promise.resolve())
      counts.crashes += 1
      ;(await running).kill()
      running = beginAgain()
    }
    await Promise.all(asking)
    clock.tick()
    await someTime(dice, withSnapshots)
    if (dice() < 0.04) await compareWithReplay(await running, machine.disk)
  }
  await compareWithReplay(await running, machine.disk)
  const { sums, orders } = await accountFor(machine.disk.look(), answers)
  await allWritten(machine, sums.seq)
  if (canonicalText(past.sums) !== canonicalText(sums)) throw new Error('the past is not what the journal led to')
  return {
    ...counts,
    again: post.again,
    clockJumps: clock.jumps,
    orders,
    trades: sums.trades,
    pastWritten: past.counts.written,
    pastCutOff: past.counts.cutOff,
    snapshotsKept: shelf.counts.kept,
    snapshotsBroken: shelf.counts.broken,
    snapshotsCutOff: shelf.counts.cutOff,
    snapshotsRead: shelf.counts.read,
  }
}

async function steps(count: number, step: () => Promise<unknown>): Promise<void> {
  for (let left = count; left > 0; left--) await step()
}

const turn = (): Promise<void> => new Promise((wake) => setImmediate(wake))

/** The past and snapshots come along meanwhile: some of them to their end, some only so far. */
async function someTime(dice: Dice, withSnapshots: boolean): Promise<void> {
  const roll = dice()
  if (roll < 0.03 && withSnapshots) await new Promise((wake) => setTimeout(wake, 2))
  else if (roll < 0.5) await steps(Math.floor(dice() * 12), turn)
}

/** Asks until there is an answer. */
async function insist(running: () => Promise<Process>, { id, command }: Message): Promise<Answered> {
  // Of what is no order nothing is remembered.
  const name = command.type === 'place-order' ? id : ''
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const { sequencer, died } = await running()
    try {
      const answer = await Promise.race([sequencer.submit(command, check), died])
      if (answer !== 'died') return { id: name, ...answer }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      await turn()
    }
  }
  throw new Error(`no answer to ${id} for ever`)
}

/** Whoever looks sees what is committed, or is told that nobody knows. */
async function peek({ sequencer }: Process, disk: Disk): Promise<void> {
  await Promise.resolve()
  const seen = await sequencer.read(({ seq }) => seq).catch(() => 0)
  if (seen > disk.lastSeq) throw new Error('somebody saw what was not committed')
}

function check(state: State, { answer, events }: Outcome): Omit<Answered, 'id'> {
  for (const event of events) if ('postings' in event) assertBalanced(event.postings)
  assertSound(state)
  return { seq: state.seq, at: state.at, answer }
}

/**
 * A row is torn while nobody runs. A start must stop there and name the batch; only a byte that changes nothing, such
 * as one in a command that was refused, may pass. Then somebody puts the row back.
 */
async function isTearNoticed({ disk }: Machine, dice: Dice, begin: () => Promise<Process>): Promise<boolean> {
  // What was on its way when the process died arrives, or not, before anything else.
  await turn()
  const sound = await stateOf(disk)
  const { batch, isLast, mend } = disk.tear(dice)
  const names = (error: unknown): boolean =>
    error instanceof JournalBroken && new RegExp(`batch (${batch}|${batch + 1}) `).test(error.message)
  try {
    const torn = await stateOf(disk)
    if (torn !== sound) throw new Error(`batch ${batch} was torn and nobody noticed`)
    return false
  } catch (error) {
    if (!names(error)) throw error
    // What is before a snapshot is not looked at.
    if (isLast && (await begin().then(() => false, names)) !== true)
      throw new Error(`batch ${batch} was torn and not named at the start`, { cause: error })
    return true
  } finally {
    mend()
  }
}

/** All but the number and the time of the last command. */
async function stateOf(disk: Disk): Promise<string> {
  const { state } = await recover(disk.look(), () => undefined)
  return [...stateText(state)].slice(1).join('\n')
}

async function compareWithReplay({ sequencer }: Process, disk: Disk): Promise<void> {
  const live = await sequencer.read((state) => stateHash(state)).catch(() => undefined)
  if (live === undefined || sequencer.trouble !== undefined) return
  const { state } = await recover(disk.look(), () => undefined)
  if (!live.equals(await stateHash(state))) throw new Error('the replayed state is not the state that was live')
}

/** What is committed is written some time later, whatever happens. */
async function allWritten({ past }: Machine, seq: number): Promise<void> {
  for (let attempt = 0; past.sums.seq < seq; attempt++) {
    if (attempt > MOST_ATTEMPTS) throw new Error(`the past stays at ${past.sums.seq} of ${seq} for ever`)
    await turn()
  }
}
