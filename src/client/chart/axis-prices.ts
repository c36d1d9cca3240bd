import { grouped } from '../format/numbers.ts'
import { smallPriceText } from '../format/small-price.ts'

/**
 * Price axis labels with the fewest decimals that all need: `64,000`, `63,750`; `0.0₄1220`, `0.0₄1200`. Empty for a price
 * that another label covers.
 */
export function axisPrices(
  prices: readonly number[],
  decimals: number,
  isCovered: (price: number) => boolean,
): string[] {
  const plain = prices.map((price) => price.toFixed(decimals))
  const needed = Math.max(0, ...plain.map((text) => (text.split('.')[1] ?? '').replace(/0+$/, '').length))
  return prices.map((price) => (isCovered(price) ? '' : smallPriceText(grouped(price.toFixed(needed)))))
}
