/** One coin: what the reader has of it, and where it is traded. */

import { atom } from 'jotai'
import { formatUnits } from '../../contract/money.ts'
import type { AssetView } from '../../contract/views.ts'
import { MEASURE } from '../../contract/worth.ts'
import { moneyChange, NONE, percentChange, type Way, wayOf } from '../format/numbers.ts'
import { moneyWords, priceWords } from '../format/pair-numbers.ts'
import { text } from '../text/en.ts'
import { amountOfCurrency } from './asset-words.ts'
import { areAssetsLateAtom, totalOf, unitsOf, watchedAssetsAtom } from './balances.ts'
import { fiatAtom, fiatWordsAtom } from './fiat.ts'
import { type Market, watchedMarketsAtom } from './pairs.ts'
import { amountsHiddenAtom } from './preferences.ts'

export type Coin =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'unknown' }
  | {
      readonly state: 'known'
      readonly asset: AssetView
      /** Where it is bought or paid with, as the exchange lists them. */
      readonly markets: readonly Market[]
      /** The one that says its price; none for what prices are said in. */
      readonly main: Market | undefined
    }

export const coinAtom = atom((get) => {
  const [assets, markets, isLate] = [get(watchedAssetsAtom), get(watchedMarketsAtom), get(areAssetsLateAtom)]
  return (symbol: string): Coin => {
    if (isLate || markets.state === 'failed') return { state: 'failed' }
    if (!assets || markets.state === 'loading') return { state: 'loading' }
    const asset = assets.find(({ currency }) => currency.symbol === symbol)
    if (!asset) return { state: 'unknown' }
    const own = markets.all.filter(({ pair }) => pair.base.symbol === symbol || pair.quote.symbol === symbol)
    const based = own.filter(({ pair }) => pair.base.symbol === symbol)
    return {
      state: 'known',
      asset,
      markets: own,
      main: based.find(({ pair }) => pair.quote.symbol === MEASURE) ?? based[0],
    }
  }
})

export type CoinFigures = {
  readonly total: string
  /** `3,322.79 USDT, ≈ €3,056.97`. */
  readonly worth: string
  readonly available: string
  readonly inOrders: string
  /** In USDT; undefined where there is none. */
  readonly average: string | undefined
  readonly pnl: { readonly way: Way; readonly words: string }
}

/** What the reader has of a coin, in words. */
export const coinFiguresAtom = atom((get) => {
  const [isHidden, fiatWords, missing] = [get(amountsHiddenAtom), get(fiatWordsAtom), get(fiatAtom)?.missing]
  return (asset: AssetView, main: Market | undefined): CoinFigures => {
    const { symbol } = asset.currency
    const shown = (words: string) => (isHidden ? text.wallet.hidden : words)
    const amount = (plain: string) => `${shown(amountOfCurrency(symbol, plain))} ${symbol}`
    const fiat = fiatWords(unitsOf(asset.usdt_total))
    const worth = [
      symbol !== MEASURE && `${shown(moneyWords(asset.usdt_total))} ${MEASURE}`,
      fiat !== undefined && `≈ ${shown(fiat)}`,
      missing !== undefined && text.wallet.noRate(missing),
    ]
    return {
      total: shown(amountOfCurrency(symbol, formatUnits(totalOf(asset)))),
      worth: worth.filter((words) => words !== false).join(', '),
      available: amount(asset.balance),
      inOrders: amount(asset.frozen_balance),
      average: asset.avg_price === null || !main ? undefined : priceWords(main.pair, asset.avg_price),
      pnl: pnlWords(asset, isHidden),
    }
  }
})

function pnlWords({ pnl, pnl_percent }: AssetView, isHidden: boolean) {
  if (pnl === null || pnl_percent === null) return { way: 'flat', words: NONE } as const
  const [money, percent] = [moneyChange(pnl), percentChange(pnl_percent)]
  return { way: wayOf(money), words: isHidden ? percent : `${money} (${percent})` }
}
