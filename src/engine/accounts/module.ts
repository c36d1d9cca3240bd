import { expectDefined } from '../assert.ts'
import { openBalances, post } from '../core.ts'
import { handlerOf, type Module } from '../module-type.ts'
import { sorted } from '../sorted.ts'
import type { AccountCommand } from './commands.ts'
import type { AccountEvent } from './events.ts'
import * as openAccount from './open-account.ts'
import * as setAccountFrozen from './set-account-frozen.ts'
import { type AccountPiece, accountLine, addAccount, addFriend, load, save, setFrozen } from './state.ts'

export const accounts: Module<AccountCommand, AccountEvent, AccountPiece> = {
  handlers: {
    'open-account': handlerOf(openAccount),
    'set-account-frozen': handlerOf(setAccountFrozen),
  },
  appliers: {
    'account-opened'(state, event) {
      post(state, event.postings)
      addAccount(state.accounts, event, state.seq, openBalances(state, event.user))
      addFriend(state.friends, event.referrer, event.user)
    },
    'account-frozen-set': (state, event) =>
      setFrozen(expectDefined(state.accounts.get(event.user), 'the account is open'), event),
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
