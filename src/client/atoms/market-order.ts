import { PRICE_DECIMALS, parseDecimal } from '../../contract/money.ts'
import type { Market } from './pairs.ts'

export type MarketOrder = { readonly by: 'none' | 'name' | 'price'; readonly isDown: boolean }

const priceOf = ({ view }: Market): bigint => parseDecimal(view.price, PRICE_DECIMALS) ?? 0n

/** As the exchange lists them, by name, or by price. */
export function sortMarkets(markets: readonly Market[], { by, isDown }: MarketOrder): readonly Market[] {
  if (by === 'none') return markets
  const rising = [...markets].sort((one, other) => {
    if (by === 'name') return one.pair.symbol.localeCompare(other.pair.symbol)
    const difference = priceOf(one) - priceOf(other)
    return difference === 0n ? 0 : difference < 0n ? -1 : 1
  })
  return isDown ? rising.reverse() : rising
}
