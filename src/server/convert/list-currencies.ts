/** The coins that can be converted, with limits at the last prices. */

import type { CurrencyId, UserId } from '../../contract/ids.ts'
import { type Currency, lotText } from '../../contract/markets/instruments.ts'
import { VALUATION_CURRENCY, valuation } from '../../contract/markets/valuation.ts'
import { type Units, ZERO } from '../../contract/money.ts'
import { coins, conversionMinimum, free, type Market, markets, type State } from '../../engine/exchange.ts'

export type ConvertibleCoin = {
  readonly currency: Currency
  readonly balance: Units
  /** The least that any conversion of it takes, and what the largest total of an order is worth. */
  readonly min: Units
  readonly max: Units
  /** Decimals of the lot size; two for USDT. */
  readonly precision: number
  /** The value of 10⁸ coins in units of USDT. */
  readonly value: Units
}

const USDT_DECIMALS = 2
const MANY = 10n ** 16n

/** Coins with a pair that trades against USDT, and USDT. */
export const convertibleCoins = (state: State, user: UserId): readonly ConvertibleCoin[] =>
  coins(state).flatMap((currency) => coinOf(state, user, currency) ?? [])

function coinOf(state: State, user: UserId, currency: Currency): ConvertibleCoin | undefined {
  const market = marketOf(state, currency.id)
  const value = valuation(markets(state), currency.id, MANY as Units)
  if (market === undefined || value === undefined || value === ZERO) return undefined
  const amountFor = (usdt: bigint): Units => ((usdt * MANY + value - 1n) / value) as Units
  return {
    currency,
    balance: free(state, user, currency.id),
    min: leastOf(state, currency, market),
    max: amountFor(market.pair.rules.maxNotional),
    precision: currency.symbol === VALUATION_CURRENCY ? USDT_DECIMALS : decimalsOf(lotText(market.pair)),
    value,
  }
}

/** Every other coin is worth at least as much as a conversion to USDT; USDT is converted to all. */
function leastOf(state: State, { id }: Currency, { pair }: Market): Units {
  const targets = pair.base.id === id ? [pair.quote.id] : Array.from(markets(state), (market) => market.pair.base.id)
  const minima = targets.flatMap((to) => conversionMinimum(state, id, to) ?? [])
  return minima.reduce((least, each) => (each < least ? each : least), minima[0] ?? ZERO)
}

/** A pair that trades the coin against USDT; for USDT itself any of them. */
function marketOf(state: State, currency: CurrencyId): Market | undefined {
  for (const market of markets(state)) {
    const { base, quote, rules } = market.pair
    const isUsed = quote.symbol === VALUATION_CURRENCY && rules.status === 'trading'
    if (isUsed && (base.id === currency || quote.id === currency)) return market
  }
  return undefined
}

const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0
