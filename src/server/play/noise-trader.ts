import type { Pair } from '../../contract/markets/instruments.ts'
import type { Ticks } from '../../contract/money.ts'
import type { Command } from '../../engine/exchange.ts'
import { NOISE_TRADERS, noiseTrader } from './demo-accounts.ts'
import { meanTrade } from './market-character.ts'
import { lotsFor } from './market-maker.ts'

const LEAST_NOTIONAL = 5

/**
 * A random market order: mostly small, sometimes much larger, with the mean of one order every `seconds`. Sized at the
 * reference price, because the last price can be anything.
 */
export function noise(pair: Pair, price: Ticks, next: () => number, seconds: number): Command {
  const user = noiseTrader(1 + Math.floor(next() * NOISE_TRADERS))
  const times = 0.025 + 2 * next() ** 3 * (next() < 0.05 ? 20 : 1)
  const notional = Math.max(LEAST_NOTIONAL, meanTrade(pair, seconds) * times)
  const quantity = lotsFor(pair, price, notional)
  const side = next() < 0.5 ? 'buy' : 'sell'
  const terms = { type: 'market', by: 'quantity', quantity, slippage: 20_000 } as const
  return { type: 'place-order', user, clientId: null, pair: pair.id, side, terms }
}
