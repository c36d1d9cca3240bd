/**
 * Books commissions: share × increase of the fees that each friend paid, in the currency of the fee, from `fees`. Tiers
 * and standings are those at the beginning of the day. A command books a limited number of friends, so that no
 * command takes long; the next one continues.
 */

import type { RewardStanding } from '../../contract/earn/views.ts'
import type { CurrencyId, UserId } from '../../contract/ids.ts'
import { smallestOf } from '../../contract/markets/instruments.ts'
import { type Ppm, plus, type Units, ZERO } from '../../contract/money.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { accountOf, friendIdsOf } from '../accounts/views.ts'
import { expectDefined } from '../assert.ts'
import { activityOf, free, isAccountFrozen, paidFees } from '../core.ts'
import { type Execution, emit } from '../execution.ts'
import { currencyOf } from '../instruments/views.ts'
import { move, type Posting } from '../postings.ts'
import { pay, refusePayment } from '../rewards/pay.ts'
import { dayOf, rewardsIn, standingIn } from '../rewards/state.ts'
import { sorted } from '../sorted.ts'
import type { State } from '../state.ts'
import type { AccrueCommissions } from './commands.ts'
import type { CommissionLine } from './events.ts'
import { feesIn } from './state.ts'
import { shareFor, shareOf } from './tiers.ts'

const FRIENDS_PER_COMMAND = 500
const MILLION = 1_000_000n

export function refuse(state: State, { day }: AccrueCommissions): Refusal | undefined {
  if (state.rewards.parameters === undefined) return refusal('REWARDS_NOT_READY')
  const hasEnded = Number.isSafeInteger(day) && day < dayOf(state.at)
  return hasEnded ? undefined : refusal('INVALID_REQUEST', { reason: 'This day has not ended.' })
}

/** Continues an interrupted booking first, of whichever day it is. */
export function perform(execution: Execution, command: AccrueCommissions): void {
  const { state, at } = execution
  const { booking } = state.referrals
  const isRunning = booking !== undefined && !booking.isDone
  if (!isRunning && booking !== undefined && booking.day >= command.day) return
  const day = isRunning ? booking.day : command.day
  let [index, from] = isRunning ? [booking.referrers, booking.friends] : [0, 0]
  const { referrers } = state.friends
  let left = FRIENDS_PER_COMMAND
  while (index < referrers.length) {
    const referrer = expectDefined(referrers[index], 'the index is below the length')
    const all = friendIdsOf(state, referrer)
    const count = all.length - from
    // Friends are divided over several commands only if one is not enough for them.
    if (count > left && left < FRIENDS_PER_COMMAND) break
    const friends = all.slice(from, from + left)
    if (accountOf(state, referrer)?.kind === 'user') bookFriends(execution, referrer, friends, day)
    left -= friends.length
    from += friends.length
    if (from < all.length) break
    setTier(execution, referrer)
    index += 1
    from = 0
  }
  const isDone = index === referrers.length
  emit(execution, { type: 'commissions-advanced', at, day, referrers: index, friends: from, isDone })
}

/** A referrer who is frozen or under review is booked on a later day, and so are friends who are held or under review. Limited ones forgo the commission. */
function bookFriends(execution: Execution, user: UserId, friends: readonly UserId[], day: number): void {
  const { state, at } = execution
  const standing = standingAtDayStart(state, user)
  if (standing === 'under_review' || isAccountFrozen(state, user, at)) return
  const share = standing === 'ok' ? shareOf(state, user) : 0
  const lines = friends.flatMap((friend) => linesOf(state, friend, share))
  const postings = postingsOf(user, lines)
  const isCovered = postings.every(
    ({ owner, currency, amount }) => owner !== 'fees' || free(state, 'fees', currency) >= -amount,
  )
  if (lines.length > 0 && isCovered)
    emit(execution, { type: 'commission-booked', at, day, user, share, lines, postings })
  if (standing === 'ok') payBonuses(execution, user, friends)
}

function setTier(execution: Execution, user: UserId): void {
  const next = shareFor(execution.state, user)
  if (execution.state.referrals.shares.get(user) !== next)
    emit(execution, { type: 'referral-tier-set', user, share: next })
}

function linesOf(state: State, friend: UserId, share: Ppm): CommissionLine[] {
  const standing = standingAtDayStart(state, friend)
  if (standing === 'under_review' || state.referrals.held.has(friend)) return []
  const rate = BigInt(standing === 'ok' ? share : 0)
  return paidFees(state, friend).flatMap(([currency, feesTotal]) => {
    const { counted, remainder } = feesIn(state.referrals, friend, currency)
    if (feesTotal === counted) return []
    const due = (feesTotal - counted) * rate + BigInt(remainder)
    const smallest = smallestOf(expectDefined(currencyOf(state, currency), 'fees are paid in listed currencies'))
    const divisor = MILLION * smallest
    const amount = ((due / divisor) * smallest) as Units
    return [{ friend, currency, feesTotal, amount, remainder: Number(due % divisor) }]
  })
}

/** One transfer per currency, in the order of the currencies. */
function postingsOf(user: UserId, lines: readonly CommissionLine[]): Posting[] {
  const sums = new Map<CurrencyId, Units>()
  for (const { currency, amount } of lines) sums.set(currency, plus(sums.get(currency) ?? ZERO, amount))
  const [from, to] = [{ owner: 'fees', part: 'free' } as const, { owner: user, part: 'free' } as const]
  return sorted(sums).flatMap(([currency, amount]) => (amount === ZERO ? [] : move(currency, amount, from, to)))
}

/** For each friend once. What exceeds the funds or a cap is paid on a later day. */
function payBonuses(execution: Execution, user: UserId, friends: readonly UserId[]): void {
  const { state } = execution
  const { friendBonus } = expectDefined(state.rewards.parameters, 'a booking without parameters is refused')
  if (friendBonus === 0) return
  for (const friend of friends) {
    const isDue =
      activityOf(state, friend)?.qualifiedAt !== undefined &&
      rewardsIn(state.rewards, user).bonuses?.has(friend) !== true &&
      !state.referrals.held.has(friend) &&
      standingAtDayStart(state, friend) === 'ok'
    if (!isDue) continue
    if (refusePayment(state, user, friendBonus) !== undefined) return
    pay(execution, user, { kind: 'friend_bonus', friend }, friendBonus)
  }
}

function standingAtDayStart({ rewards, referrals }: State, user: UserId): RewardStanding {
  const { state, since, atDayStart } = standingIn(rewards, user)
  return since !== undefined && since > referrals.dayStartedAt ? atDayStart : state
}
