/** Accounts for other modules, and for readers outside the engine. */

import type { UserId } from '../../contract/ids.ts'
import type { State } from '../state.ts'
import type { Account } from './state.ts'

type AccountView = Readonly<Account>

export const accountOf = (state: State, user: UserId): AccountView | undefined => state.accounts.get(user)
export const accounts = (state: State): Iterable<AccountView> => state.accounts.values()
/** Direct friends, in the order in which they joined. */
export const friendIdsOf = (state: State, referrer: UserId): readonly UserId[] =>
  state.friends.byReferrer.get(referrer) ?? []
