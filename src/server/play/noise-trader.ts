/** Buys and sells a little, for no reason. */

import type { Pair } from '../../contract/catalogue.ts'
import type { Ticks } from '../../contract/money.ts'
import type { Command } from '../../engine/commands.ts'
import { NOISE_TRADERS, noiseTrader } from './demo-accounts.ts'
import { lotsFor } from './market-maker.ts'

/** Mostly small, now and then a larger one, measured at what the coin should cost: the last trade may be anything. */
export function noise(pair: Pair, price: Ticks, next: () => number): Command {
  const user = noiseTrader(1 + Math.floor(next() * NOISE_TRADERS))
  const notional = 5 + 400 * next() ** 3 * (next() < 0.05 ? 20 : 1)
  const quantity = lotsFor(pair, price, notional)
  const side = next() < 0.5 ? 'buy' : 'sell'
  const terms = { type: 'market', by: 'quantity', quantity, slippage: 20_000 } as const
  return { type: 'place-order', user, clientId: null, pair: pair.id, side, terms }
}
