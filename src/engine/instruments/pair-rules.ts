import type { CurrencyId } from '../../contract/ids.ts'
import { type Currency, type Pair, type PairRules, smallestOf } from '../../contract/markets/instruments.ts'
import { refuseFiner } from '../../contract/markets/precision.ts'
import { formatUnits, type Units } from '../../contract/money.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import type { State } from '../state.ts'

/** Keeps the quantity of a price level, and the cost of any order, far below the largest exact number. */
const MAX_LOTS = 1_000_000_000_000

/** What one order moves is below this many of the currency's smallest amount. */
const MAX_AMOUNT = 2n ** 52n

export function refuseRules({ symbol: name, base, quote, lot }: Terms, rules: PairRules): Refusal | undefined {
  const { minQuantity, maxQuantity, minNotional, maxNotional, band, makerFee, takerFee } = rules
  const isRate = (rate: number) => Number.isSafeInteger(rate) && rate >= 0 && rate < 1_000_000
  if (!(minQuantity >= 1 && minQuantity <= maxQuantity && maxQuantity <= MAX_LOTS))
    return refusal('LISTING_INVALID', { name, reason: 'the minimum and maximum quantity are not a valid range' })
  if (!(minNotional >= 0n && minNotional <= maxNotional))
    return refusal('LISTING_INVALID', { name, reason: 'the minimum and maximum total are not a valid range' })
  if (![band, makerFee, takerFee].every(isRate))
    return refusal('LISTING_INVALID', { name, reason: 'a rate is not from 0 % to below 100 %' })
  const finer = refuseFiner(quote, minNotional) ?? refuseFiner(quote, maxNotional)
  return finer ?? refuseLarge(name, quote, maxNotional) ?? refuseLarge(name, base, (BigInt(maxQuantity) * lot) as Units)
}

type Terms = Pick<Pair, 'symbol' | 'base' | 'quote' | 'lot'>

function refuseLarge(name: string, currency: Currency, largest: Units): Refusal | undefined {
  const limit = (MAX_AMOUNT * smallestOf(currency)) as Units
  if (largest < limit) return undefined
  const reason = `an order of ${formatUnits(largest)} ${currency.symbol} is too large: it must be below ${formatUnits(limit)}`
  return refusal('LISTING_INVALID', { name, reason })
}

export const hasCurrency = ({ base, quote }: Pair, id: CurrencyId): boolean => base.id === id || quote.id === id

export const hasHidden = (
  { hiddenCurrencies }: State,
  { base, quote }: { readonly base: CurrencyId; readonly quote: CurrencyId },
): boolean => hiddenCurrencies.has(base) || hiddenCurrencies.has(quote)
