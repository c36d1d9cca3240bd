import { noteChange, post } from '../core.ts'
import { handlerOf, type Module } from '../module-type.ts'
import type { WithdrawalCommand } from './commands.ts'
import { approveWithdrawal, cancelWithdrawal, rejectWithdrawal, reviewWithdrawal } from './decide-withdrawal.ts'
import type { WithdrawalEvent } from './events.ts'
import { loadPaid } from './paid-addresses.ts'
import { requestWithdrawal } from './request-withdrawal.ts'
import * as setWithdrawalLimits from './set-withdrawal-limits.ts'
import {
  add,
  change,
  dropOld,
  isClosed,
  lines,
  loadClosed,
  loadFound,
  loadLimits,
  loadWithdrawals,
  save,
  type WithdrawalPiece,
} from './state.ts'

export const withdrawals: Module<WithdrawalCommand, WithdrawalEvent, WithdrawalPiece> = {
  handlers: {
    'request-withdrawal': requestWithdrawal,
    'approve-withdrawal': handlerOf(approveWithdrawal),
    'reject-withdrawal': handlerOf(rejectWithdrawal),
    'cancel-withdrawal': handlerOf(cancelWithdrawal),
    'review-withdrawal': handlerOf(reviewWithdrawal),
    'set-withdrawal-limits': handlerOf(setWithdrawalLimits),
  },
  appliers: {
    'withdrawal-requested'(state, { at, withdrawal, postings }) {
      post(state, postings)
      dropOld(state.withdrawals, at)
      add(state.withdrawals, withdrawal)
      noteChange(state, withdrawal.user)
    },
    'withdrawal-approved'(state, { user, withdrawal, signature }) {
      change(state.withdrawals, withdrawal, { status: 'approved', signature })
      noteChange(state, user)
    },
    'withdrawal-reviewed'(state, { user, withdrawal, review }) {
      change(state.withdrawals, withdrawal, { status: 'review', review })
      noteChange(state, user)
    },
    'withdrawal-released'(state, { at, user, withdrawal, status, postings }) {
      post(state, postings)
      change(state.withdrawals, withdrawal, { status, closedAt: at })
      noteChange(state, user)
    },
    'withdrawal-limits-set'(state, { limits }) {
      state.withdrawals.limits = limits
    },
  },
  loaders: {
    withdrawals: (state, piece) => loadWithdrawals(state.withdrawals, piece),
    'closed-withdrawals': (state, piece) => loadClosed(state.withdrawals, piece),
    'withdrawal-limits': (state, piece) => loadLimits(state.withdrawals, piece),
    'found-payments': (state, piece) => loadFound(state.withdrawals, piece),
    'paid-addresses': (state, piece) => loadPaid(state.withdrawals.paid, piece),
  },
  save: (state) => save(state.withdrawals),
  lines: (state) => lines(state.withdrawals),
  *holds({ withdrawals }) {
    for (const withdrawal of withdrawals.byId.values())
      if (!isClosed(withdrawal))
        yield { user: withdrawal.user, currency: withdrawal.currency, amount: withdrawal.amount }
  },
}
