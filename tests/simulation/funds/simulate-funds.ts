/**
 * The run of one seed: deposits and withdrawals through the real watcher, payer, sweeper, reconciler, engine and signer,
 * while the chain replaces blocks, forgets transactions and answers falsely, requests and answers are lost, and the server
 * and the signer are killed between any two steps. In the end the faults stop, and everything must come to its end.
 */

import {
  networkOf,
  openPayments,
  openWithdrawals,
  positionOf,
  type State,
  streamOf,
} from '../../../src/engine/exchange.ts'
import type { PaymentStep } from '../../../src/server/custody/base/payment-step.ts'
import { random } from '../../../src/server/play/random.ts'
import { type Log, openLog } from '../../../src/server/runtime/log.ts'
import { JOURNAL } from '../../engine/exchange.ts'
import { ETHEREUM } from '../../fixtures/listed-network.ts'
import { openRestores } from '../restores.ts'
import { simulatedDisk } from '../simulated-journal.ts'
import type { Random } from '../simulated-traders.ts'
import { check, openChecks } from './checks.ts'
import { formerServer } from './former-server.ts'
import { simulatedChain, TOKEN } from './simulated-chain.ts'
import { answerOf, type Machine, OF_A_FORMER_PROCESS, type SimulatedServer, startServer } from './simulated-server.ts'
import { evmPolicy, simulatedSigner } from './simulated-signer.ts'
import { type RunTables, simulatedTables } from './simulated-tables.ts'
import { listings, simulatedUsers, TREASURY, USERS } from './simulated-users.ts'
import { slowTables } from './slow-tables.ts'
import { type Owner, openSteps } from './steps.ts'

export type FundsRun = {
  /** How often each thing happened. */
  readonly tally: Readonly<Record<string, number>>
  /** Equal if the same steps happened in the same order. */
  readonly trace: number
}

/** Steps and other actions of a run, before the faults stop. */
export const TICKS = 1_500
const CALM_ROUNDS = 250
const TICK_MILLIS = 20

class Killed extends Error {
  override readonly name = 'Killed'
}

/** An unhandled rejection ends a real process, so it ends the run. */
export async function simulateFunds(seed: number, ticks: number, tables = simulatedTables()): Promise<FundsRun> {
  let end: (error: unknown) => void = () => undefined
  const broken = new Promise<never>((_, reject) => {
    end = reject
  })
  process.on('unhandledRejection', end)
  try {
    return await Promise.race([run(openWorld(seed, tables, end), ticks), broken])
  } finally {
    process.off('unhandledRejection', end)
  }
}

async function run(world: ReturnType<typeof openWorld>, ticks: number): Promise<FundsRun> {
  await world.open()
  for (let tick = 0; tick < ticks; tick++) await world.act()
  await world.calm()
  const result = { tally: world.tally(), trace: world.steps.trace }
  await world.end()
  return result
}

