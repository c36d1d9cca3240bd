import { accountOf, noteChange, post } from '../core.ts'
import { handlerOf, type Module } from '../module-type.ts'
import * as accrueCommissions from './accrue-commissions.ts'
import type { AccrueCommissions } from './commands.ts'
import type { ReferralEvent } from './events.ts'
import { lines, loadBooking, loadFees, loadShares, type ReferralPiece, save } from './save.ts'
import { advance, book } from './state.ts'

export const referrals: Module<AccrueCommissions, ReferralEvent, ReferralPiece> = {
  handlers: { 'accrue-commissions': handlerOf(accrueCommissions) },
  appliers: {
    'commission-booked'(state, event) {
      post(state, event.postings)
      book(state.referrals, event)
      noteChange(state, event.user)
    },
    'referral-tier-set': (state, { user, share }) => void state.referrals.shares.set(user, share),
    'commissions-advanced': (state, event) => advance(state.referrals, event),
  },
  loaders: {
    'commission-booking': (state, piece) => loadBooking(state.referrals, piece),
    'referral-shares': (state, piece) => loadShares(state.referrals, piece),
    'friend-fees': (state, piece) => loadFees(state.referrals, piece, (friend) => accountOf(state, friend)?.referrer),
  },
  save: (state) => save(state.referrals),
  lines: (state) => lines(state.referrals),
  holds: () => [],
}
