/** Random reward commands for the users of the simulation. */

import { TASK_KINDS, type TaskKind } from '../../src/contract/earn/tasks.ts'
import { XP } from '../../src/contract/earn/xp.ts'
import type { Millis, TaskId, UserId } from '../../src/contract/ids.ts'
import type { Command } from '../../src/engine/exchange.ts'
import { BY_TEST } from '../fixtures/by-test.ts'
import type { Random } from './simulated-traders.ts'

const HOUR: Millis = 3_600_000
const DAY: Millis = 24 * HOUR
const BY = { operator: 'simulation', reason: 'a random change' }

export const rewardListing: Command = { type: 'list-currency', ...BY_TEST, currency: XP }

/** Small funds and caps, so that payments are refused as well. */
export function randomRewardCommand(dice: Random, user: UserId, now: Millis): Command {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(dice() * values.length)] as T
  const task = (1 + Math.floor(dice() * TASK_KINDS.length)) as TaskId
  const commands: readonly (readonly [weight: number, command: () => Command])[] = [
    [20, () => ({ type: 'start-mining', user })],
    [20, () => ({ type: 'end-mining', user, startedAt: null })],
    [20, () => ({ type: 'claim-daily', user })],
    [10, () => ({ type: 'start-task', user, task })],
    [10, () => ({ type: 'attest', user, task, evidence: 'simulated' })],
    [5, () => ({ type: 'attest', user, task, evidence: 'simulated', member: `member ${1 + (task % 3)}` })],
    [3, () => ({ type: 'fail-task', user, task, reason: pick(['not_a_member', 'cannot_check']) })],
    [20, () => ({ type: 'claim-task', user, task })],
    [15, () => setTask(task, TASK_KINDS[task - 1] as TaskKind)],
    [1, () => ({ type: 'retire-task', task, ...BY })],
    [5, () => setStanding(user, pick(['ok', 'ok', 'limited', 'under_review']))],
    [3, () => applySignal(user, pick(['limited', 'under_review']), pick(['device:1', 'address:2', 'address:3']))],
    [15, () => ({ type: 'accrue-commissions', day: Math.floor(now / DAY) - 1 - Math.floor(dice() * 2) })],
    [12, () => ({ type: 'fund-rewards', amount: 1 + Math.floor(dice() * 500), ...BY })],
    [8, () => setParameters(dice)],
  ]
  let roll = dice() * commands.reduce((sum, [weight]) => sum + weight, 0)
  for (const [weight, command] of commands) {
    roll -= weight
    if (roll < 0) return command()
  }
  return { type: 'claim-daily', user }
}

const setStanding = (user: UserId, standing: 'ok' | 'limited' | 'under_review'): Command => ({
  type: 'set-reward-standing',
  user,
  standing,
  reason: standing === 'ok' ? '' : 'Simulated.',
  operator: 'simulation',
})

const applySignal = (user: UserId, standing: 'limited' | 'under_review', signal: string): Command => ({
  type: 'apply-signal',
  user,
  standing,
  signal,
  reason: 'Simulated.',
})

function setParameters(dice: Random): Command {
  const amount = (most: number): number => Math.floor(dice() * most)
  return {
    type: 'set-reward-parameters',
    parameters: {
      miningRatePerHour: amount(50),
      miningMillis: (1 + amount(8)) * HOUR,
      dailyWheel: Array.from({ length: 7 }, () => amount(40)),
      friendBonus: amount(60),
      dailyCap: 50 + amount(400),
      userDailyCap: 50 + amount(200),
      tiers: [
        { minActiveFriends: 0, share: amount(300_000) },
        { minActiveFriends: 1 + amount(3), share: amount(500_000) },
      ],
      levels: [0, 100],
    },
    ...BY,
  }
}

function setTask(id: TaskId, kind: TaskKind): Command {
  const hasTarget = kind === 'invite_n' || kind === 'trade_volume'
  return {
    type: 'set-task',
    task: {
      id,
      kind,
      group: 'onboarding',
      title: `Task ${id}`,
      description: '',
      reward: 5 + id,
      target: hasTarget ? 2 : 1,
      after: null,
      opensAt: null,
      closesAt: null,
      maxClaims: kind === 'promo_code' ? 2 : null,
      position: id,
      link: 'https://example.com',
      channel: '@channel',
      code: 'WELCOME',
      questions: [{ question: 'Which?', options: ['a', 'b'], answer: 0 }],
    },
    ...BY,
  }
}
