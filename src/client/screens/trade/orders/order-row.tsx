import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { Pair } from '../../../../contract/markets/instruments.ts'
import type { OrderView } from '../../../../contract/orders/views.ts'
import { Price } from '../../../components/price.tsx'
import { grouped } from '../../../format/numbers.ts'
import { formatAmount, formatMoney, formatPrice } from '../../../format/pair-numbers.ts'
import { orderTime } from '../../../format/times.ts'
import { clockAtom } from '../../../state/app/clock.ts'
import { amountsHiddenAtom } from '../../../state/app/preferences.ts'
import { allMarketsAtom } from '../../../state/markets/markets.ts'
import { filledPercent, hasFill, orderedText } from '../../../state/orders/ordered-text.ts'
import { assetsText } from '../../../text/assets.ts'
import { tradeText } from '../../../text/trade.ts'
import { Tag } from '../../../ui/tag.tsx'
import style from './order-row.module.css'

/** Formatted fields of an order. */
function useOrderText(order: OrderView) {
  const pair = useAtomValue(allMarketsAtom).find((market) => market.pair.id === order.pair_id)?.pair
  const now = useAtomValue(clockAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  const masked = (amount: string) => (isHidden ? assetsText.wallet.hidden : amount)
  return {
    side: order.side === 'buy' ? tradeText.form.buy : tradeText.form.sell,
    kind: tradeText.orders.types[order.type],
    price: priceOf(pair, order.price),
    average: priceOf(pair, order.avg_price),
    amount: masked(orderedText(pair, order)),
    filled: masked(filledText(pair, order)),
    percent: filledPercent(order),
    total: masked(`${formatMoney(order.filled_total)} ${order.pair_symbol.split('/')[1]}`),
    time: orderTime(order.created_at, now),
    status: tradeText.orders.states[order.status],
  }
}

/** With its unit where the order is in the other currency. */
function filledText(pair: Pair | undefined, order: OrderView): string {
  const amount = hasFill(order) ? amountOf(pair, order.filled_volume) : '0'
  return order.volume === null ? `${amount} ${order.pair_symbol.split('/')[0]}` : amount
}

const amountOf = (pair: Pair | undefined, amount: string) => (pair ? formatAmount(pair, amount) : grouped(amount))

function priceOf(pair: Pair | undefined, price: string | null): string {
  if (price === null) return tradeText.orders.market
  return pair ? formatPrice(pair, price) : grouped(price)
}

export function OrderCard({ order, children }: { order: OrderView; children?: ReactNode }) {
  const text = useOrderText(order)
  const isClosed = children === undefined
  return (
    <li className={style.card}>
      <p className={style.head}>
        <Tag side={order.side}>{text.side}</Tag>
        <b>{order.pair_symbol}</b>
        <span>{text.kind}</span>
        {children ?? <span>{text.status}</span>}
      </p>
      <p className={style.line}>
        <span>
          {tradeText.orders.price} <Price text={isClosed && order.avg_price !== null ? text.average : text.price} />
        </span>
        <span>
          {tradeText.orders.filled}{' '}
          <b>
            {text.filled} / {text.amount}
          </b>
        </span>
        <time dateTime={order.created_at}>{text.time}</time>
      </p>
    </li>
  )
}

export function OrdersTable({ isOpen, children }: { isOpen?: boolean; children: ReactNode }) {
  return (
    <table className={style.table}>
      <thead>
        <tr>
          <th>{tradeText.orders.pair}</th>
          <th>{tradeText.orders.side}</th>
          <th>{isOpen ? tradeText.orders.price : tradeText.orders.average}</th>
          <th>{tradeText.orders.amount}</th>
          <th>{tradeText.orders.filled}</th>
          <th>{tradeText.orders.total}</th>
          <th>{tradeText.orders.time}</th>
          <th>
            {isOpen ? <span className="visually-hidden">{tradeText.orders.cancel}</span> : tradeText.orders.status}
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

export function OrderTableRow({ order, children }: { order: OrderView; children?: ReactNode }) {
  const text = useOrderText(order)
  return (
    <tr>
      <td>{order.pair_symbol}</td>
      <td data-side={order.side}>{text.side}</td>
      <td>
        <Price text={children === undefined && order.avg_price !== null ? text.average : text.price} />
      </td>
      <td>{text.amount}</td>
      <td>{text.percent}</td>
      <td>{text.total}</td>
      <td>
        <time dateTime={order.created_at}>{text.time}</time>
      </td>
      <td>{children ?? text.status}</td>
    </tr>
  )
}
