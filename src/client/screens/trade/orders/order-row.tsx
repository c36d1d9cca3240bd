import type { ReactNode } from 'react'
import type { OrderView } from '../../../../contract/orders/views.ts'
import { useOrderText } from '../../../components/orders/order-parts.tsx'
import { Price } from '../../../components/price.tsx'
import { tradeText } from '../../../text/trade.ts'
import { Tag } from '../../../ui/tag.tsx'
import style from './order-row.module.css'

export function OrderCard({ order, children }: { order: OrderView; children?: ReactNode }) {
  const text = useOrderText(order)
  const isClosed = children === undefined
  if (isClosed && order.status === 'filled') return <FilledCard order={order} />
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
        {isClosed && <time dateTime={order.created_at}>{text.time}</time>}
      </p>
      {!isClosed && (
        <p className={style.line}>
          <span>
            {tradeText.orders.total} <span>{text.orderedTotal}</span>
          </span>
          <time dateTime={order.created_at}>{text.time}</time>
        </p>
      )}
    </li>
  )
}

/** What was paid and received: the order had one of both. */
function FilledCard({ order }: { order: OrderView }) {
  const text = useOrderText(order)
  return (
    <li className={style.card}>
      <p className={style.head}>
        <Tag side={order.side}>{text.side}</Tag>
        <b>{order.pair_symbol}</b>
        <span>{text.kind}</span>
        <time dateTime={order.created_at}>{text.time}</time>
        <span>{text.status}</span>
      </p>
      <p className={style.line}>
        <span>
          {tradeText.orders.average} <Price text={text.average} />{' '}
          <b>
            · {order.volume === null ? text.filled : text.amount} · {text.filledTotal}
          </b>
        </span>
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
      <td>{children === undefined ? text.filledTotal : text.orderedTotal}</td>
      <td>
        <time dateTime={order.created_at}>{text.time}</time>
      </td>
      <td>{children ?? text.status}</td>
    </tr>
  )
}
