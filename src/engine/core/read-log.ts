/** Reads the log as events. */

import type { CurrencyId, OrderId, TradeId, UserId } from '../../contract/ids.ts'
import { type Pair, smallestOf } from '../../contract/markets/instruments.ts'
import type { Lots, Ticks, Units } from '../../contract/money.ts'
import type { Leg, OrderEvent } from '../orders/events.ts'
import type { Posting } from '../postings.ts'
import type { Book } from './book.ts'
import { KINDS, type LogPart, textSlots } from './log.ts'
import type { Owners } from './owners.ts'
import type { OwnerHandle, PurseHandle, Records } from './records.ts'
import { BY_TOTAL, MARKET, sideOf, termsOf } from './terms.ts'

const REASONS = ['filled', 'cancelled', 'expired'] as const
const HELD = 1

export function openReadLog({ purses }: Records, owners: Owners, books: readonly Book[]) {
  /** The events of one command in a part of the log. `at`: the time of the command. */
  function* events(part: LogPart, at: number): Generator<OrderEvent> {
    const { words, numbers } = part
    for (let start = 0; start < numbers.length; start += words[start * 2 + 1]!) {
      const event = eventAt(part, start, at)
      if (event !== undefined) yield event
    }
  }

  function eventAt(part: LogPart, start: number, at: number): OrderEvent | undefined {
    const [head, length] = [part.words[start * 2]!, part.words[start * 2 + 1]!]
    const { pair } = books[head >>> 16]!.market
    const of = { part, pair, flags: (head >>> 8) & 255, slot: start + 1, end: start + length, at }
    switch (head & 255) {
      case KINDS.opened:
        return opened(of)
      case KINDS.rested:
        return { type: 'order-rested', order: part.numbers[of.slot] as OrderId }
      case KINDS.traded:
        return traded(of)
      case KINDS.closed:
        return closed(of)
      default:
        return undefined
    }
  }

  type Record = {
    readonly part: LogPart
    readonly pair: Pair
    readonly flags: number
    readonly slot: number
    readonly end: number
    readonly at: number
  }

  function opened({ part, pair, flags, slot, end, at }: Record): OrderEvent {
    const { numbers, words } = part
    const hasClientId = words[slot * 2 + 3] === 1
    const clientId = hasClientId ? textAt(part, slot + 6) : null
    const [price, quantity] = [numbers[slot + 4]!, numbers[slot + 5]!]
    const isTotal = (flags & (MARKET | BY_TOTAL)) === (MARKET | BY_TOTAL)
    const limit = isTotal ? unitsOf(pair.quote, price) : BigInt(price)
    const afterText = slot + 6 + (clientId === null ? 0 : 1 + textSlots(clientId))
    return {
      type: 'order-opened',
      at,
      order: numbers[slot] as OrderId,
      user: userAt(part, slot + 1),
      clientId,
      pair: pair.id,
      side: sideOf(flags),
      terms: termsOf(flags, limit, quantity, numbers[slot + 3]!),
      makerFee: words[(slot + 2) * 2]!,
      takerFee: words[(slot + 2) * 2 + 1]!,
      postings: postings(part, pair, afterText, end),
    }
  }

  function traded({ part, pair, flags, slot, end, at }: Record): OrderEvent {
    const { numbers } = part
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
      maker: legAt(part, slot + 3, pair, takerSells ? base : quote),
      taker: legAt(part, slot + 9, pair, takerSells ? quote : base),
      postings: postings(part, pair, slot + 15, end),
    }
  }

  function legAt(part: LogPart, slot: number, pair: Pair, received: Pair['base']): Leg {
    const { numbers } = part
    return {
      order: numbers[slot] as OrderId,
      user: userAt(part, slot + 1),
      fee: unitsOf(received, numbers[slot + 2]!),
      filled: numbers[slot + 3] as Lots,
      filledTotal: unitsOf(pair.quote, numbers[slot + 4]!),
      feeTotal: unitsOf(received, numbers[slot + 5]!),
    }
  }

  const closed = ({ part, pair, flags, slot, end, at }: Record): OrderEvent => ({
    type: 'order-closed',
    at,
    order: part.numbers[slot] as OrderId,
    user: userAt(part, slot + 1),
    reason: REASONS[flags]!,
    postings: postings(part, pair, slot + 2, end),
  })

  function postings({ words, numbers }: LogPart, pair: Pair, from: number, end: number): Posting[] {
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

  const userAt = ({ words }: LogPart, slot: number): UserId => owners.nameOf(words[slot * 2] as OwnerHandle) as UserId

  return { events }
}

const unitsOf = (currency: Pair['base'], amount: number): Units => (BigInt(amount) * smallestOf(currency)) as Units

function textAt({ words, characters }: LogPart, slot: number): string {
  const start = (slot + 1) * 4
  return String.fromCharCode(...characters.subarray(start, start + words[slot * 2]!))
}
