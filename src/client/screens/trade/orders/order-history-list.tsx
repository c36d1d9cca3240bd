import type { OrderView } from '../../../contract/views.ts'
import { closedOrders } from '../../atoms/order-history.ts'
import * as trade from '../../text/en-trade.ts'
import { useWide } from '../../ui/use-wide.ts'
import { OrderCard, OrderLine, OrdersTable } from './order-row.tsx'
import { PagedList } from './paged-list.tsx'

export default function OrderHistoryList() {
  return (
    <PagedList of={closedOrders} none={trade.orders.noneHistory} noneLine={trade.orders.noneHistoryLine}>
      {(orders) => <ClosedList orders={orders} />}
    </PagedList>
  )
}

function ClosedList({ orders }: { orders: readonly OrderView[] }) {
  if (useWide())
    return (
      <OrdersTable>
        {orders.map((order) => (
          <OrderLine key={order.uuid} order={order} />
        ))}
      </OrdersTable>
    )
  return (
    <ul className="order-cards">
      {orders.map((order) => (
        <OrderCard key={order.uuid} order={order} />
      ))}
    </ul>
  )
}
