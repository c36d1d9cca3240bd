/**
 * What somebody has of a currency, and what it cost them, by average cost: what comes in adds what was paid for it,
 * fee included; what goes out takes its share of the cost along. Pure.
 */

import { cost, type Pair } from '../../contract/catalogue.ts'
import type { CurrencyId, PairId, UserId } from '../../contract/ids.ts'
import type { Ticks, Units } from '../../contract/money.ts'
import { MEASURE, type Quote, worth } from '../../contract/worth.ts'
import type { Event } from '../../engine/events.ts'
import type { Owner, Posting } from '../../engine/ledger/ledger.ts'

export type Position = {
  /** Free and set aside together. */
  readonly amount: Units
  /** In units of USDT. */
  readonly cost: Units
  /** What ever came from outside less what left, in USDT at the prices of the time: gains do not count. */
  readonly credited: Units
}

/** `worth` is never below zero: the sign is the amount's. */
export type Move = {
  readonly user: UserId
  readonly currency: CurrencyId
  readonly amount: Units
  readonly worth: Units
  readonly isTrade: boolean
}

export const NOTHING: Position = { amount: 0n, cost: 0n, credited: 0n }

export function moved(position: Position, { amount, worth, isTrade }: Move): Position {
  const next = { amount: position.amount + amount, credited: position.credited }
  if (!isTrade) next.credited += amount > 0n ? worth : -worth
  if (amount > 0n) return { ...next, cost: position.cost + worth }
  return { ...next, cost: position.cost - share(position, -amount) }
}

/** Of the cost, rounded down: the last unit out takes all that is left. */
const share = ({ amount, cost }: Position, out: Units): Units => (out >= amount ? cost : (cost * out) / amount)

/** The last price of every pair that traded. */
export type Prices = Map<PairId, Ticks>
export type Pairs = { get(id: PairId): Pair; all(): Iterable<Pair> }

/**
 * What an event moves in or out of the positions of those who are kept. What is bought costs what was paid, what comes
 * from outside is worth its price of the moment. Notes the price of a trade first.
 */
export function movesOf(event: Event, prices: Prices, pairs: Pairs, isKept: (owner: Owner) => boolean): Move[] {
  if (!('postings' in event)) return []
  if (event.type === 'traded') prices.set(event.pair, event.price)
  const nets = netOf(event.postings, isKept)
  if (nets.length === 0) return []
  const worthOf = (currency: CurrencyId, amount: Units): Units => worth(quotesOf(prices, pairs), currency, amount) ?? 0n
  if (event.type !== 'traded')
    return nets.map((net) => ({ ...net, worth: worthOf(net.currency, size(net.amount)), isTrade: false }))
  const pair = pairs.get(event.pair)
  const value = worthOf(pair.quote.id, cost(pair, event.price, event.quantity))
  const isMeasure = (currency: CurrencyId) => (currency === pair.base.id ? pair.base : pair.quote).symbol === MEASURE
  return nets.map((net) => ({ ...net, worth: isMeasure(net.currency) ? size(net.amount) : value, isTrade: true }))
}

const size = (amount: Units): Units => (amount < 0n ? -amount : amount)

function* quotesOf(prices: Prices, pairs: Pairs): Generator<Quote> {
  for (const pair of pairs.all()) yield { pair, lastPrice: prices.get(pair.id) ?? pair.referencePrice }
}

type Net = { readonly user: UserId; readonly currency: CurrencyId; amount: Units }

/** What is only set aside, or comes back, cancels itself. */
function netOf(postings: readonly Posting[], isKept: (owner: Owner) => boolean): Net[] {
  const nets: Net[] = []
  for (const { owner: user, currency, amount } of postings) {
    if (!isKept(user)) continue
    const net = nets.find((each) => each.user === user && each.currency === currency)
    if (net === undefined) nets.push({ user, currency, amount })
    else net.amount += amount
  }
  return nets.filter(({ amount }) => amount !== 0n)
}
