import type { UserId } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { accountOf, rewardProgram, type State } from '../../engine/exchange.ts'

/** While the program has no parameters nothing can be shown. */
export function refuseReading(state: State, user: UserId): Refusal | undefined {
  if (accountOf(state, user) === undefined) return refuse('ACCOUNT_NOT_FOUND')
  return rewardProgram(state) === undefined ? refuse('REWARDS_NOT_READY') : undefined
}
