/** Reads the log as objects: what happened to orders, and those that were closed. */

import type { CurrencyId, Millis, OrderId, TradeId, UserId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import type { Lots, Ticks } from '../../contract/money.ts'
import type { Leg, OrderEvent } from '../orders/events.ts'
import type { Posting } from '../postings.ts'
import type { Book } from './book.ts'
import { CLOSED_FIELDS, KINDS, type LogPart, OPENED_FIELDS, TRADED_FIELDS, textSlots } from './log.ts'
import type { Owners } from './owners.ts'
import type { OwnerHandle, PurseHandle, Records } from './records.ts'
import { sideOf, termsIn, unitsOf } from './terms.ts'
import { type OrderView, orderView } from './views.ts'

const REASONS = ['filled', 'cancelled', 'expired'] as const
const HELD = 1

/** A record: where its fields begin and where its postings end. */
type LogRecord = {
  memory: LogPart['in']['memory']
  kind: number
  flags: number
  pair: Pair
  slot: number
  end: number
  readonly at: Millis
}

/** Owners, purses and books are never removed, so a record can be read at any later time. */
export function openReadLog({ purses }: Records, owners: Owners, books: readonly Book[]) {
  /** What one command did, each event with the slots of its command that lie before it. `at`: the time of the command. */
  function events(parts: readonly LogPart[], at: Millis, read: (event: OrderEvent, before: number) => void): void {
    let before = 0
    forEach(parts, at, (record) => {
      read(eventOf(record), before)
      before += record.end - record.slot + 1
    })
  }

  /** The orders that one command closed, as they were then. */
  function closedOrders(parts: readonly LogPart[], at: Millis): OrderView[] {
    const orders: OrderView[] = []
    forEach(parts, at, (record) => {
      if (record.kind === KINDS.closed) orders.push(closedOrder(record))
    })
    return orders
  }

  /** The record is the same object each time: it is read at once. */
  function forEach(parts: readonly LogPart[], at: Millis, read: (record: LogRecord) => void): void {
    for (const { in: place, from, to } of parts) {
      const { memory } = place
      const { words } = memory
      const record: LogRecord = { memory, kind: 0, flags: 0, pair: books[0]!.market.pair, slot: 0, end: 0, at }
      for (let start = from; start < to; start = record.end) {
        const head = words[start * 2]!
        record.kind = head & 255
        record.flags = (head >>> 8) & 255
        record.pair = books[head >>> 16]!.market.pair
        record.slot = start + 1
        record.end = start + words[start * 2 + 1]!
        read(record)
      }
    }
  }

  function eventOf(record: LogRecord): OrderEvent {
    switch (record.kind) {
      case KINDS.opened:
        return opened(record)
      case KINDS.rested:
        return { type: 'order-rested', order: record.memory.numbers[record.slot] as OrderId }
      case KINDS.traded:
        return traded(record)
      default:
        return closed(record)
    }
  }

  function opened(record: LogRecord): OrderEvent {
    const { memory, pair, flags, slot, at } = record
    const { numbers, words } = memory
    const [price, quantity] = [numbers[slot + 4]!, numbers[slot + 5]!]
    return {
      type: 'order-opened',
      at,
      order: numbers[slot] as OrderId,
      user: userAt(record, slot + 1),
      clientId: clientIdOf(record, OPENED_FIELDS),
      keptUntil: numbers[slot + 6]!,
      pair: pair.id,
      side: sideOf(flags),
      terms: termsIn(pair, flags, price, quantity, numbers[slot + 3]!),
      makerFee: words[(slot + 2) * 2]!,
      takerFee: words[(slot + 2) * 2 + 1]!,
      postings: postings(record, afterClientId(record, OPENED_FIELDS)),
    }
  }

  function traded(record: LogRecord): OrderEvent {
    const { memory, pair, flags, slot, at } = record
    const { numbers } = memory
    const [base, quote] = [pair.base, pair.quote]
    const takerSells = sideOf(flags) === 'sell'
    return {
      type: 'traded',
      at,
      trade: numbers[slot] as TradeId,
      pair: pair.id,
      side: sideOf(flags),
      price: numbers[slot + 1] as Ticks,
      quantity: numbers[slot + 2] as Lots,
      maker: legAt(record, slot + 3, takerSells ? base : quote),
      taker: legAt(record, slot + 9, takerSells ? quote : base),
      postings: postings(record, slot + TRADED_FIELDS),
    }
  }

  function legAt(record: LogRecord, slot: number, received: Pair['base']): Leg {
    const { numbers } = record.memory
    return {
      order: numbers[slot] as OrderId,
      user: userAt(record, slot + 1),
      fee: unitsOf(received, numbers[slot + 2]!),
      filled: numbers[slot + 3] as Lots,
      filledTotal: unitsOf(record.pair.quote, numbers[slot + 4]!),
      feeTotal: unitsOf(received, numbers[slot + 5]!),
    }
  }

  const closed = (record: LogRecord): OrderEvent => ({
    type: 'order-closed',
    at: record.at,
    order: record.memory.numbers[record.slot] as OrderId,
    user: userAt(record, record.slot + 1),
    reason: REASONS[record.flags]!,
    postings: postings(record, afterClientId(record, CLOSED_FIELDS)),
  })

  function closedOrder(record: LogRecord): OrderView {
    const { memory, slot } = record
    const { numbers, words } = memory
    return orderView({
      id: numbers[slot]!,
      user: userAt(record, slot + 1),
      clientId: clientIdOf(record, CLOSED_FIELDS),
      pair: record.pair,
      makerRate: words[(slot + 2) * 2]!,
      takerRate: words[(slot + 2) * 2 + 1]!,
      slippage: numbers[slot + 3]!,
      price: numbers[slot + 4]!,
      quantity: numbers[slot + 5]!,
      left: numbers[slot + 6]!,
      filledTotal: numbers[slot + 7]!,
      fee: numbers[slot + 8]!,
      openedAt: numbers[slot + 9]!,
      flags: numbers[slot + 10]!,
      updatedAt: record.at,
      closed: REASONS[record.flags],
    })
  }

  function postings({ memory, pair, end }: LogRecord, from: number): Posting[] {
    const { words, numbers } = memory
    const all: Posting[] = []
    for (let slot = from; slot < end; slot += 2) {
      const word = words[slot * 2]!
      const purse = (word & ~HELD) as PurseHandle
      const currency = purses.currency[purse] as CurrencyId
      const of = currency === pair.base.id ? pair.base : pair.quote
      const part = (word & HELD) === 0 ? 'free' : 'held'
      all.push({ owner: owners.nameOf(purses.owner[purse]!), part, currency, amount: unitsOf(of, numbers[slot + 1]!) })
    }
    return all
  }

  const userAt = ({ memory }: LogRecord, slot: number): UserId =>
    owners.nameOf(memory.words[slot * 2] as OwnerHandle) as UserId

  return { events, closedOrders }
}

const hasClientId = ({ memory, slot }: LogRecord): boolean => memory.words[(slot + 1) * 2 + 1] === 1

/** The text after the fields of a record. */
function clientIdOf(record: LogRecord, fields: number): string | null {
  if (!hasClientId(record)) return null
  const { words, characters } = record.memory
  const at = record.slot + fields
  return String.fromCharCode(...characters.subarray((at + 1) * 4, (at + 1) * 4 + words[at * 2]!))
}

function afterClientId(record: LogRecord, fields: number): number {
  const at = record.slot + fields
  return hasClientId(record) ? at + 1 + textSlots(record.memory.words[at * 2]!) : at
}
