import { atom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { formatUnits } from '../../../contract/money.ts'
import { formatMoney } from '../../format/pair-numbers.ts'
import { watchedMarketsAtom } from '../markets/markets.ts'
import { formatCurrencyAmount, mainMarketOf } from './asset-text.ts'
import { assetsAtom, totalOf } from './balances.ts'
import { sortByValue } from './sort-by-value.ts'

const COUNT = 3

/** What the user holds of the highest value, and the change of the prices in 24 hours; undefined until loaded. */
export const topCoinsAtom = atom((get) => {
  const markets = get(watchedMarketsAtom)
  const all = markets.state === 'ready' ? markets.all : []
  const held = get(assetsAtom)?.filter((asset) => totalOf(asset) > 0n)
  return (
    held &&
    sortByValue(held)
      .slice(0, COUNT)
      .map((asset) => ({
        symbol: asset.currency.symbol,
        amount: formatCurrencyAmount(asset.currency.symbol, formatUnits(totalOf(asset))),
        value: `${formatMoney(asset.usdt_total)} ${VALUATION_CURRENCY}`,
        change: mainMarketOf(all, asset.currency.symbol)?.view.percent_change_24h ?? null,
      }))
  )
})