function openWorld(seed: number, tables: RunTables, fail: (error: unknown) => void) {
  // Separate random numbers for each part: a change of one does not change the others.
  const diceOf = (number: number): Random => random(seed + number * 100_000_007)
  const [dice, isPlay] = [diceOf(0), diceOf(7)() < 0.7]
  const counts = new Map<string, number>()
  const count = (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1)
  const time = { now: 1_700_000_000_000, isFaulty: false }
  const chain = simulatedChain(diceOf(1), count)
  const signer = simulatedSigner(evmPolicy(TOKEN), () => time.now)
  const steps = openSteps(diceOf(2), count)
  const users = simulatedUsers(diceOf(3), chain, count)
  const checks = openChecks(chain, signer, isPlay)
  /** Errors that a kill or a lost answer does not explain. */
  const expected = new Set(['journal.commit_failed'])
  const logOf = (owner: Owner): Log =>
    openLog('error', {
      write(line) {
        const { event, err } = JSON.parse(line) as { event: string; err?: { type: string } }
        if (owner.isReplaced && OF_A_FORMER_PROCESS.has(event)) count(`a former process: ${event}`)
        else if (!expected.has(event) && err?.type !== 'Killed') fail(new Error(`seed ${seed}: ${line}`))
      },
    })
  const guarded = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      fail(error)
    }
  }
  const machine: Machine = {
    disk: simulatedDisk(JOURNAL),
    treasury: isPlay ? TREASURY : undefined,
    chain,
    signer,
    steps,
    logOf,
    count,
    dice: diceOf(4),
    clock: { now: () => time.now },
    isFaulty: () => time.isFaulty,
    connect: (owner) => slowTables(tables.pool, steps, owner),
    lastSeq: () => checks.lastSeq,
    onCommitted: (batch, state) => guarded(() => checks.onCommitted(batch, state)),
  }
  /** A restore takes much of a run, so not every run has one. */
  const hasRestores = diceOf(8)() < 0.4
  const lose = (seq: number): void => users.lose(seq)
  const restores = openRestores({ ...machine, tables, checks, lose, dice: diceOf(9) })
  let server: SimulatedServer | undefined
  const former = formerServer<SimulatedServer>(count)
  let killedAt: PaymentStep | undefined
  /** Blocks that are made before the next start. */
  let downtime = 0

  function onStep(step: PaymentStep): void {
    if (!time.isFaulty || killedAt !== undefined || dice() >= 0.02) return
    killedAt = step
    if (server !== undefined) server.owner.isAlive = false
    throw new Killed()
  }
  async function kill(at: string): Promise<void> {
    count(`killed ${at}`)
    await server?.kill()
    server = undefined
    downtime = dice() < 0.1 ? 25 + Math.floor(dice() * 40) : Math.floor(dice() * 4)
  }
  function block(): void {
    chain.mine()
    time.now += 12_000
    guarded(checks.afterBlock)
  }
  async function start(): Promise<SimulatedServer> {
    killedAt = undefined
    server = await startServer(machine, onStep)
    return server
  }
  /** Actions and how often they happen in a thousand ticks. */
  const actions: readonly (readonly [number, (running: SimulatedServer) => unknown])[] = [
    [16, block],
    [40, (running) => running.wake('watcher')],
    [40, (running) => running.wake('payer')],
    [8, (running) => running.wake('reconciler')],
    [12, (running) => running.addresses && users.deposit(running.addresses)],
    [6, (running) => running.addresses && users.fund(running.addresses.hot)],
    [10, (running) => void users.submit(running, users.request(running.addresses))],
    [6, (running) => void users.decide(running, 'decide').catch(() => undefined)],
    [1, (running) => void users.decide(running, 'cancel').catch(() => undefined)],
    [4, () => reorganise()],
    [1, () => freeze()],
    [2.5, () => kill('between two steps')],
    [2, () => restartSigner()],
    [1.5, () => former.replace(server, start)],
    [10, () => former.server?.wake('payer')],
    [4, () => former.server?.wake('watcher')],
    [6, () => former.end()],
    [hasRestores ? 1 : 0, restores.backup],
    [hasRestores ? 1 : 0, restore],
    [4, (running) => void running.reconcile().catch(fail)],
    [4, (running) => void users.charge(running).catch(() => undefined)],
  ]
  const total = actions.reduce((sum, [weight]) => sum + weight, 0)
  function reorganise(): void {
    chain.reorganise()
    guarded(checks.afterBlock)
  }
  async function restore(): Promise<void> {
    if (!restores.hasBackup) return
    await kill('by a restore')
    await former.end()
    // Nothing that was sent before may arrive later: an older signer does not know it.
    chain.flush()
    downtime = 6 + Math.floor(dice() * 20)
    await restores.restore()
    // Payments that were lost.
    expected.add('custody.unknown_transfer')
  }
  function restartSigner(): void {
    count('signer killed')
    signer.restart()
  }
  function freeze(): void {
    const address = users.receivers.at(-1 - Math.floor(dice() * 3))
    if (address === undefined) return
    count('receivers frozen or released')
    chain.freeze(address, dice() < 0.6)
  }

  return {
    steps,
    async open(): Promise<void> {
      const { sequencer, wake } = await start()
      const commands = [...listings(), ...USERS.map((user) => ({ type: 'give-deposit-number', user }) as const)]
      const done = Promise.all(commands.map((command) => sequencer.submit(command, answerOf)))
      const tick = (): void => {
        time.now += TICK_MILLIS
      }
      await steps.until(done, tick)
      // No user is shown an address of a chain that was never followed.
      const isBegun = (state: State): boolean => {
        const listed = networkOf(state, ETHEREUM)
        return listed !== undefined && positionOf(state, streamOf(listed)) > 0n
      }
      while (!isPlay && !(await sequencer.read(isBegun))) {
        wake('watcher')
        await steps.settled()
        while (await steps.next()) tick()
      }
      steps.setFaulty(true)
      time.isFaulty = true
    },
    async act(): Promise<void> {
      time.now += TICK_MILLIS
      if (killedAt !== undefined) await kill(`at ${killedAt}`)
      if (server === undefined) {
        for (; downtime > 0; downtime--) block()
        await start()
      }
      if (dice() * 1_000 >= total && (await steps.next())) return
      let roll = dice() * total
      for (const [weight, action] of actions) {
        roll -= weight
        if (roll >= 0 || server === undefined) continue
        await action(server)
        await steps.settled()
        return
      }
    },
    /** Without faults: until everything has come to its end. */
    async calm(): Promise<void> {
      if (killedAt !== undefined) await kill(`at ${killedAt}`)
      await former.end()
      time.isFaulty = false
      chain.calm()
      steps.setFaulty(false)
      const running = server ?? (await start())
      for (let round = 0; round < CALM_ROUNDS; round++) {
        while (await steps.next()) time.now += TICK_MILLIS
        const state = await running.sequencer.read((each) => each)
        const isAnswered = users.requests.every(({ answers }) => answers.length > 0)
        if (round > 12 && isAnswered && checks.isDone(state)) {
          checks.atEnd(state, users.requests)
          return
        }
        if (running.addresses !== undefined) users.fund(running.addresses.hot)
        for (const { command, answers } of users.requests) if (answers.length === 0) void users.submit(running, command)
        void users.decide(running, 'decide')
        void running.reconcile().catch(fail)
        if (round % 8 === 7) void users.charge(running)
        for (const part of ['watcher', 'payer', 'reconciler'] as const) running.wake(part)
        block()
        await steps.settled()
      }
      while (await steps.next()) time.now += TICK_MILLIS
      const open = await running.sequencer.read((state) => [openWithdrawals(state), openPayments(state, ETHEREUM)])
      check(
        false,
        () =>
          `not everything ended: ${JSON.stringify(open, (_key, each) => (typeof each === 'bigint' ? String(each) : each))}`,
      )
    },
    /** The timers of its loops would keep the whole run in memory. */
    async end() {
      await former.end()
      await server?.kill()
    },
    tally: () => ({
      ...Object.fromEntries(counts),
      blocks: chain.blocks.length,
      'transfers booked': checks.count('booked'),
      'withdrawals paid': checks.count('paid'),
      'withdrawals returned': checks.count('returned'),
      'payments found': checks.repeats.found.size,
      'repeated requests reviewed': checks.repeats.reviewed,
      payments: checks.assigned,
      'signed versions': signer.journal.length,
    }),
  }
}
