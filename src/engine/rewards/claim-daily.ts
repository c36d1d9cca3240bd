/** The daily reward: once in 24 hours, and a claim within 48 hours continues the streak on the seven-day wheel. */

import type { RewardParameters } from '../../contract/earn/parameters.ts'
import type { Xp } from '../../contract/earn/xp.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { accountOf } from '../accounts/views.ts'
import { expectDefined } from '../assert.ts'
import type { Execution } from '../execution.ts'
import type { State } from '../state.ts'
import type { ClaimDaily } from './commands.ts'
import { pay, refuseAccrual, refuseClaim, refuseOwnPayment, refusePayment } from './pay.ts'
import { rewardsIn } from './state.ts'

export const DAILY_COOLDOWN_MILLIS: Millis = 24 * 60 * 60 * 1_000
/** The daily reward of an older account does not depend on what others received. */
const ESTABLISHED_MILLIS: Millis = 7 * DAILY_COOLDOWN_MILLIS
export const STREAK_MILLIS: Millis = 2 * DAILY_COOLDOWN_MILLIS

/** The day of the streak and the reward of a claim at `at`. */
export function nextDaily(state: State, user: UserId, at: Millis): { readonly days: number; readonly amount: Xp } {
  const { dailyWheel } = state.rewards.parameters as RewardParameters
  const last = rewardsIn(state.rewards, user).daily
  const days = last !== undefined && at < last.expiresAt ? last.days + 1 : 1
  return {
    days,
    amount: expectDefined(dailyWheel[(days - 1) % dailyWheel.length], 'the wheel has a reward for every day'),
  }
}

export function refuse(state: State, { user }: ClaimDaily): Refusal | undefined {
  const refused = refuseClaim(state, user)
  if (refused !== undefined) return refused
  const { daily } = rewardsIn(state.rewards, user)
  if (daily !== undefined && state.at < daily.claimedAt + DAILY_COOLDOWN_MILLIS) return refusal('DAILY_COOLDOWN')
  const { amount } = nextDaily(state, user, state.at)
  // Many new accounts that use up the cap of a day must not end the streaks of users.
  const refuseAmount = isEstablished(state, user) ? refuseOwnPayment : refusePayment
  return refuseAccrual(state, user) ?? refuseAmount(state, user, amount)
}

const isEstablished = (state: State, user: UserId): boolean =>
  state.at - (accountOf(state, user)?.openedAt ?? state.at) > ESTABLISHED_MILLIS

export function perform(execution: Execution, { user }: ClaimDaily): void {
  const { days, amount } = nextDaily(execution.state, user, execution.at)
  pay(execution, user, { kind: 'daily', days }, amount)
}
