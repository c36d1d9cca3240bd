import type { CurrencyId } from '../../contract/ids.ts'
import type { Pair, PairRules } from '../../contract/markets/instruments.ts'
import { type Refusal, refuse as refusal } from '../../contract/refusals.ts'
import type { State } from '../state.ts'

/** Keeps the quantity of a price level, and the cost of any order, far below the largest exact number. */
const MAX_LOTS = 1_000_000_000_000

export function refuseRules(name: string, rules: PairRules): Refusal | undefined {
  const { minQuantity, maxQuantity, minNotional, maxNotional, band, makerFee, takerFee } = rules
  const isRate = (rate: number) => Number.isSafeInteger(rate) && rate >= 0 && rate < 1_000_000
  if (!(minQuantity >= 1 && minQuantity <= maxQuantity && maxQuantity <= MAX_LOTS))
    return refusal('LISTING_INVALID', { name, reason: 'the minimum and maximum quantity are not a valid range' })
  if (!(minNotional >= 0n && minNotional <= maxNotional))
    return refusal('LISTING_INVALID', { name, reason: 'the minimum and maximum total are not a valid range' })
  if (![band, makerFee, takerFee].every(isRate))
    return refusal('LISTING_INVALID', { name, reason: 'a rate is not from 0 % to below 100 %' })
  return undefined
}

export const hasCurrency = ({ base, quote }: Pair, id: CurrencyId): boolean => base.id === id || quote.id === id

export const hasHidden = (
  { hiddenCurrencies }: State,
  { base, quote }: { readonly base: CurrencyId; readonly quote: CurrencyId },
): boolean => hiddenCurrencies.has(base) || hiddenCurrencies.has(quote)
