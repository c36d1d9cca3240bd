import { atom } from 'jotai'
import { formatUnits, type Units } from '../../contract/money.ts'
import type { AssetView } from '../../contract/views.ts'
import { MEASURE } from '../../contract/worth.ts'
import { grouped } from '../format/numbers.ts'
import { moneyWords } from '../format/pair-numbers.ts'
import { text } from '../text/en.ts'
import { totalOf, unitsOf } from './balances.ts'
import { fiatWordsAtom } from './fiat.ts'

/** An asset in words: all of it, what is free of it, what it is worth. */
export const assetWordsAtom = atom((get) => {
  const fiatWords = get(fiatWordsAtom)
  return (asset: AssetView) => wordsOf(asset, fiatWords)
})

/** An amount of a currency, all of it that is there. */
export const amountOfCurrency = (symbol: string, amount: string): string =>
  symbol === MEASURE ? moneyWords(amount) : grouped(amount)

function wordsOf(asset: AssetView, fiatWords: (units: Units) => string | undefined) {
  const { symbol, name } = asset.currency
  const isMeasure = symbol === MEASURE
  const [total, isInOrders] = [totalOf(asset), unitsOf(asset.frozen_balance) > 0n]
  const words = (amount: string) => amountOfCurrency(symbol, amount)
  return {
    symbol,
    name,
    total: words(formatUnits(total)),
    available: isInOrders ? text.wallet.available(words(asset.balance)) : undefined,
    inOrders: isInOrders ? text.wallet.inOrders(words(asset.frozen_balance)) : undefined,
    // What everything is measured in has no profit, and is told in other money only.
    worth: isMeasure ? (fiatWords(total) ?? '') : `${moneyWords(asset.usdt_total)} ${MEASURE}`,
    pnlPercent: isMeasure || total === 0n ? null : asset.pnl_percent,
    pnlHint: text.wallet.pnlHint,
  }
}
