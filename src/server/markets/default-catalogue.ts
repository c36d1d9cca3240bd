/** The currencies and pairs of a play exchange. Ids are permanent. */

import type { CurrencyId, PairId } from '../../contract/ids.ts'
import type { Currency } from '../../contract/markets/instruments.ts'
import type { PairTag } from '../../contract/markets/views.ts'

export type PairEntry = {
  readonly id: PairId
  readonly base: string
  readonly quote: string
  readonly tick: string
  readonly lot: string
  readonly maxAmount: string
  readonly referencePrice: string
  /** How far a limit price may be from the last price, in percent. */
  readonly band: string
}

/** As many decimals as the largest order of a pair of the coin allows: it is below 2^52 of the smallest amount. */
const coins: readonly (readonly [symbol: string, name: string, decimals: number])[] = [
  ['USDT', 'Tether', 8],
  ['BTC', 'Bitcoin', 8],
  ['ETH', 'Ether', 8],
  ['SOL', 'Solana', 8],
  ['TON', 'Toncoin', 8],
  ['PEPE', 'Pepe', 3],
  ['XRP', 'XRP', 7],
  ['DOGE', 'Dogecoin', 6],
  ['DOGS', 'Dogs', 4],
  ['NOT', 'Notcoin', 5],
  ['SHIB', 'Shiba Inu', 3],
]

export const COINS: readonly Currency[] = coins.map(([symbol, name, decimals], index) => ({
  id: (index + 1) as CurrencyId,
  symbol,
  name,
  decimals,
}))

/** Categories for search and filters; no rule depends on them. */
const TAGS: Readonly<Record<string, readonly PairTag[]>> = {
  BTC: ['layer_1'],
  ETH: ['layer_1'],
  SOL: ['layer_1'],
  TON: ['layer_1'],
  PEPE: ['meme'],
  XRP: ['layer_1', 'payments'],
  DOGE: ['layer_1', 'meme'],
  DOGS: ['meme'],
  NOT: ['game'],
  SHIB: ['meme'],
}

export const tagsOf = (symbol: string): readonly PairTag[] => TAGS[symbol] ?? []

const MAJOR = '50'
const MEME = '80'

const entry = (
  id: number,
  base: string,
  [tick, lot, maxAmount]: readonly [string, string, string],
  referencePrice: string,
  band: string,
): PairEntry => ({ id: id as PairId, base, quote: 'USDT', tick, lot, maxAmount, referencePrice, band })

export const PAIRS: readonly PairEntry[] = [
  entry(1, 'BTC', ['0.01', '0.000001', '1000'], '63412.05', MAJOR),
  entry(2, 'ETH', ['0.01', '0.00001', '20000'], '2618.4', MAJOR),
  entry(3, 'SOL', ['0.01', '0.0001', '400000'], '148.36', MAJOR),
  entry(4, 'TON', ['0.0001', '0.01', '10000000'], '5.214', MAJOR),
  entry(5, 'PEPE', ['0.0000000001', '100', '4000000000000'], '0.00001237', MEME),
  entry(6, 'XRP', ['0.0001', '0.01', '90000000'], '0.5834', MAJOR),
  entry(7, 'DOGE', ['0.00001', '1', '500000000'], '0.10872', MEME),
  entry(8, 'DOGS', ['0.00000001', '1', '80000000000'], '0.0006128', MEME),
  entry(9, 'NOT', ['0.000001', '1', '6000000000'], '0.007642', MEME),
  entry(10, 'SHIB', ['0.0000000001', '100', '2800000000000'], '0.00001764', MEME),
]
