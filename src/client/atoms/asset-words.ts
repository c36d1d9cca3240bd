import { formatUnits } from '../../contract/money.ts'
import type { AssetView } from '../../contract/views.ts'
import { grouped } from '../format/numbers.ts'
import { moneyWords } from '../format/pair-numbers.ts'
import { text } from '../text/en.ts'
import { totalOf, unitsOf } from './balances.ts'

/** An asset in words: all of it, what is free of it, what it is worth. */
export function assetWords(asset: AssetView) {
  const { symbol, name } = asset.currency
  const words = symbol === 'USDT' ? moneyWords : grouped
  const hasOrders = unitsOf(asset.frozen_balance) > 0n
  return {
    symbol,
    name,
    total: words(formatUnits(totalOf(asset))),
    available: hasOrders ? text.wallet.available(words(asset.balance)) : undefined,
    inOrders: hasOrders ? text.wallet.inOrders(words(asset.frozen_balance)) : undefined,
    // What everything is measured in needs no second figure.
    worth: symbol === 'USDT' ? '' : `≈ ${moneyWords(asset.usdt_total)} USDT`,
    pnlPercent: asset.pnl_percent,
  }
}
