/** An exchange with a funded reward program, users by name and a clock in hours. */

import type { RewardParameters } from '../../../src/contract/earn/parameters.ts'
import type { TaskDefinition, TaskKind } from '../../../src/contract/earn/tasks.ts'
import { wholeXp, XP } from '../../../src/contract/earn/xp.ts'
import type { TaskId, UserId } from '../../../src/contract/ids.ts'
import { free, rewardsOf, taskOf } from '../../../src/engine/exchange.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import { Exchange } from '../exchange.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

export const PARAMETERS: RewardParameters = {
  miningRatePerHour: 12,
  miningMillis: 8 * HOUR,
  dailyWheel: [10, 15, 20, 25, 30, 40, 100],
  friendBonus: 150,
  dailyCap: 1_000_000,
  userDailyCap: 2_000,
  tiers: [
    { minActiveFriends: 0, share: 200_000 },
    { minActiveFriends: 2, share: 250_000 },
    { minActiveFriends: 4, share: 300_000 },
  ],
  levels: [0, 100, 500],
}

const BY = { operator: 'ops', reason: 'a test' }

type Options = {
  readonly parameters?: Partial<RewardParameters>
  readonly funds?: number
  /** The referrer of each user. */
  readonly referrers?: Readonly<Record<string, string>>
  /** The rules and the lot of the pair. */
  readonly rules?: ConstructorParameters<typeof Exchange>[1]
  readonly lot?: bigint
}

/** Begins at 00:00 UTC. Users have 100,000 USDT and 1,000 BTC. */
export class Program extends Exchange {
  constructor(users: readonly string[], { parameters = {}, funds = 100_000, referrers = {}, ...pair }: Options = {}) {
    super({}, pair.rules, pair.lot)
    this.now = 19_700 * DAY
    this.does({ type: 'list-currency', ...BY_TEST, currency: XP })
    this.does({ type: 'set-reward-parameters', parameters: { ...PARAMETERS, ...parameters }, ...BY })
    if (funds > 0) this.funds(funds)
    for (const user of users) {
      const grants = [
        { currency: 1, amount: 100_000n * 10n ** 8n },
        { currency: 2, amount: 1_000n * 10n ** 8n },
      ]
      const referrer = referrers[user] ?? null
      this.does({ type: 'open-account', user, kind: 'user', referralCode: null, referrer, grants })
    }
  }

  /** `done`, or the refusal code. */
  result(command: Parameters<Exchange['does']>[0]): string {
    const answer = this.does(command)
    return answer.type === 'refused' ? answer.refusal.code : answer.type
  }

  waits(hours: number): void {
    this.now += hours * HOUR
  }

  funds = (amount: number) => this.result({ type: 'fund-rewards', amount, ...BY })
  setsParameters = (change: Partial<RewardParameters>) =>
    this.result({ type: 'set-reward-parameters', parameters: { ...PARAMETERS, ...change }, ...BY })
  startsMining = (user: string) => this.result({ type: 'start-mining', user })
  endsMining = (user: string, startedAt: number | null = null) => this.result({ type: 'end-mining', user, startedAt })
  claimsDaily = (user: string) => this.result({ type: 'claim-daily', user })
  setsTask = (id: number, kind: TaskKind, change: Partial<TaskDefinition> = {}) =>
    this.result({ type: 'set-task', task: task(id, kind, change), ...BY })
  retires = (id: number) => this.result({ type: 'retire-task', task: id, ...BY })
  startsTask = (user: string, id: number) => this.result({ type: 'start-task', user, task: id })
  attests = (user: string, id: number, member?: string) =>
    this.result({ type: 'attest', user, task: id, evidence: 'seen', ...(member !== undefined && { member }) })
  fails = (user: string, id: number) => this.result({ type: 'fail-task', user, task: id, reason: 'not_a_member' })
  claims = (user: string, id: number) => this.result({ type: 'claim-task', user, task: id })
  sets = (user: string, standing: 'ok' | 'limited' | 'under_review', reason = 'Linked accounts.') =>
    this.result({ type: 'set-reward-standing', user, standing, reason, operator: 'ann' })
  signals = (user: string, signal: string, standing: 'limited' | 'under_review') =>
    this.result({ type: 'apply-signal', user, signal, standing, reason: 'Linked accounts.' })

  /** Books the commissions of the last day that ended. */
  books(): string {
    return this.result({ type: 'accrue-commissions', day: Math.floor(this.now / DAY) - 1 })
  }

  xp = (user: string): number => wholeXp(free(this.state, user as UserId, XP.id))
  of = (user: string) => rewardsOf(this.state, user as UserId)
  task(user: string, id: number): string {
    const status = taskOf(this.state, user as UserId, id as TaskId, this.now)?.status
    return status === undefined ? 'absent' : [status.state, status.reason].filter((part) => part !== null).join(' ')
  }

  /** `buyer` buys BTC for this many hundreds of USDT from `seller`. */
  trades(buyer: string, seller: string, hundreds = 1): void {
    this.sells(seller, hundreds, { at: 100 })
    this.buys(buyer, hundreds, { at: 100 })
  }
}

const task = (id: number, kind: TaskKind, change: Partial<TaskDefinition>): TaskDefinition => ({
  id: id as TaskId,
  kind,
  group: 'onboarding',
  title: `Task ${id}`,
  description: '',
  reward: 50,
  target: 1,
  after: null,
  opensAt: null,
  closesAt: null,
  maxClaims: null,
  position: id,
  link: kind === 'visit_link' || kind === 'join_channel' ? 'https://example.com' : null,
  channel: kind === 'join_channel' ? '@channel' : null,
  code: kind === 'promo_code' ? 'WELCOME' : null,
  questions: kind === 'quiz' ? [{ question: 'Which?', options: ['a', 'b'], answer: 1 }] : [],
  ...change,
})
