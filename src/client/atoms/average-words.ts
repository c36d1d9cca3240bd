import type { Pair } from '../../contract/catalogue.ts'
import { formatDecimal, PRICE_DECIMALS } from '../../contract/money.ts'
import type { Side } from '../../contract/order-rules.ts'
import { grouped, withDecimals } from '../format/numbers.ts'
import { priceDecimals } from '../format/pair-numbers.ts'
import { averageOf, type Walk } from './levels.ts'

/** An average may lie between two ticks: then it shows one digit more. */
export function averageWords(pair: Pair, side: Side, walk: Walk): string {
  const [average, decimals] = [formatDecimal(averageOf(pair, side, walk), PRICE_DECIMALS), priceDecimals(pair)]
  const finer = withDecimals(average, Math.min(PRICE_DECIMALS, decimals + 1))
  return grouped(finer.endsWith('0') ? withDecimals(average, decimals) : finer)
}
