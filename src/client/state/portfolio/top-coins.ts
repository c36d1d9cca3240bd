import { atom } from 'jotai'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { formatMoney } from '../../format/pair-numbers.ts'
import { watchedMarketsAtom } from '../markets/markets.ts'
import { mainMarketOf } from './asset-text.ts'
import { assetsAtom, totalOf } from './balances.ts'
import { sortByValue } from './sort-by-value.ts'

const COUNT = 3

/** The held coins with the highest values, besides cash, and the change of their prices in 24 hours; undefined until loaded. */
export const topCoinsAtom = atom((get) => {
  const markets = get(watchedMarketsAtom)
  const all = markets.state === 'ready' ? markets.all : []
  const held = get(assetsAtom)?.filter((asset) => asset.currency.symbol !== VALUATION_CURRENCY && totalOf(asset) > 0n)
  return (
    held &&
    sortByValue(held)
      .slice(0, COUNT)
      .map(({ currency: { symbol }, usdt_total }) => ({
        symbol,
        value: formatMoney(usdt_total),
        change: mainMarketOf(all, symbol)?.view.percent_change_24h ?? null,
      }))
  )
})
