import { openBalances, post } from '../core.ts'
import { handlerOf, type Module } from '../module-type.ts'
import { sorted } from '../sorted.ts'
import type { AccountCommand } from './commands.ts'
import type { AccountEvent } from './events.ts'
import { freezeAccount, unfreezeAccount } from './freeze-account.ts'
import * as openAccount from './open-account.ts'
import { acceptCredentials, changeCredentials } from './record-credentials.ts'
import * as removeUser from './remove-user.ts'
import {
  type AccountPiece,
  accountLine,
  addAccount,
  addFriend,
  liftFreeze,
  load,
  save,
  setCredentials,
  setFreeze,
} from './state.ts'

export const accounts: Module<AccountCommand, AccountEvent, AccountPiece> = {
  handlers: {
    'open-account': handlerOf(openAccount),
    'freeze-account': handlerOf(freezeAccount),
    'unfreeze-account': handlerOf(unfreezeAccount),
    'credentials-changed': handlerOf(changeCredentials),
    'accept-credentials': handlerOf(acceptCredentials),
    'remove-user': handlerOf(removeUser),
  },
  appliers: {
    'account-opened'(state, event) {
      post(state, event.postings)
      addAccount(state.accounts, event, state.seq, openBalances(state, event.user))
      addFriend(state.friends, event.referrer, event.user)
    },
    'account-frozen': (state, { user, origin, at }) => setFreeze(state, user, { origin, since: at, liftsAt: null }, at),
    'account-unfrozen': liftFreeze,
    'credentials-recorded': setCredentials,
    'user-removed': () => undefined,
  },
  loaders: {
    accounts(state, piece) {
      load(state.accounts, piece, (user) => openBalances(state, user))
      for (const { user, referrer } of piece.items) addFriend(state.friends, referrer, user)
    },
  },
  save: (state) => save(state.accounts),
  *lines(state) {
    for (const [, account] of sorted(state.accounts)) yield accountLine(account)
  },
  holds: () => [],
}
