/**
 * The run of one seed: users trade through the real sequencer while appends are lost or falsely reported as failed, rows
 * are damaged, clocks jump, messages are delayed and repeated, and the process is killed between any two steps, or hangs,
 * is replaced, and goes on later. A request
 * without an answer is repeated with the same id. At the end every request had one effect, and the read model has what a
 * replay would write. Each process starts from a snapshot if there is a usable one.
 */

import type { State } from '../../src/engine/exchange.ts'
import { assertInvariants, canonicalText, type Outcome } from '../../src/engine/exchange.ts'
import { random } from '../../src/server/play/random.ts'
import { TakenOver } from '../../src/server/runtime/errors.ts'
import { JournalCorrupt, replayJournal } from '../../src/server/sequencer/replay-journal.ts'
import { stateHash } from '../../src/server/sequencer/state-hash.ts'
import { Unavailable } from '../../src/server/sequencer/unavailable.ts'
import { JOURNAL } from '../engine/exchange.ts'
import { stateText } from '../engine/state-text.ts'
import { type Answered, compareWithAnswers } from './effects.ts'
import { beginEpoch } from './restores.ts'
import { type SimulatedClock, simulatedClock } from './simulated-clock.ts'
import { networkResumptions } from './simulated-funds.ts'
import { type SimulatedDisk, simulatedDisk } from './simulated-journal.ts'
import { type Message, simulatedNetwork } from './simulated-network.ts'
import { type Machine, type Process, startProcess } from './simulated-process.ts'
import { simulatedReadModel } from './simulated-read-models.ts'
import { simulatedSnapshots } from './simulated-snapshots.ts'
import { accounts, listings, type Random, randomCommand } from './simulated-traders.ts'

/** How often each thing happened. The progress of a snapshot depends on the machine. */
export type Tally = {
  commands: number
  crashes: number
  takeovers: number
  restores: number
  failedCommits: number
  recoveries: number
  damagedRows: number
  /** Messages that were delivered twice, and those that were answered as repeats. */
  duplicates: number
  repeats: number
  clockJumps: number
  orders: number
  trades: number
  readModelWrites: number
  readModelAborts: number
  snapshotsSaved: number
  snapshotsDamaged: number
  snapshotsAborted: number
  snapshotsRead: number
}

const USERS_PER_ROUND = 6
/** High, because a snapshot may be in progress meanwhile. */
const MAX_ATTEMPTS = 50_000
/** More than a process needs to find that it was replaced. */
const MAX_STEPS_TO_END = 50

/** An unhandled rejection ends a real process, so it ends the run. */
export async function simulate(
  seed: number,
  commands: number,
  withSnapshots = true,
  clockOf: (dice: Random) => SimulatedClock = simulatedClock,
): Promise<Tally> {
  let end: (error: unknown) => void = () => undefined
  const broken = new Promise<never>((_, reject) => {
    // It ends only the process that was replaced, which counts it.
    end = (error) => error instanceof TakenOver || reject(error)
  })
  // Those of the test runner would count a process that was replaced as an error.
  const others = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', end)
  try {
    return await Promise.race([run(seed, commands, withSnapshots, clockOf), broken])
  } finally {
    process.off('unhandledRejection', end)
    for (const other of others) process.on('unhandledRejection', other)
  }
}

