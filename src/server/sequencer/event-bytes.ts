/**
 * Events as bytes: the hash of a batch covers them. What happens to orders is a record of numbers, everything else its
 * canonical text. A record begins with a slot {kind, flags; number of its slots} and has every field of its event, so
 * different events have different bytes.
 */

import type { Seq } from '../../contract/ids.ts'
import { assert } from '../../engine/assert.ts'
import {
  canonicalText,
  type Event,
  type Leg,
  type OrderOpened,
  type Owner,
  type Posting,
  type RequestRemembered,
  type Traded,
} from '../../engine/exchange.ts'
import { CLIENT_ID, putTerms, SELL } from './order-terms-bytes.ts'
import { putAmount, putNumber, putText, putWords, reserve, type Slots } from './slots.ts'

type OrderRested = Extract<Event, { type: 'order-rested' }>
type OrderClosed = Extract<Event, { type: 'order-closed' }>

const KINDS = { opened: 2, rested: 3, traded: 4, closed: 5, remembered: 6, text: 128 } as const
const REASONS = { filled: 0, cancelled: 1, expired: 2 } as const
/** Owners of the postings of an order event: the house that takes fees, and the users in the event. */
const [FEES, ONE, OTHER] = [0, 1, 2] as const
/** More than the numbers of any record; its texts and postings are reserved by themselves. */
const MOST_FIELDS = 32
const POSTING_SLOTS = 3

/** The events of one command. */
export function putEvents(to: Slots, seq: Seq, events: readonly Event[]): void {
  reserve(to, 2)
  putNumber(to, seq)
  putNumber(to, events.length)
  for (const event of events) putEvent(to, event)
}

function putEvent(to: Slots, event: Event): void {
  reserve(to, MOST_FIELDS)
  const start = to.end
  to.end += 1
  const head = putFields(to, event)
  to.words[start * 2] = head
  to.words[start * 2 + 1] = to.end - start
}

/** What the first word of the record is. */
function putFields(to: Slots, event: Event): number {
  switch (event.type) {
    case 'order-opened':
      return putOpened(to, event)
    case 'order-rested':
      return putRested(to, event)
    case 'traded':
      return putTraded(to, event)
    case 'order-closed':
      return putClosed(to, event)
    case 'request-remembered':
      return 'order' in event.answer ? putRemembered(to, event, event.answer.order) : putOther(to, event)
    default:
      return putOther(to, event)
  }
}

const headOf = (kind: number, flags = 0): number => kind | (flags << 8)

function putOpened(to: Slots, event: OrderOpened): number {
  const { at, order, user, clientId, pair, side, terms, makerFee, takerFee, postings } = event
  putNumber(to, at)
  putNumber(to, order)
  putNumber(to, pair)
  putWords(to, makerFee, takerFee)
  const flags = putTerms(to, terms) | (side === 'sell' ? SELL : 0) | (clientId === null ? 0 : CLIENT_ID)
  putText(to, user)
  if (clientId !== null) putText(to, clientId)
  putPostings(to, postings, user, user)
  return headOf(KINDS.opened, flags)
}

function putRested(to: Slots, { order }: OrderRested): number {
  putNumber(to, order)
  return headOf(KINDS.rested)
}

function putTraded(to: Slots, { at, trade, pair, side, price, quantity, maker, taker, postings }: Traded): number {
  putNumber(to, at)
  putNumber(to, trade)
  putNumber(to, pair)
  putNumber(to, price)
  putNumber(to, quantity)
  putLeg(to, maker)
  putLeg(to, taker)
  putText(to, maker.user)
  putText(to, taker.user)
  putPostings(to, postings, maker.user, taker.user)
  return headOf(KINDS.traded, side === 'sell' ? SELL : 0)
}

function putLeg(to: Slots, { order, fee, filled, filledTotal, feeTotal }: Leg): void {
  putNumber(to, order)
  putNumber(to, filled)
  putAmount(to, fee)
  putAmount(to, filledTotal)
  putAmount(to, feeTotal)
}

function putClosed(to: Slots, { at, order, user, reason, postings }: OrderClosed): number {
  putNumber(to, at)
  putNumber(to, order)
  putText(to, user)
  putPostings(to, postings, user, user)
  return headOf(KINDS.closed, REASONS[reason])
}

function putRemembered(to: Slots, { at, user, clientId, until, body }: RequestRemembered, order: number): number {
  putNumber(to, at)
  putNumber(to, until)
  putNumber(to, body)
  putNumber(to, order)
  putText(to, user)
  putText(to, clientId)
  return headOf(KINDS.remembered)
}

function putOther(to: Slots, event: Event): number {
  putText(to, canonicalText(event))
  return headOf(KINDS.text)
}

function putPostings(to: Slots, postings: readonly Posting[], one: Owner, other: Owner): void {
  reserve(to, postings.length * POSTING_SLOTS)
  for (const { owner, part, currency, amount } of postings) {
    putWords(to, ownerOf(owner, one, other) | (part === 'held' ? 256 : 0), currency)
    putAmount(to, amount)
  }
}

function ownerOf(owner: Owner, one: Owner, other: Owner): number {
  if (owner === one) return ONE
  if (owner === other) return OTHER
  assert(owner === 'fees', 'an order event moves money of its users and fees only')
  return FEES
}
