import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import { accountOf } from '../accounts/views.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { HoldFriends } from './commands.ts'

const MAX_FRIENDS = 1_000

export function refuse(state: State, { referrer, friends }: HoldFriends): Refusal | undefined {
  if (friends.length === 0 || friends.length > MAX_FRIENDS)
    return refusal('INVALID_REQUEST', { reason: `Name from 1 to ${MAX_FRIENDS} friends.` })
  return friends.every((friend) => accountOf(state, friend)?.referrer === referrer)
    ? undefined
    : refusal('ACCOUNT_NOT_FOUND')
}

export function perform(execution: Execution, { referrer, friends, held, operator }: HoldFriends): void {
  const { state, at } = execution
  const { held: all, released } = state.referrals
  const changed = [...new Set(friends)].filter(
    (friend) => all.has(friend) !== held && !(operator === null && released.has(friend)),
  )
  if (changed.length > 0) emit(execution, { type: 'friends-held', at, user: referrer, friends: changed, held })
}
