/**
 * The run of one seed on TON: deposits and withdrawals through the real watcher, payer, reconciler, engine and signer, while
 * messages are lost and late, the chain stands still and jumps, endpoints answer falsely, attackers forge results, and the
 * server and the signer are killed between any two steps. In the end the faults stop, and everything must come to its end.
 */

import { openPayments, openWithdrawals } from '../../../src/engine/exchange.ts'
import type { PaymentStep } from '../../../src/server/custody/base/payment-step.ts'
import { TON } from '../../../src/server/deposits/default-networks.ts'
import { random } from '../../../src/server/play/random.ts'
import { type Log, openLog } from '../../../src/server/runtime/log.ts'
import { JOURNAL } from '../../engine/exchange.ts'
import { check } from '../funds/checks.ts'
import { formerServer } from '../funds/former-server.ts'
import { BY } from '../funds/requests.ts'
import { answerOf, OF_A_FORMER_PROCESS } from '../funds/simulated-server.ts'
import { simulatedSigner, tonWallet } from '../funds/simulated-signer.ts'
import { type RunTables, simulatedTables } from '../funds/simulated-tables.ts'
import { slowTables } from '../funds/slow-tables.ts'
import { type Owner, openSteps } from '../funds/steps.ts'
import { openRestores } from '../restores.ts'
import { simulatedDisk } from '../simulated-journal.ts'
import type { Random } from '../simulated-traders.ts'
import { simulatedTon } from './simulated-ton.ts'
import { openTonChecks } from './ton-checks.ts'
import { tonPolicy } from './ton-policy.ts'
import { startTonServer, type TonMachine, type TonServer } from './ton-server.ts'
import { TREASURY, tonListings, tonUsers } from './ton-users.ts'

export type TonRun = {
  /** How often each thing happened. */
  readonly tally: Readonly<Record<string, number>>
  /** Equal if the same steps happened in the same order. */
  readonly trace: number
}

/** Steps and other actions of a run, before the faults stop. */
export const TON_TICKS = 1_000
const CALM_ROUNDS = 400
const TICK_MILLIS = 20
const BLOCK_MILLIS = 5_000
/** By the clock of the simulation, after which payments expire. */
const LONG_SECONDS = 3_700
/** More than any message is in flight. */
const WAIT_BLOCKS = 32

class Killed extends Error {
  override readonly name = 'Killed'
}

/** An unhandled rejection ends a real process, so it ends the run. */
export async function simulateTon(seed: number, ticks: number, tables = simulatedTables()): Promise<TonRun> {
  let end: (error: unknown) => void = () => undefined
  const broken = new Promise<never>((_, reject) => {
    end = (error) => {
      // What was killed must not go on; the end of its loops shows that it does not.
      if (!(error instanceof Killed)) reject(error)
    }
  })
  process.on('unhandledRejection', end)
  try {
    return await Promise.race([run(openWorld(seed, tables, end), ticks), broken])
  } finally {
    process.off('unhandledRejection', end)
  }
}

