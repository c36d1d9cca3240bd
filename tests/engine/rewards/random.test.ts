/** Rules that hold for every sequence of commands, checked from events with sums of their own. */

import { expect, test } from 'vitest'
import type { RewardParameters } from '../../../src/contract/earn/parameters.ts'
import { wholeXp, XP } from '../../../src/contract/earn/xp.ts'
import type { CurrencyId, UserId } from '../../../src/contract/ids.ts'
import { SMALL } from '../../../src/engine/core/records.ts'
import {
  accountOf,
  accounts as accountsOf,
  type Command,
  type Event,
  execute,
  free,
  type RewardCause,
  type State,
} from '../../../src/engine/exchange.ts'
import { assertInvariants } from '../../../src/engine/invariants.ts'
import { emptyState } from '../../../src/engine/state.ts'
import { random } from '../../../src/server/play/random.ts'
import { noPayments, recordPayments } from '../../simulation/reward-payments.ts'
import { randomRewardCommand } from '../../simulation/simulated-rewards.ts'
import { accounts, listings, type Random, randomCommand, USERS } from '../../simulation/simulated-traders.ts'
import { JOURNAL } from '../exchange.ts'
import { DAY, HOUR, Program } from './program.ts'

const START = 19_700 * DAY

/** Executes a random sequence in which rewards and trades are equally frequent; on average an hour passes per command. */
function run(dice: Random, commands: number, onEvents: (state: State, events: readonly Event[]) => void): State {
  const state = emptyState(JOURNAL, SMALL)
  const does = (command: Command, at: number): void => {
    const { events } = execute(state, { seq: state.seq + 1, at, rules: state.rules, command })
    onEvents(state, events)
  }
  for (const command of [...listings(), ...accounts(dice)]) does(command, START)
  for (let done = 0; done < commands; done++) {
    const at = state.at + Math.floor(dice() * 2 * HOUR)
    const user = USERS[Math.floor(dice() * USERS.length)] as UserId
    does(dice() < 0.5 ? randomRewardCommand(dice, user, at) : randomCommand(dice, `id-${done}`, state.seq, at), at)
  }
  assertInvariants(state)
  return state
}

test('Rewards are paid once, from funds, and within the daily caps, in 150 random runs', () => {
  const kinds = new Map<RewardCause['kind'] | 'commission', number>()
  const count = (kind: RewardCause['kind'] | 'commission'): void => void kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  for (let seed = 1; seed <= 150; seed++) {
    let parameters: RewardParameters | undefined
    let funded = 0
    const paid = new Map<string, number>()
    const payments = noPayments()
    const state = run(random(seed), 600, (current, events) => {
      recordPayments({ outcome: { events } } as never, payments)
      for (const event of events) {
        if (event.type === 'reward-parameters-set') parameters = event.parameters
        if (event.type === 'rewards-funded') funded += wholeXp(event.postings[1]?.amount ?? (0n as never))
        if (event.type === 'commission-booked') count('commission')
        if (event.type !== 'reward-paid') continue
        count(event.cause.kind)
        const day = Math.floor(event.at / DAY)
        const age = event.at - (accountOf(current, event.user)?.openedAt ?? 0)
        const isOldDaily = event.cause.kind === 'daily' && age > 7 * DAY
        for (const [key, cap] of [
          // The daily reward of an account that is older than a week is paid in any case.
          [`all ${day}`, isOldDaily ? Number.POSITIVE_INFINITY : (parameters?.dailyCap ?? 0)],
          [`${event.user} ${day}`, parameters?.userDailyCap ?? 0],
        ] as const) {
          const before = paid.get(key) ?? 0
          expect(event.amount === 0 || (before === 0 && cap > 0) || before + event.amount <= cap).toBe(true)
          paid.set(key, before + event.amount)
        }
        expect(accountOf(current, event.user)?.kind).toBe('user')
      }
    })
    const total = [...paid].filter(([key]) => key.startsWith('all')).reduce((sum, [, amount]) => sum + amount, 0)
    const owned = USERS.reduce((sum, user) => sum + wholeXp(free(state, user, XP.id)), 0)
    expect([owned, wholeXp(free(state, 'rewards', XP.id)), wholeXp(free(state, 'world', XP.id))]).toEqual([
      total,
      funded - total,
      -funded,
    ])
  }
  expect([...kinds.keys()].sort()).toEqual(['commission', 'daily', 'friend_bonus', 'mining', 'task'])
  for (const [, times] of kinds) expect(times).toBeGreaterThan(50)
})

test('Five colluding accounts never end with more coins than they began with', () => {
  const ring = ['a', 'b', 'c', 'd', 'e']
  for (let seed = 1; seed <= 20; seed++) {
    const dice = random(seed)
    const referrers = Object.fromEntries(
      ring.slice(1).map((user, index) => [user, ring[Math.floor(dice() * (index + 1))] as string]),
    )
    const x = new Program(ring, { referrers, parameters: { tiers: [{ minActiveFriends: 0, share: 500_000 }] } })
    const coins = [1, 2] as CurrencyId[]
    const owned = (coin: CurrencyId): bigint =>
      ring.reduce((sum, user) => sum + free(x.state, user as UserId, coin), 0n)
    const before = coins.map(owned)
    for (let step = 0; step < 60; step++) {
      const [buyer, seller] = [0, 0].map(() => ring[Math.floor(dice() * ring.length)] as string) as [string, string]
      if (buyer !== seller) x.trades(buyer, seller, 1 + Math.floor(dice() * 20))
      if (dice() < 0.2) {
        x.waits(24)
        x.books()
      }
    }
    for (const [index, coin] of coins.entries()) expect(owned(coin) < (before[index] ?? 0n)).toBe(true)
  }
})

test('The referral graph has no cycle after random registrations', () => {
  const dice = random(7)
  const x = new Program([])
  const names = Array.from({ length: 60 }, (_, index) => `user-${index}`)
  for (let step = 0; step < 600; step++) {
    const [user, referrer] = [names[Math.floor(dice() * 60)], names[Math.floor(dice() * 60)]] as [string, string]
    x.does({ type: 'open-account', user, kind: 'user', referralCode: null, referrer, grants: [] })
  }
  let referred = 0
  for (const { user } of accountsOf(x.state)) {
    const seen = new Set<UserId>([user])
    for (let next = accountOf(x.state, user)?.referrer; next; next = accountOf(x.state, next)?.referrer) {
      expect(seen.has(next)).toBe(false)
      seen.add(next)
    }
    if (seen.size > 1) referred += 1
  }
  expect(referred).toBeGreaterThan(20)
})
