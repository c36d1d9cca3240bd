import type { OrderView } from '../../../../contract/orders/views.ts'
import { closedOrders } from '../../../state/orders/order-history.ts'
import { tradeText } from '../../../text/trade.ts'
import { useWideScreen } from '../../../ui/use-wide-screen.ts'
import { OrderCard, OrdersTable, OrderTableRow } from './order-row.tsx'
import { PagedOrders } from './paged-orders.tsx'

export default function OrderHistoryList() {
  return (
    <PagedOrders
      source={closedOrders}
      emptyTitle={tradeText.orders.noneHistory}
      emptyLine={tradeText.orders.noneHistoryLine}
    >
      {(orders) => <ClosedList orders={orders} />}
    </PagedOrders>
  )
}

function ClosedList({ orders }: { orders: readonly OrderView[] }) {
  if (useWideScreen())
    return (
      <OrdersTable>
        {orders.map((order) => (
          <OrderTableRow key={order.uuid} order={order} />
        ))}
      </OrdersTable>
    )
  return (
    <ul>
      {orders.map((order) => (
        <OrderCard key={order.uuid} order={order} />
      ))}
    </ul>
  )
}
