/** One asset: the user's balance and the markets of the coin. */

import { atom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { formatUnits } from '../../../contract/money.ts'
import type { AssetView } from '../../../contract/portfolio/views.ts'
import { formatMoney, formatPrice } from '../../format/pair-numbers.ts'
import { assetsText } from '../../text/assets.ts'
import { amountsHiddenAtom } from '../app/preferences.ts'
import { fiatAtom, formatFiatAtom } from '../markets/fiat-rates.ts'
import { type Market, watchedMarketsAtom } from '../markets/markets.ts'
import { type Change, formatCurrencyAmount, hasPrice, mainMarketOf, pnlOf } from './asset-text.ts'
import { isAssetsTimeoutAtom, totalOf, unitsOf, watchedAssetsAtom } from './balances.ts'

export type AssetDetail =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | { readonly state: 'unknown' }
  | {
      readonly state: 'known'
      readonly asset: AssetView
      /** Markets with the coin as base or quote, in the order of the exchange; also hidden ones. */
      readonly markets: readonly Market[]
      /** The market that gives the coin's price; undefined for the valuation currency. */
      readonly main: Market | undefined
    }

export const assetDetailAtom = atom((get) => {
  const [assets, markets, isTimedOut] = [get(watchedAssetsAtom), get(watchedMarketsAtom), get(isAssetsTimeoutAtom)]
  return (symbol: string): AssetDetail => {
    if (isTimedOut || markets.state === 'failed') return { state: 'failed' }
    if (!assets || markets.state === 'loading') return { state: 'loading' }
    const asset = assets.find(({ currency }) => currency.symbol === symbol)
    if (!asset) return { state: 'unknown' }
    const listed = markets.all.filter(({ pair }) => pair.base.symbol === symbol || pair.quote.symbol === symbol)
    return { state: 'known', asset, markets: listed, main: mainMarketOf(listed, symbol) }
  }
})

type AssetFigures = {
  readonly total: string
  /** `3,322.79 USDT, ≈ €3,056.97`. */
  readonly value: string
  readonly available: string
  readonly inOrders: string
  /** Average price in USDT; undefined when unknown. */
  readonly average: string | undefined
  readonly pnl: Change
}

/** The user's balance of a coin as text. */
export const assetFiguresAtom = atom((get) => {
  const [isHidden, fiatText, missing] = [get(amountsHiddenAtom), get(formatFiatAtom), get(fiatAtom)?.missingCode]
  return (asset: AssetView, main: Market | undefined): AssetFigures => {
    const { symbol } = asset.currency
    const masked = (text: string) => (isHidden ? assetsText.wallet.hidden : text)
    const amount = (plain: string) => `${masked(formatCurrencyAmount(symbol, plain))} ${symbol}`
    const fiat = fiatText(unitsOf(asset.usdt_total))
    const value = !hasPrice(asset)
      ? [assetsText.wallet.noPrice]
      : [
          symbol !== VALUATION_CURRENCY && `${masked(formatMoney(asset.usdt_total))} ${VALUATION_CURRENCY}`,
          fiat !== undefined && `≈ ${masked(fiat)}`,
          missing !== undefined && assetsText.wallet.noRate(missing),
        ]
    return {
      total: masked(formatCurrencyAmount(symbol, formatUnits(totalOf(asset)))),
      value: value.filter((text) => text !== false).join(', '),
      available: amount(asset.balance),
      inOrders: amount(asset.frozen_balance),
      average: asset.avg_price === null || !main ? undefined : formatPrice(main.pair, asset.avg_price),
      pnl: pnlOf(asset, isHidden),
    }
  }
})
