/** Commissions in snapshots and in the state text. Nothing is written before the first booking. */

import type { CurrencyId, UserId } from '../../contract/ids.ts'
import type { Ppm } from '../../contract/money.ts'
import { expectDefined } from '../assert.ts'
import { sorted } from '../sorted.ts'
import { addEarned, type FriendFees, type ReferralState } from './state.ts'

type SavedBooking = Pick<ReferralState, 'booking' | 'dayStartedAt'>
type SavedFees = { readonly friend: UserId; readonly fees: readonly (readonly [CurrencyId, FriendFees])[] }

type BookingPiece = { readonly part: 'commission-booking'; readonly items: readonly SavedBooking[] }
type SharesPiece = { readonly part: 'referral-shares'; readonly items: readonly (readonly [UserId, Ppm])[] }
type FeesPiece = { readonly part: 'friend-fees'; readonly items: readonly SavedFees[] }
type HeldPiece = { readonly part: 'held-friends'; readonly items: readonly UserId[] }
type ReleasedPiece = { readonly part: 'released-friends'; readonly items: readonly UserId[] }
export type ReferralPiece = BookingPiece | SharesPiece | HeldPiece | ReleasedPiece | FeesPiece

export const save = ({ booking, dayStartedAt, shares, held, released, fees }: ReferralState): ReferralPiece[] => [
  { part: 'commission-booking', items: booking === undefined ? [] : [{ booking, dayStartedAt }] },
  { part: 'referral-shares', items: [...shares] },
  { part: 'held-friends', items: [...held] },
  { part: 'released-friends', items: [...released] },
  { part: 'friend-fees', items: Array.from(fees, ([friend, own]) => ({ friend, fees: [...own] })) },
]

export function loadBooking(referrals: ReferralState, { items }: BookingPiece): void {
  for (const saved of items) Object.assign(referrals, saved)
}

export function loadShares({ shares }: ReferralState, { items }: SharesPiece): void {
  for (const [referrer, share] of items) shares.set(referrer, share)
}

export function loadHeld({ held }: ReferralState, { items }: HeldPiece): void {
  for (const friend of items) held.add(friend)
}

export function loadReleased({ released }: ReferralState, { items }: ReleasedPiece): void {
  for (const friend of items) released.add(friend)
}

export function loadFees(
  referrals: ReferralState,
  { items }: FeesPiece,
  referrerOf: (friend: UserId) => UserId | null | undefined,
): void {
  for (const { friend, fees } of items) {
    referrals.fees.set(friend, new Map(fees))
    const referrer = expectDefined(referrerOf(friend) ?? undefined, 'a friend has a referrer')
    for (const [currency, { earned }] of fees) addEarned(referrals, referrer, currency, earned)
  }
}

export function* lines({ booking, dayStartedAt, shares, held, released, fees }: ReferralState): Generator<object> {
  if (booking !== undefined) yield { commissions: booking, dayStartedAt }
  for (const [referrer, share] of sorted(shares)) yield { referrer, share }
  for (const friend of [...held].sort()) yield { held: friend }
  for (const friend of [...released].sort()) yield { released: friend }
  for (const [friend, own] of sorted(fees)) yield { friend, fees: sorted(own) }
}
