/** The assets as rows of a table: which ones, and their cells as text. */

import { atom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import type { AssetView } from '../../../contract/portfolio/views.ts'
import { DASH } from '../../format/numbers.ts'
import { formatMoney, formatPrice } from '../../format/pair-numbers.ts'
import { assetsText } from '../../text/assets.ts'
import { isStaleAtom } from '../app/connection-status.ts'
import { amountsHiddenAtom } from '../app/preferences.ts'
import { type Market, watchedMarketsAtom } from '../markets/markets.ts'
import { sharesAtom, shareText } from './allocation.ts'
import { type Change, changeOf, formatCurrencyAmount, hasPrice, mainMarketOf, pnlOf } from './asset-text.ts'

export type AssetCells = {
  readonly symbol: string
  readonly name: string
  readonly available: string
  readonly inOrders: string
  readonly average: string
  readonly price: string
  readonly change: Change
  readonly pnl: Change
  readonly value: string
  readonly share: string
  /** Where the coin is traded; undefined where it is not. */
  readonly market: Market | undefined
}

/** With hidden amounts, prices, percentages and shares stay. */
export const assetCellsAtom = atom((get) => {
  const [markets, shares, isStale, isHidden] = [
    get(watchedMarketsAtom),
    get(sharesAtom),
    get(isStaleAtom),
    get(amountsHiddenAtom),
  ]
  const all = markets.state === 'ready' ? markets.all : []
  const masked = (text: string) => (isHidden ? assetsText.wallet.hidden : text)
  return (asset: AssetView): AssetCells => {
    const { symbol, name } = asset.currency
    const main = mainMarketOf(all, symbol)
    const share = shares.get(symbol)
    return {
      symbol,
      name,
      available: masked(formatCurrencyAmount(symbol, asset.balance)),
      inOrders: masked(formatCurrencyAmount(symbol, asset.frozen_balance)),
      average: main && asset.avg_price !== null ? formatPrice(main.pair, asset.avg_price) : DASH,
      price: main ? formatPrice(main.pair, main.view.price) : symbol === VALUATION_CURRENCY ? '1.00' : DASH,
      change: changeOf(main, isStale),
      pnl: pnlOf(asset, isHidden),
      value: hasPrice(asset) ? masked(formatMoney(asset.usdt_total)) : assetsText.wallet.noPrice,
      share: hasPrice(asset) && share !== undefined ? `${shareText(share)}%` : '',
      market: main?.view.is_hidden === false ? main : undefined,
    }
  }
})
