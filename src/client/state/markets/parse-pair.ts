/** Parses a pair's decimal strings into whole numbers. */

import { type Pair, parseQuantity, tickLotOf } from '../../../contract/markets/instruments.ts'
import type { FullPairView } from '../../../contract/markets/views.ts'
import {
  type Lots,
  PERCENT_DECIMALS,
  type Ppm,
  PRICE_DECIMALS,
  parseDecimal,
  parseUnits,
  type Ticks,
  ZERO,
} from '../../../contract/money.ts'

/** Undefined when tick × lot is not a whole unit: such a pair is not shown. */
export function parsePair(view: FullPairView): Pair | undefined {
  const [tick, lot] = [parseDecimal(view.tick_size, PRICE_DECIMALS), parseUnits(view.step_size)]
  if (!tick || !lot) return undefined
  const tickLot = tickLotOf(tick, lot)
  if (tickLot === undefined) return undefined
  const lots = (text: string): Lots => Number((parseUnits(text) ?? 0n) / lot) as Lots
  const ppm = (text: string): Ppm => Number(parseDecimal(text, PERCENT_DECIMALS) ?? 0n)
  return {
    id: view.id,
    symbol: view.symbol,
    base: view.base_currency,
    quote: view.quote_currency,
    tick,
    lot,
    tickLot,
    referencePrice: Number((parseDecimal(view.reference_price, PRICE_DECIMALS) ?? 0n) / tick) as Ticks,
    rules: {
      status: view.status,
      minQuantity: lots(view.min_amount),
      maxQuantity: lots(view.max_amount),
      minNotional: parseUnits(view.min_notional) ?? ZERO,
      maxNotional: parseUnits(view.max_notional) ?? ZERO,
      band: ppm(view.price_band_percent),
      makerFee: ppm(view.maker_fee_percent),
      takerFee: ppm(view.taker_fee_percent),
    },
  }
}

export function parseTicks(pair: Pair, text: string): Ticks | undefined {
  const value = parseDecimal(text, PRICE_DECIMALS)
  return value === undefined ? undefined : (Number(value / pair.tick) as Ticks)
}

export function parseLots(pair: Pair, text: string): Lots | undefined {
  const quantity = parseQuantity(pair, text)
  return typeof quantity === 'number' ? quantity : undefined
}
