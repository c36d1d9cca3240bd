import type { Pair } from '../../../contract/markets/instruments.ts'
import type { Side } from '../../../contract/markets/side.ts'
import { formatDecimal, PRICE_DECIMALS } from '../../../contract/money.ts'
import { grouped, withDecimals } from '../../format/numbers.ts'
import { priceDecimals } from '../../format/pair-numbers.ts'
import { averageOf, type Walk } from '../book/levels.ts'

/** An average between two ticks is shown with one more decimal. */
export function averagePriceText(pair: Pair, side: Side, walk: Walk): string {
  const [average, decimals] = [formatDecimal(averageOf(pair, side, walk), PRICE_DECIMALS), priceDecimals(pair)]
  const finer = withDecimals(average, Math.min(PRICE_DECIMALS, decimals + 1))
  return grouped(finer.endsWith('0') ? withDecimals(average, decimals) : finer)
}