async function run(world: ReturnType<typeof openWorld>, ticks: number): Promise<TonRun> {
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
  const time = { now: 1_700_000_000_000, isFaulty: false, isFrozen: false, hasWaited: false, hasFalseList: false }
  const chain = simulatedTon(tonWallet.address, diceOf(1), count)
  const signer = simulatedSigner(tonPolicy, () => time.now)
  const steps = openSteps(diceOf(2), count)
  const hasSilent = diceOf(8)() < 0.1
  /** Many blocks have the same time. */
  const hasEqualTimes = diceOf(9)() < 0.3
  const checks = openTonChecks(chain, signer, isPlay, mayPause)
  const users = tonUsers(diceOf(3), chain, count, { hasSilent, paymentIds: () => checks.assigned })
  /** Errors that a kill, a lost answer or a pause explains. */
  const expected = new Set(['journal.commit_failed', 'watcher.network_paused'])
  const logOf = (owner: Owner): Log =>
    openLog('error', {
      write(line) {
        const { event, err } = JSON.parse(line) as { event: string; err?: { type: string } }
        // Answers are late by an hour only if that time has passed at once.
        const isMissing = event === 'payment.missing' && (hasSilent || time.hasWaited)
        if (isMissing) count('payments missing')
        if (owner.isReplaced && OF_A_FORMER_PROCESS.has(event)) count(`a former process: ${event}`)
        else if (!expected.has(event) && err?.type !== 'Killed' && !isMissing) fail(new Error(`seed ${seed}: ${line}`))
      },
    })
  const guarded = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      fail(error)
    }
  }
  const machine: TonMachine = {
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
    onFalseList() {
      time.hasFalseList = true
    },
  }
  const hasRestores = diceOf(10)() < 0.4
  const lose = (seq: number): void => users.lose(seq)
  const restores = openRestores({ ...machine, tables, checks, lose, dice: diceOf(11) })
  let server: TonServer | undefined
  const former = formerServer<TonServer>(count)
  let killedAt: PaymentStep | undefined
  /** Blocks that are made before the next start. */
  let downtime = 0

  function mayPause(reason: string): boolean {
    count(`pauses`)
    return time.hasFalseList && reason.includes('is not the one that its successor names')
  }
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
    downtime = Math.floor(dice() * 6)
  }
  function block(): void {
    time.now += BLOCK_MILLIS
    if (time.isFrozen) return
    guarded(() => {
      const seconds = Math.floor(time.now / 1_000) - Math.floor(dice() * 4)
      chain.mine(hasEqualTimes ? seconds - (seconds % 60) : seconds)
      checks.afterBlock()
    })
  }
  async function start(): Promise<TonServer> {
    killedAt = undefined
    server = await startTonServer(machine, onStep)
    return server
  }
  /** The chain makes blocks or not; if not, its clock jumps later. */
  function wait(): void {
    count(time.isFrozen ? 'long waits without blocks' : 'long waits')
    const millis = Math.floor((600 + dice() * LONG_SECONDS) / WAIT_BLOCKS) * 1_000
    time.hasWaited = true
    for (let blocks = 0; blocks < WAIT_BLOCKS; blocks++) {
      time.now += millis
      block()
    }
  }
  function freeze(): void {
    time.isFrozen = !time.isFrozen
    if (time.isFrozen) count('the chain stood still')
  }
  async function resume(running: TonServer): Promise<void> {
    const command = { type: 'set-network-paused', network: TON, paused: false, ...BY } as const
    const { paused, restoredAt } = running.network.listed() ?? {}
    if (paused == null || restoredAt !== null) return
    await running.sequencer.submit(command, () => undefined).catch(() => undefined)
  }
  /** The operator looks at the chain: payments about which it cannot tell yet wait. */
  async function decideMissing(running: TonServer): Promise<void> {
    for (const { id } of await running.missing.list()) {
      const state = checks.executedOf(id)?.state
      if (state !== 'paid' && state !== 'lost') continue
      const decision = state === 'paid' ? 'arrived' : 'lost'
      await running.missing.decide(id, { decision, ...BY })
    }
  }
  /** Actions and how often they happen in a thousand ticks. */
  const actions: readonly (readonly [number, (running: TonServer) => unknown])[] = [
    [60, block],
    [40, (running) => running.wake('watcher')],
    [40, (running) => running.wake('payer')],
    [12, (running) => running.wake('reconciler')],
    [12, users.deposit],
    [8, users.attack],
    [4, users.fund],
    [12, (running) => void users.submit(running, users.request())],
    [6, (running) => void users.decide(running, 'decide').catch(() => undefined)],
    [1, (running) => void users.decide(running, 'cancel').catch(() => undefined)],
    [1, freeze],
    [1.5, wait],
    [2.5, () => kill('between two steps')],
    [2, restartSigner],
    [1.5, () => former.replace(server, start)],
    [10, () => former.server?.wake('payer')],
    [4, () => former.server?.wake('watcher')],
    [6, () => former.end()],
    [4, (running) => void resume(running)],
    [4, (running) => void decideMissing(running).catch(() => undefined)],
    [hasRestores ? 2 : 0, restores.backup],
    [hasRestores ? 1.5 : 0, restore],
    [4, (running) => void running.reconcile().catch(fail)],
    [4, (running) => void users.charge(running).catch(() => undefined)],
  ]
  const total = actions.reduce((sum, [weight]) => sum + weight, 0)
  async function restore(): Promise<void> {
    if (!restores.hasBackup) return
    await kill('by a restore')
    await former.end()
    await restores.restore()
  }
  function restartSigner(): void {
    count('signer killed')
    signer.restart()
  }

  return {
    steps,
    async open(): Promise<void> {
      const { sequencer } = await start()
      const done = Promise.all(tonListings().map((command) => sequencer.submit(command, answerOf)))
      await steps.until(done, () => {
        time.now += TICK_MILLIS
      })
      users.fund()
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
      if (time.isFrozen) freeze()
      chain.calm()
      steps.setFaulty(false)
      const running = server ?? (await start())
      for (let round = 0; round < CALM_ROUNDS; round++) {
        while (await steps.next()) time.now += TICK_MILLIS
        const state = await running.sequencer.read((each) => each)
        const isAnswered = users.requests.every(({ answers }) => answers.length > 0)
        if (round > 12 && isAnswered && chain.isQuiet() && checks.isDone(state)) {
          checks.atEnd(state, users.requests)
          return
        }
        users.fund()
        for (const { command, answers } of users.requests) if (answers.length === 0) void users.submit(running, command)
        void users.decide(running, 'decide')
        void resume(running)
        void running.reconcile().catch(fail)
        if (round % 8 === 7) void users.charge(running)
        void decideMissing(running)
        for (const part of ['watcher', 'payer', 'reconciler'] as const) running.wake(part)
        // Messages that were lost expire.
        if (round % 20 === 19) {
          time.now += LONG_SECONDS * 1_000
          time.hasWaited = true
        }
        block()
        await steps.settled()
      }
      while (await steps.next()) time.now += TICK_MILLIS
      const open = await running.sequencer.read((state) => [openWithdrawals(state), openPayments(state, TON)])
      const text = (_key: string, each: unknown): unknown => (typeof each === 'bigint' ? String(each) : each)
      check(false, () => `not everything ended: ${JSON.stringify(open, text)}`)
    },
    /** The timers of its loops would keep the whole run in memory. */
    async end() {
      await former.end()
      await server?.kill()
    },
    tally: () => ({
      ...Object.fromEntries(counts),
      blocks: chain.tip,
      'transfers booked': checks.count('booked'),
      'withdrawals paid': checks.count('paid'),
      'withdrawals returned': checks.count('returned'),
      'settled jettons that came back': checks.count('came back'),
      'payments found': checks.repeats.found.size,
      'repeated requests reviewed': checks.repeats.reviewed,
      payments: checks.assigned.length,
      'messages executed': chain.executed.size,
    }),
  }
}
