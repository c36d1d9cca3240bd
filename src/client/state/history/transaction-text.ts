import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import type { TransactionView } from '../../../contract/transactions/views.ts'
import { DASH, grouped, MINUS, withDecimals } from '../../format/numbers.ts'
import { formatMoney } from '../../format/pair-numbers.ts'
import { smallPriceText } from '../../format/small-price.ts'
import { historyText } from '../../text/history.ts'

type TransactionText = {
  readonly title: string
  /** Where and how; empty where the title says it. */
  readonly detail: string
  /** Sign first. */
  readonly figure: string
  readonly symbol: string
  /** What was paid for it, and what was left over. */
  readonly under: readonly string[]
}

/** A transaction as a row. */
export function transactionText(view: TransactionView): TransactionText {
  const { type, amount, currency_symbol: symbol, to_amount, to_currency_symbol: toSymbol } = view
  if (to_amount !== null && toSymbol !== null)
    return {
      ...dealText(view, toSymbol),
      figure: `+${dealAmount(view, to_amount, toSymbol)}`,
      symbol: toSymbol,
      under: [
        `${MINUS}${dealAmount(view, amount, symbol)} ${symbol}`,
        ...(view.change === null ? [] : [`+${grouped(view.change)} ${view.change_symbol}`]),
      ],
    }
  return {
    title: titleOf(view),
    detail: view.network ?? '',
    figure: `${type === 'withdrawal' ? MINUS : '+'}${dealAmount(view, amount, symbol)}`,
    symbol,
    under: [],
  }
}

export const isIncoming = (figure: string): boolean => figure.startsWith('+')

type TransactionCells = {
  readonly type: string
  /** Which kind of order, which network, or what for. */
  readonly kind: string
  readonly asset: string
  readonly price: string
  readonly fee: string
}

/** What the table of a desk says about a transaction besides its figures. */
export function transactionCells(view: TransactionView): TransactionCells {
  const { type, order, currency_symbol: symbol, to_currency_symbol: toSymbol, fee, fee_symbol } = view
  const common = { price: DASH, fee: /[1-9]/.test(fee) ? `${grouped(fee)} ${fee_symbol}` : DASH }
  if (order !== null)
    return {
      ...common,
      type: historyText.sides[order.side],
      kind: historyText.kinds[order.type],
      asset: order.pair_symbol,
      price: averageText(order.price),
    }
  const name = historyText.one[type]
  if (toSymbol !== null) return { ...common, type: name, kind: '', asset: historyText.converted(symbol, toSymbol) }
  const { title, detail } = transactionText(view)
  return { ...common, type: name, kind: title === name ? detail : title, asset: symbol }
}

/** The USDT of a trade, or of the welcome balance, as everywhere, with two decimals. */
const dealAmount = ({ type }: TransactionView, amount: string, symbol: string): string =>
  (type === 'trade' || type === 'welcome') && symbol === VALUATION_CURRENCY ? formatMoney(amount) : grouped(amount)

function dealText({ order, currency_symbol: symbol }: TransactionView, toSymbol: string) {
  if (order === null) return { title: historyText.converted(symbol, toSymbol), detail: '' }
  return {
    title: order.side === 'buy' ? historyText.bought(toSymbol) : historyText.sold(symbol),
    detail: historyText.orderAt(historyText.kinds[order.type], averageText(order.price)),
  }
}

/** A price with two decimals, a small one with four digits. */
export function averageText(price: string): string {
  const zeros = /^0\.(0*)/.exec(price)?.[1]?.length
  return smallPriceText(grouped(withDecimals(price, zeros === undefined ? 2 : zeros + 4)))
}

/** The reason of a deposit or withdrawal explains its status, which the row shows. */
function titleOf({ type, count, reason }: TransactionView): string {
  if (count !== null) return historyText.smallDeposits(grouped(String(count)))
  return type === 'deposit' || type === 'withdrawal' ? historyText.one[type] : reason || historyText.one[type]
}
