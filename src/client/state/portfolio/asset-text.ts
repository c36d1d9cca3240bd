import { atom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { formatUnits, type Units } from '../../../contract/money.ts'
import type { AssetView } from '../../../contract/portfolio/views.ts'
import { grouped } from '../../format/numbers.ts'
import { formatMoney } from '../../format/pair-numbers.ts'
import { assetsText } from '../../text/assets.ts'
import { formatFiatAtom } from '../markets/fiat-rates.ts'
import type { Market } from '../markets/markets.ts'
import { totalOf, unitsOf } from './balances.ts'

/** An asset as text: total, what is in orders, value. */
export const assetTextAtom = atom((get) => {
  const fiatText = get(formatFiatAtom)
  return (asset: AssetView) => textOf(asset, fiatText)
})

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

/** In the valuation currency. */
const valueText = (asset: AssetView): string =>
  hasPrice(asset) ? `${formatMoney(asset.usdt_total)} ${VALUATION_CURRENCY}` : assetsText.wallet.noPrice

function textOf(asset: AssetView, fiatText: (units: Units) => string | undefined) {
  const { symbol, name } = asset.currency
  const isValuationCurrency = symbol === VALUATION_CURRENCY
  const [total, isInOrders] = [totalOf(asset), unitsOf(asset.frozen_balance) > 0n]
  const format = (amount: string) => formatCurrencyAmount(symbol, amount)
  return {
    symbol,
    name,
    total: format(formatUnits(total)),
    inOrders: isInOrders ? assetsText.wallet.inOrders(format(asset.frozen_balance)) : undefined,
    // The valuation currency has no profit; its value is shown in the display currency only.
    value: isValuationCurrency ? (fiatText(total) ?? '') : valueText(asset),
    pnlPercent: isValuationCurrency || total === 0n ? null : asset.pnl_percent,
    pnlHint: assetsText.wallet.pnlHint,
  }
}
