import { useAtomValue } from 'jotai'
import type { ReactNode } from 'react'
import type { Pair } from '../../../contract/catalogue.ts'
import type { OrderView } from '../../../contract/views.ts'
import { unitsOf } from '../../atoms/balances.ts'
import { clockAtom } from '../../atoms/clock.ts'
import { allMarketsAtom } from '../../atoms/pairs.ts'
import { grouped, NONE } from '../../format/numbers.ts'
import { amountWords, moneyWords, priceWords } from '../../format/pair-numbers.ts'
import { orderTime } from '../../format/times.ts'
import * as trade from '../../text/en-trade.ts'
import { Price } from '../../ui/price.tsx'

/** An order in words: what was asked, what was done. */
function useWords(order: OrderView) {
  const pair = useAtomValue(allMarketsAtom).find((market) => market.pair.id === order.pair_id)?.pair
  const now = useAtomValue(clockAtom)
  const asked = unitsOf(order.volume ?? '0')
  return {
    side: order.side === 'buy' ? trade.form.buy : trade.form.sell,
    kind: order.type === 'limit' ? trade.form.limit : trade.form.market,
    price: priceOf(pair, order.price),
    average: priceOf(pair, order.avg_price),
    amount: order.volume === null ? NONE : amountOf(pair, order.volume),
    filled: /[1-9]/.test(order.filled_volume) ? amountOf(pair, order.filled_volume) : '0',
    percent: asked === 0n ? NONE : `${(unitsOf(order.filled_volume) * 100n) / asked}%`,
    total: moneyWords(order.total ?? order.filled_total),
    time: orderTime(order.created_at, now),
    status: trade.orders.states[order.status],
  }
}

const amountOf = (pair: Pair | undefined, amount: string) => (pair ? amountWords(pair, amount) : grouped(amount))

function priceOf(pair: Pair | undefined, price: string | null): string {
  if (price === null) return trade.orders.market
  return pair ? priceWords(pair, price) : grouped(price)
}

export function OrderCard({ order, children }: { order: OrderView; children?: ReactNode }) {
  const words = useWords(order)
  const isClosed = children === undefined
  return (
    <li className="order-card">
      <p className="order-card-head">
        <span className="tag" data-side={order.side}>
          {words.side}
        </span>
        <b>{order.pair_symbol}</b>
        <span>{words.kind}</span>
        {children ?? <span className="order-status">{words.status}</span>}
      </p>
      <p className="order-card-line">
        <span>
          {trade.orders.price} <Price words={isClosed && order.avg_price !== null ? words.average : words.price} />
        </span>
        <span>
          {trade.orders.filled}{' '}
          <b>
            {words.filled} / {words.amount}
          </b>
        </span>
        <time dateTime={order.created_at}>{words.time}</time>
      </p>
    </li>
  )
}

export function OrdersTable({ isOpen, children }: { isOpen?: boolean; children: ReactNode }) {
  return (
    <table className="orders-table">
      <thead>
        <tr>
          <th>{trade.orders.pair}</th>
          <th>{trade.orders.side}</th>
          <th>{isOpen ? trade.orders.price : trade.orders.average}</th>
          <th>{trade.orders.amount}</th>
          <th>{trade.orders.filled}</th>
          <th>{trade.orders.total}</th>
          <th>{trade.orders.time}</th>
          <th>{isOpen ? <span className="unseen">{trade.orders.cancel}</span> : trade.orders.status}</th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  )
}

export function OrderLine({ order, children }: { order: OrderView; children?: ReactNode }) {
  const words = useWords(order)
  return (
    <tr>
      <td>{order.pair_symbol}</td>
      <td data-side={order.side}>{words.side}</td>
      <td>
        <Price words={children === undefined && order.avg_price !== null ? words.average : words.price} />
      </td>
      <td>{words.amount}</td>
      <td>{words.percent}</td>
      <td>{words.total}</td>
      <td>
        <time dateTime={order.created_at}>{words.time}</time>
      </td>
      <td>{children ?? words.status}</td>
    </tr>
  )
}
