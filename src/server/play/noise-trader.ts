import type { Pair } from '../../contract/markets/instruments.ts'
import type { Ticks } from '../../contract/money.ts'
import type { Command } from '../../engine/exchange.ts'
import { NOISE_TRADERS, noiseTrader } from './demo-accounts.ts'
import { lotsFor } from './market-maker.ts'

/**
 * A random market order: mostly small, sometimes larger. Sized at the reference price, because the last price can be
 * anything.
 */
export function noise(pair: Pair, price: Ticks, next: () => number): Command {
  const user = noiseTrader(1 + Math.floor(next() * NOISE_TRADERS))
  const notional = 5 + 400 * next() ** 3 * (next() < 0.05 ? 20 : 1)
  const quantity = lotsFor(pair, price, notional)
  const side = next() < 0.5 ? 'buy' : 'sell'
  const terms = { type: 'market', by: 'quantity', quantity, slippage: 20_000 } as const
  return { type: 'place-order', user, clientId: null, pair: pair.id, side, terms }
}
