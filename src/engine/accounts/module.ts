import { noteChange, openOwner, post, setFrozenUntil } from '../core.ts'
import { handlerOf, type Module } from '../module-type.ts'
import type { AccountCommand } from './commands.ts'
import type { AccountEvent } from './events.ts'
import { freezeAccount, unfreezeAccount } from './freeze-account.ts'
import * as openAccount from './open-account.ts'
import { acceptCredentials, changeCredentials } from './record-credentials.ts'
import * as removeUser from './remove-user.ts'
import { type AccountPiece, lines, load, save } from './save.ts'
import { addAccount, addFriend, liftFreeze, setCredentials, setFreeze } from './state.ts'

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
      addAccount(state.accounts, event)
      openOwner(state, event.user)
      noteChange(state, event.user)
      addFriend(state.friends, event.referrer, event.user)
    },
    'account-frozen'(state, { user, origin, at }) {
      setFrozenUntil(state, user, setFreeze(state.accounts, user, { origin, since: at, liftsAt: null }, at))
    },
    'account-unfrozen': (state, event) => setFrozenUntil(state, event.user, liftFreeze(state.accounts, event)),
    'credentials-recorded': (state, event) => setCredentials(state.accounts, event),
    'user-removed': () => undefined,
  },
  loaders: { accounts: load },
  save,
  lines,
  holds: () => [],
}
