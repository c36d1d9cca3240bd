/** What may be traded, and by which rules. Listing the same again changes nothing; listing it otherwise is refused. */

import { type Currency, type PairRules, tickLotOf } from '../../contract/catalogue.ts'
import { refuse as no, type Refusal } from '../../contract/refusals.ts'
import { known } from '../assert.ts'
import type { ListCurrency, ListPair, SetPairRules } from '../commands.ts'
import type { State } from '../state.ts'
import { emit, type Turn } from '../turn.ts'

/** Keeps the sum of a price level, and the cost of any order, far inside exact numbers. */
const MOST_LOTS = 1_000_000_000_000
const MAX_CURRENCIES = 10_000

export function refuseCurrency(state: State, { currency }: ListCurrency): Refusal | undefined {
  const listed = state.currencies.get(currency.id)
  if (listed !== undefined && !isSameCurrency(listed, currency))
    return no('LISTING_CONFLICT', { name: currency.symbol })
  if (!Number.isSafeInteger(currency.id) || currency.id < 1 || currency.id > MAX_CURRENCIES)
    return no('LISTING_INVALID', { name: currency.symbol, reason: 'ids go from 1 to 10,000' })
  return undefined
}

const isSameCurrency = (a: Currency, b: Currency): boolean => a.symbol === b.symbol && a.name === b.name

export function performCurrency(turn: Turn, { currency }: ListCurrency): void {
  if (!turn.state.currencies.has(currency.id)) emit(turn, { type: 'currency-listed', currency })
}

export function refusePair(state: State, command: ListPair): Refusal | undefined {
  const { pair, base, quote, tick, lot, referencePrice, rules } = command
  const name = `${state.currencies.get(base)?.symbol}/${state.currencies.get(quote)?.symbol}`
  if (!state.currencies.has(base) || !state.currencies.has(quote) || base === quote) return no('CURRENCY_NOT_FOUND')
  if (tickLotOf(tick, lot) === undefined)
    return no('LISTING_INVALID', { name, reason: 'a lot at one tick is no whole number of quote units' })
  if (!Number.isSafeInteger(referencePrice) || referencePrice <= 0)
    return no('LISTING_INVALID', { name, reason: 'the reference price is no whole number of ticks' })
  const listed = state.markets.get(pair)?.pair
  if (listed === undefined) return refuseRules(name, rules)
  const isSame = listed.base.id === base && listed.quote.id === quote && listed.tick === tick && listed.lot === lot
  return isSame ? undefined : no('LISTING_CONFLICT', { name })
}

export function performPair(turn: Turn, { pair: id, base, quote, tick, lot, referencePrice, rules }: ListPair): void {
  const { state } = turn
  if (state.markets.has(id)) return
  const [baseCurrency, quoteCurrency] = [
    known(state.currencies.get(base), 'listed'),
    known(state.currencies.get(quote), 'listed'),
  ]
  const symbol = `${baseCurrency.symbol}/${quoteCurrency.symbol}`
  const tickLot = known(tickLotOf(tick, lot), 'a lot at one tick is whole')
  const pair = { id, symbol, base: baseCurrency, quote: quoteCurrency, tick, lot, tickLot, referencePrice, rules }
  emit(turn, { type: 'pair-listed', pair })
}

export function refuseSetRules(state: State, { pair, rules }: SetPairRules): Refusal | undefined {
  const market = state.markets.get(pair)
  return market === undefined ? no('PAIR_NOT_FOUND') : refuseRules(market.pair.symbol, rules)
}

function refuseRules(name: string, rules: PairRules): Refusal | undefined {
  const { minQuantity, maxQuantity, minNotional, maxNotional, band, makerFee, takerFee } = rules
  const isRate = (rate: number) => Number.isSafeInteger(rate) && rate >= 0 && rate < 1_000_000
  if (!(minQuantity >= 1 && minQuantity <= maxQuantity && maxQuantity <= MOST_LOTS))
    return no('LISTING_INVALID', { name, reason: 'the least and most lots of an order do not fit' })
  if (!(minNotional >= 0n && minNotional <= maxNotional))
    return no('LISTING_INVALID', { name, reason: 'the least and most total of an order do not fit' })
  if (![band, makerFee, takerFee].every(isRate))
    return no('LISTING_INVALID', { name, reason: 'a rate lies from 0 to below 100 %' })
  return undefined
}

export const performSetRules = (turn: Turn, { pair, rules }: SetPairRules): void =>
  emit(turn, { type: 'pair-rules-set', pair, rules })
