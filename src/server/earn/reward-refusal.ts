import type { Millis } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { State } from '../../engine/exchange.ts'

const DAY_MILLIS: Millis = 24 * 60 * 60 * 1_000

/** A refusal of the engine as users receive it: with the time at which a daily cap ends. */
export function rewardRefusal(state: State, refusal: Refusal): Refusal {
  switch (refusal.code) {
    // Only an operator can change the rules.
    case 'RULES_OUTDATED':
      return refuse('REWARDS_NOT_READY')
    case 'REWARDS_CAP_REACHED':
    case 'USER_CAP_REACHED':
      return refuse(refusal.code, { next_at: new Date(nextDay(state.at)).toISOString() })
    default:
      return refusal
  }
}

const nextDay = (at: Millis): Millis => (Math.floor(at / DAY_MILLIS) + 1) * DAY_MILLIS
