import type { Millis } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { expectDefined } from '../assert.ts'
import { cancelEveryOrder } from '../core.ts'
import { type Execution, emit } from '../execution.ts'
import type { State } from '../state.ts'
import type { FreezeAccount, UnfreezeAccount } from './commands.ts'
import { activeFreezes, type Freeze } from './freeze.ts'
import { accountOf } from './views.ts'

/** A thief who passes all factors must not be faster than the owner. */
const OWNER_LIFTING_MILLIS: Millis = 24 * 60 * 60 * 1_000

/** The active freeze of the origin of the command. */
function ownFreeze(state: State, { user, origin }: Pick<FreezeAccount, 'user' | 'origin'>): Freeze | undefined {
  const { freezes } = expectDefined(accountOf(state, user), 'a command without an account is refused')
  return activeFreezes(freezes, state.at).find((freeze) => freeze.origin === origin)
}

export const freezeAccount = {
  refuse: (state: State, { user }: FreezeAccount): Refusal | undefined =>
    accountOf(state, user) === undefined ? refuse('ACCOUNT_NOT_FOUND') : undefined,
  perform(execution: Execution, command: FreezeAccount): void {
    const { user, origin } = command
    cancelEveryOrder(execution.state, user)
    const freeze = ownFreeze(execution.state, command)
    if (freeze === undefined || freeze.liftsAt !== null)
      emit(execution, { type: 'account-frozen', at: execution.at, user, origin })
  },
}

export const unfreezeAccount = {
  refuse(state: State, command: UnfreezeAccount): Refusal | undefined {
    if (accountOf(state, command.user) === undefined) return refuse('ACCOUNT_NOT_FOUND')
    return ownFreeze(state, command) === undefined ? refuse('NOT_FROZEN') : undefined
  },
  perform(execution: Execution, command: UnfreezeAccount): void {
    const { at, state } = execution
    const { user, origin } = command
    if (ownFreeze(state, command)?.liftsAt !== null) return
    const liftsAt = origin === 'operator' ? at : at + OWNER_LIFTING_MILLIS
    emit(execution, { type: 'account-unfrozen', at, user, origin, liftsAt })
  },
}
