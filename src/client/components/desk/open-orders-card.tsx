import { useAtomValue, useSetAtom } from 'jotai'
import { Link } from 'react-router-dom'
import type { OrderView } from '../../../contract/orders/views.ts'
import { pages } from '../../../contract/pages.ts'
import { reconnectAtom } from '../../state/app/connection-status.ts'
import { openOrdersAtom } from '../../state/orders/open-orders.ts'
import { assetsText } from '../../text/assets.ts'
import { tradeText } from '../../text/trade.ts'
import { LoadingRows } from '../loading-rows.tsx'
import { CancelButton, useOrderText } from '../orders/order-parts.tsx'
import { Price } from '../price.tsx'
import { SideCard } from './side-card.tsx'
import style from './side-lists.module.css'

/** The page of the market has all of them. */
const SHOWN = 5

/** The newest open orders, each with its cancel button. `isOptional`: nothing without any. */
export function OpenOrdersCard({ isOptional = false }: { isOptional?: boolean }) {
  const orders = useAtomValue(openOrdersAtom)
  const reconnect = useSetAtom(reconnectAtom)
  if (isOptional && !orders?.length) return null
  return (
    <SideCard title={assetsText.side.openOrders} aside={orders?.length}>
      {orders === undefined ? (
        <LoadingRows count={2} height={44} failed={tradeText.orders.failedOpen} onRetry={reconnect} />
      ) : (
        <Orders orders={orders} />
      )}
    </SideCard>
  )
}

function Orders({ orders }: { orders: readonly OrderView[] }) {
  if (orders.length === 0) return <p className={style.line}>{tradeText.orders.noneLine}</p>
  return (
    <>
      <ul className={style.orders}>
        {orders.slice(0, SHOWN).map((order) => (
          <OrderRow key={order.uuid} order={order} />
        ))}
      </ul>
      {orders.length > SHOWN && (
        <Link className={style.link} to={pages.trade}>
          {assetsText.side.allOrders(orders.length)}
        </Link>
      )}
    </>
  )
}

function OrderRow({ order }: { order: OrderView }) {
  const { side, amount, price } = useOrderText(order)
  return (
    <li>
      <span className={style.side} data-side={order.side}>
        {side}
      </span>
      <span className={style.order}>
        {amount} {assetsText.side.at} <Price text={price} />
      </span>
      <CancelButton order={order} kind="text" />
    </li>
  )
}