/** With snapshots a run is not repeatable: the time they take depends on the machine. */
async function run(
  seed: number,
  commands: number,
  withSnapshots: boolean,
  clockOf: (dice: Random) => SimulatedClock,
): Promise<Tally> {
  // Separate random numbers for each part: a change of one does not change the others.
  const diceOf = (number: number): Random => random(seed + number * 100_000_007)
  const dice = diceOf(0)
  const hasRestores = diceOf(5)() < 0.3
  const counts = {
    commands: 0,
    crashes: 0,
    takeovers: 0,
    replaced: 0,
    restores: 0,
    failedCommits: 0,
    recoveries: 0,
    damagedRows: 0,
    repeats: 0,
  }
  const readModel = simulatedReadModel(diceOf(1))
  const clock = clockOf(diceOf(2))
  const network = simulatedNetwork(diceOf(3))
  const snapshotStore = simulatedSnapshots(diceOf(4), () => readModel.sums.seq)
  const machine: Machine = {
    disk: simulatedDisk(JOURNAL),
    readModel,
    clock,
    snapshots: withSnapshots ? snapshotStore : undefined,
    processes: 0,
  }
  /** With the requests, which users repeat if a restore has lost them. */
  let answers: (Answered & { readonly message: Message })[] = []
  const startNext = () =>
    startProcess(machine, dice, (what) => {
      counts[what] += 1
    })
  const restart = async (): Promise<Process> => {
    if (dice() < 0.4 && (await isDamageDetected(machine, dice, startNext))) counts.damagedRows += 1
    return startNext()
  }
  let running = startNext()
  const submit = async (message: Message): Promise<void> => {
    const answered = await submitUntilAnswered(() => running, message)
    if (answered.seq > machine.disk.lastSeq) throw new Error('an answer was sent before its commit')
    counts.commands += 1
    if ('repeated' in answered.answer && answered.answer.repeated) counts.repeats += 1
    answers.push({ ...answered, message })
  }
  let load: (() => Promise<void>) | undefined
  /** Each goes on after another one has begun to lead. */
  const hanging: Process[] = []
  function backup(): () => Promise<void> {
    const { disk } = machine
    const [seq, sums, loadRows, loadSnapshots] = [disk.lastSeq, readModel.sums, disk.backup(), snapshotStore.backup()]
    return async () => {
      counts.restores += 1
      ;(await running).kill()
      await nextLoop()
      loadRows()
      loadSnapshots()
      readModel.sums = sums
      await beginEpoch(disk, clock, 1_000_000_000)
      running = startNext()
      const lost = answers.filter((each) => each.seq > seq)
      answers = answers.filter((each) => each.seq <= seq)
      for (const { message } of lost) network.send(message)
      for (const command of networkResumptions) await submit({ id: '', command })
    }
  }
  for (const command of [...listings(), ...accounts(dice)]) await submit({ id: '', command })

  for (let sent = 0; sent < commands || !network.isEmpty; sent += USERS_PER_ROUND) {
    const lastSeq = (await running).sequencer.seq
    for (let user = 0; user < USERS_PER_ROUND && sent < commands; user++) {
      const id = `request-${sent + user}`
      network.send({ id, command: randomCommand(dice, id, lastSeq, clock.now()) })
    }
    const pending: Promise<void>[] = network.nextRound().map(submit)
    if (dice() < 0.3) pending.push(checkRead(await running, machine.disk))
    if (dice() < 0.03) {
      // Killed with all its memory, possibly during an append.
      await steps(Math.floor(dice() * 4), () => Promise.resolve())
      counts.crashes += 1
      ;(await running).kill()
      running = restart()
    }
    if (dice() < 0.03) {
      await steps(Math.floor(dice() * 4), () => Promise.resolve())
      const leader = await running
      leader.hang()
      hanging.push(leader)
      counts.takeovers += 1
      running = startNext()
    }
    if (dice() < 0.2) hanging.shift()?.wake()
    await Promise.all(pending)
    if (hasRestores && dice() < 0.02) load = backup()
    else if (dice() < 0.02) await load?.()
    clock.tick()
    await letTimePass(dice, withSnapshots)
    if (dice() < 0.04) await compareWithReplay(await running, machine.disk)
  }
  for (const process of hanging) process.wake()
  await steps(MAX_STEPS_TO_END, nextLoop)
  if (counts.replaced !== counts.takeovers) throw new Error('a process that was replaced goes on')
  await compareWithReplay(await running, machine.disk)
  const { sums, orders } = await compareWithAnswers(machine.disk.read(), answers)
  await waitForReadModel(machine, sums.seq)
  if (canonicalText(readModel.sums) !== canonicalText(sums)) throw new Error('the read model differs from the journal')
  return {
    ...counts,
    duplicates: network.duplicates,
    clockJumps: clock.jumps,
    orders,
    trades: sums.trades,
    readModelWrites: readModel.counts.written,
    readModelAborts: readModel.counts.aborted,
    snapshotsSaved: snapshotStore.counts.saved,
    snapshotsDamaged: snapshotStore.counts.damaged,
    snapshotsAborted: snapshotStore.counts.aborted,
    snapshotsRead: snapshotStore.counts.read,
  }
}

