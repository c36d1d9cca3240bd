/** Pays XP from the account `rewards`: the whole amount, or nothing with the reason. */

import type { RewardParameters } from '../../contract/earn/parameters.ts'
import { wholeXp, XP, type Xp, xpUnits } from '../../contract/earn/xp.ts'
import type { UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { accountOf } from '../accounts/views.ts'
import { free, isAccountFrozen } from '../core.ts'
import { type Execution, emit } from '../execution.ts'
import { move } from '../postings.ts'
import type { State } from '../state.ts'
import type { RewardCause } from './events.ts'
import { dayOf, rewardsIn, standingIn } from './state.ts'

/** Whether the program exists and the account takes part. */
export function refuseReward(state: State, user: UserId): Refusal | undefined {
  if (accountOf(state, user)?.kind !== 'user') return refuse('ACCOUNT_NOT_FOUND')
  return state.rewards.parameters === undefined ? refuse('REWARDS_NOT_READY') : undefined
}

/** As `refuseReward`, for what the user does: a frozen account claims and starts nothing. */
export const refuseClaim = (state: State, user: UserId): Refusal | undefined =>
  refuseReward(state, user) ?? (isAccountFrozen(state, user, state.at) ? refuse('ACCOUNT_FROZEN') : undefined)

/** New rewards accrue only in good standing. What accrued before is paid in any standing. */
export function refuseAccrual({ rewards }: State, user: UserId): Refusal | undefined {
  const { state, reason } = standingIn(rewards, user)
  return state === 'ok' ? undefined : refuse('REWARD_STANDING', { reason })
}

/** XP that rewards can still be paid from. */
export const rewardFunds = (state: State): Xp => wholeXp(free(state, 'rewards', XP.id))

/** What was paid on the day (UTC) of the last command. */
export const paidOnDay = (state: State, paid: { readonly day: number; readonly amount: Xp } | undefined): Xp =>
  paid?.day === dayOf(state.at) ? paid.amount : 0

/** The first payment of a day passes, so that an amount above a lowered cap can be paid at all, unless the cap is 0. */
const exceeds = (paid: Xp, amount: Xp, cap: Xp): boolean => amount > 0 && paid + amount > cap && (paid > 0 || cap === 0)

export function refusePayment(state: State, user: UserId, amount: Xp): Refusal | undefined {
  const { dailyCap } = state.rewards.parameters as RewardParameters
  const refusal = refuseOwnPayment(state, user, amount)
  if (refusal !== undefined && refusal.code !== 'USER_CAP_REACHED') return refusal
  return exceeds(paidOnDay(state, state.rewards.paid), amount, dailyCap) ? refuse('REWARDS_CAP_REACHED') : refusal
}

/** As `refusePayment`, regardless of what was paid to all users on the day. */
export function refuseOwnPayment(state: State, user: UserId, amount: Xp): Refusal | undefined {
  if (amount > rewardFunds(state)) return refuse('REWARDS_UNFUNDED')
  const { userDailyCap } = state.rewards.parameters as RewardParameters
  const own = paidOnDay(state, rewardsIn(state.rewards, user).paid)
  return exceeds(own, amount, userDailyCap) ? refuse('USER_CAP_REACHED') : undefined
}

/** After `refusePayment`. */
export function pay(execution: Execution, user: UserId, cause: RewardCause, amount: Xp): void {
  const [from, to] = [{ owner: 'rewards', part: 'free' } as const, { owner: user, part: 'free' } as const]
  const postings = amount === 0 ? [] : move(XP.id, xpUnits(amount), from, to)
  emit(execution, { type: 'reward-paid', at: execution.at, user, cause, amount, postings })
}
