import { atom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { formatUnits } from '../../../contract/money.ts'
import type { AssetView } from '../../../contract/portfolio/views.ts'
import { DASH, type Direction, directionOf, grouped, moneyChange, percentChange } from '../../format/numbers.ts'
import { formatMoney } from '../../format/pair-numbers.ts'
import { assetsText } from '../../text/assets.ts'
import { isStaleAtom } from '../app/connection-status.ts'
import { amountsHiddenAtom, totalInFiatAtom } from '../app/preferences.ts'
import { formatFiatAtom } from '../markets/fiat-rates.ts'
import { type Market, watchedMarketsAtom } from '../markets/markets.ts'
import { totalOf, unitsOf } from './balances.ts'

/** An amount with all its decimals; the valuation currency with two. */
export const formatCurrencyAmount = (symbol: string, amount: string): string =>
  symbol === VALUATION_CURRENCY ? formatMoney(amount) : grouped(amount)

/** A coin has no profit while no market gives its price. */
export const hasPrice = ({ pnl }: AssetView): boolean => pnl !== null

/** The market that gives the price of a coin; undefined for the valuation currency. */
export function mainMarketOf(markets: readonly Market[], symbol: string): Market | undefined {
  const based = markets.filter(({ pair }) => pair.base.symbol === symbol)
  return based.find(({ pair }) => pair.quote.symbol === VALUATION_CURRENCY) ?? based[0]
}

export type Change = { readonly direction: Direction; readonly text: string }

const NONE: Change = { direction: 'flat', text: DASH }

/** Of the price in 24 hours. The valuation currency has no other price than 1. */
export function changeOf(main: Market | undefined, isStale: boolean): Change {
  const percent = main?.view.percent_change_24h ?? null
  if (percent === null) return NONE
  const text = percentChange(percent)
  return { direction: isStale ? 'flat' : directionOf(text), text }
}

/** `−1.50 (−0.10%)`, only the percentage while amounts are hidden. The valuation currency and coins not held have none. */
export function pnlOf(asset: AssetView, isHidden: boolean, unit = ''): Change {
  const { currency, pnl, pnl_percent } = asset
  if (currency.symbol === VALUATION_CURRENCY || totalOf(asset) === 0n || pnl === null || pnl_percent === null)
    return NONE
  const [money, percent] = [moneyChange(pnl), percentChange(pnl_percent)]
  return { direction: directionOf(money), text: isHidden ? percent : `${money}${unit} (${percent})` }
}

/**
 * An asset as the text of a row. Its value is in the currency of the total. The amount of the valuation currency would
 * repeat its value in it: the name of the coin is in its place. With something in orders, the amount is what is available.
 */
export const assetTextAtom = atom((get) => {
  const markets = get(watchedMarketsAtom)
  const [isHidden, isStale] = [get(amountsHiddenAtom), get(isStaleAtom)]
  const fiatText = get(totalInFiatAtom) ? get(formatFiatAtom) : undefined
  const all = markets.state === 'ready' ? markets.all : []
  const masked = (text: string) => (isHidden ? assetsText.wallet.hidden : text)
  return (asset: AssetView) => {
    const { symbol, name } = asset.currency
    const amountOf = (amount: string) => masked(formatCurrencyAmount(symbol, amount))
    const hasOrders = unitsOf(asset.frozen_balance) > 0n
    const fiat = fiatText?.(unitsOf(asset.usdt_total))
    const value = fiat === undefined ? `${masked(formatMoney(asset.usdt_total))} ${VALUATION_CURRENCY}` : masked(fiat)
    return {
      symbol,
      amount: hasOrders
        ? assetsText.wallet.available(amountOf(asset.balance))
        : symbol === VALUATION_CURRENCY && fiat === undefined
          ? name
          : amountOf(formatUnits(totalOf(asset))),
      inOrders: hasOrders ? assetsText.wallet.inOrders(amountOf(asset.frozen_balance)) : undefined,
      value: hasPrice(asset) ? value : assetsText.wallet.noPrice,
      change: changeOf(mainMarketOf(all, symbol), isStale),
      pnl: pnlOf(asset, isHidden, fiat === undefined ? '' : ` ${VALUATION_CURRENCY}`),
    }
  }
})
