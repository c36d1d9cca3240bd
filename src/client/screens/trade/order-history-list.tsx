import { useAtom } from 'jotai'
import type { OrderView } from '../../../contract/views.ts'
import { orderHistoryAtom } from '../../atoms/order-history.ts'
import { text } from '../../text/en.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { OrderCard, OrderLine, OrdersTable } from './order-row.tsx'

export default function OrderHistoryList() {
  const [history, ask] = useAtom(orderHistoryAtom)
  if (history.state === 'loading') return <SkeletonRows count={3} height={64} />
  if (history.state === 'failed')
    return (
      <Empty icon="alert" title={text.orders.failedHistory} line={text.wallet.failedLine} isTrouble>
        <Button size="small" onClick={() => void ask('refresh')}>
          {text.retry}
        </Button>
      </Empty>
    )
  if (history.rows.length === 0)
    return <Empty icon="history" title={text.orders.noneHistory} line={text.orders.noneHistoryLine} />
  return (
    <>
      <ClosedList orders={history.rows} />
      {history.hasNext && (
        <div className="load-more">
          <Button size="small" busy={history.isBusy ? text.loading : undefined} onClick={() => void ask('more')}>
            {text.orders.more}
          </Button>
        </div>
      )}
    </>
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