async function steps(count: number, step: () => Promise<unknown>): Promise<void> {
  for (let left = count; left > 0; left--) await step()
}

const nextLoop = (): Promise<void> => new Promise((wake) => setImmediate(wake))

/** Lets the read model and snapshots make some progress. */
async function letTimePass(dice: Random, withSnapshots: boolean): Promise<void> {
  const roll = dice()
  if (roll < 0.03 && withSnapshots) await new Promise((wake) => setTimeout(wake, 2))
  else if (roll < 0.5) await steps(Math.floor(dice() * 12), nextLoop)
}

/** Repeats the request until it is answered. */
async function submitUntilAnswered(running: () => Promise<Process>, { id, command }: Message): Promise<Answered> {
  // Only orders and conversions have stored responses.
  const name = command.type === 'place-order' || command.type === 'convert' ? id : ''
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const { sequencer, gone } = await running()
    try {
      const answer = await Promise.race([sequencer.submit(command, check), gone])
      if (answer !== 'gone') return { id: name, ...answer }
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error
      await nextLoop()
    }
  }
  throw new Error(`no answer to ${id}`)
}

/** A read returns only committed state, or fails. */
async function checkRead({ sequencer, gone }: Process, disk: SimulatedDisk): Promise<void> {
  await Promise.resolve()
  const seen = await Promise.race([sequencer.read(({ seq }) => seq).catch(() => 0), gone.then(() => 0)])
  if (seen > disk.lastSeq) throw new Error('a read returned uncommitted state')
}

function check(state: State, { answer }: Outcome): Omit<Answered, 'id'> {
  assertInvariants(state)
  return { seq: state.seq, at: state.at, answer }
}

/**
 * Damages a row while no process runs. A start must fail and name the batch, unless the byte has no effect, such as in a
 * refused command. Then the row is repaired.
 */
async function isDamageDetected({ disk }: Machine, dice: Random, startNext: () => Promise<Process>): Promise<boolean> {
  // An append that was in progress when the process was killed completes first, or not at all.
  await nextLoop()
  const original = await stateOf(disk)
  const { batch, isLast, repair } = disk.damageRow(dice)
  const names = (error: unknown): boolean =>
    error instanceof JournalCorrupt && new RegExp(`batch (${batch}|${batch + 1}) `).test(error.message)
  try {
    const damaged = await stateOf(disk)
    if (damaged !== original) throw new Error(`batch ${batch} was damaged without detection`)
    return false
  } catch (error) {
    if (!names(error)) throw error
    // A start does not read rows before its snapshot.
    if (isLast && (await startNext().then(() => false, names)) !== true)
      throw new Error(`batch ${batch} was damaged and not named at the start`, { cause: error })
    return true
  } finally {
    repair()
  }
}

/** The state text without the number and time of the last command. */
async function stateOf(disk: SimulatedDisk): Promise<string> {
  const { state } = await replayJournal(disk.read(), () => undefined)
  return [...stateText(state)].slice(1).join('\n')
}

async function compareWithReplay({ sequencer }: Process, disk: SimulatedDisk): Promise<void> {
  const live = await sequencer.read((state) => stateHash(state)).catch(() => undefined)
  if (live === undefined || sequencer.unavailableReason !== undefined) return
  const { state } = await replayJournal(disk.read(), () => undefined)
  if (!live.equals(await stateHash(state))) throw new Error('the replayed state differs from the live state')
}

/** Waits until the read model has every committed command. */
async function waitForReadModel({ readModel }: Machine, seq: number): Promise<void> {
  for (let attempt = 0; readModel.sums.seq < seq; attempt++) {
    if (attempt > MAX_ATTEMPTS) throw new Error(`the read model stays at ${readModel.sums.seq} of ${seq}`)
    await nextLoop()
  }
}
