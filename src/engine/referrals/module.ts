import { accountOf } from '../accounts/views.ts'
import { noteChange, post } from '../core.ts'
import { handlerOf, type Module } from '../module-type.ts'
import * as accrueCommissions from './accrue-commissions.ts'
import type { ReferralCommand } from './commands.ts'
import type { ReferralEvent } from './events.ts'
import * as holdFriends from './hold-friends.ts'
import { lines, loadBooking, loadFees, loadHeld, loadReleased, loadShares, type ReferralPiece, save } from './save.ts'
import { advance, book, hold } from './state.ts'

export const referrals: Module<ReferralCommand, ReferralEvent, ReferralPiece> = {
  handlers: { 'accrue-commissions': handlerOf(accrueCommissions), 'hold-friends': handlerOf(holdFriends) },
  appliers: {
    'commission-booked'(state, event) {
      post(state, event.postings)
      book(state.referrals, event)
      noteChange(state, event.user)
    },
    'referral-tier-set': (state, { user, share }) => void state.referrals.shares.set(user, share),
    'friends-held': (state, event) => hold(state.referrals, event),
    'commissions-advanced': (state, event) => advance(state.referrals, event),
  },
  loaders: {
    'commission-booking': (state, piece) => loadBooking(state.referrals, piece),
    'referral-shares': (state, piece) => loadShares(state.referrals, piece),
    'held-friends': (state, piece) => loadHeld(state.referrals, piece),
    'released-friends': (state, piece) => loadReleased(state.referrals, piece),
    'friend-fees': (state, piece) => loadFees(state.referrals, piece, (friend) => accountOf(state, friend)?.referrer),
  },
  save: (state) => save(state.referrals),
  lines: (state) => lines(state.referrals),
  holds: () => [],
}
