/**
 * The position of a user in a currency, by average cost: a purchase adds its price including the fee, and a sale removes
 * its share of the cost.
 */

import { XP } from '../../contract/earn/xp.ts'
import type { CurrencyId, PairId, UserId } from '../../contract/ids.ts'
import { cost, type Pair } from '../../contract/markets/instruments.ts'
import { type Quote, VALUATION_CURRENCY, valuation } from '../../contract/markets/valuation.ts'
import { minus, negated, plus, type Ticks, type Units, ZERO } from '../../contract/money.ts'
import type { Event, Owner, Posting } from '../../engine/exchange.ts'

export type Position = {
  /** Free and held. */
  readonly amount: Units
  /** In units of USDT. */
  readonly cost: Units
  /** Net deposits in units of USDT, at the prices of the time; trading gains do not count. */
  readonly credited: Units
}

/** `value` is not negative: the sign is that of `amount`. In units of USDT. */
export type PositionChange = {
  readonly user: UserId
  readonly currency: CurrencyId
  readonly amount: Units
  readonly value: Units
  readonly isTrade: boolean
}

export const NO_POSITION: Position = { amount: ZERO, cost: ZERO, credited: ZERO }

export function applyChange(position: Position, { amount, value, isTrade }: PositionChange): Position {
  const sum = plus(position.amount, amount)
  // Balances are never negative, but a stored position that another program has lowered would be.
  const next = { amount: sum < 0n ? ZERO : sum, credited: position.credited }
  if (!isTrade) next.credited = plus(next.credited, amount > 0n ? value : negated(value))
  if (amount > 0n) return { ...next, cost: plus(position.cost, value) }
  return { ...next, cost: minus(position.cost, costShare(position, negated(amount))) }
}

/** The share of the cost, rounded down; the last unit removes the rest. */
const costShare = ({ amount, cost }: Position, out: Units): Units =>
  out >= amount ? cost : (((cost * out) / amount) as Units)

/** The last price of every listed pair: its last trade, or the reference price that was set later. */
export type Prices = Map<PairId, Ticks>
export type Pairs = { get(id: PairId): Pair; all(): Iterable<Pair> }

/**
 * The position changes of an event, for recorded owners. A purchase costs what was paid; a deposit is valued at the
 * current prices, and at 0 before a pair prices the coin. Stores a new price in `prices` first.
 */
export function positionChanges(
  event: Event,
  prices: Prices,
  pairs: Pairs,
  isRecorded: (owner: Owner) => owner is UserId,
): PositionChange[] {
  if (event.type === 'pair-listed') prices.set(event.pair.id, event.pair.referencePrice)
  if (event.type === 'traded' || event.type === 'reference-price-set') prices.set(event.pair, event.price)
  if (!('postings' in event)) return []
  const nets = netOf(event.postings, isRecorded)
  if (nets.length === 0) return []
  const currentValue = (currency: CurrencyId, amount: Units): Units =>
    valuation(quotesOf(prices, pairs), currency, amount) ?? ZERO
  if (event.type !== 'traded')
    return nets.map((net) => ({ ...net, value: currentValue(net.currency, size(net.amount)), isTrade: false }))
  const pair = pairs.get(event.pair)
  const paid = currentValue(pair.quote.id, cost(pair, event.price, event.quantity))
  const isValuationCurrency = (currency: CurrencyId) =>
    (currency === pair.base.id ? pair.base : pair.quote).symbol === VALUATION_CURRENCY
  return nets.map((net) => ({
    ...net,
    value: isValuationCurrency(net.currency) ? size(net.amount) : paid,
    isTrade: true,
  }))
}

const size = (amount: Units): Units => (amount < 0n ? negated(amount) : amount)

/** A pair without a price was listed by a later command. */
function* quotesOf(prices: Prices, pairs: Pairs): Generator<Quote> {
  for (const pair of pairs.all()) {
    const lastPrice = prices.get(pair.id)
    if (lastPrice !== undefined) yield { pair, lastPrice }
  }
}

type Net = { readonly user: UserId; readonly currency: CurrencyId; amount: Units }

/** Holds and releases cancel out, because they move between parts of the same owner. */
function netOf(postings: readonly Posting[], isRecorded: (owner: Owner) => owner is UserId): Net[] {
  const nets: Net[] = []
  for (const { owner: user, currency, amount } of postings) {
    // Points have no price, and are not part of a portfolio.
    if (!isRecorded(user) || currency === XP.id) continue
    const net = nets.find((each) => each.user === user && each.currency === currency)
    if (net === undefined) nets.push({ user, currency, amount })
    else net.amount = plus(net.amount, amount)
  }
  return nets.filter(({ amount }) => amount !== 0n)
}
