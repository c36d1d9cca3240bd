import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import type { OrderView } from '../../../contract/views.ts'
import { cancelAllAskedAtom, cancellingAtom, cancelOrderAtom } from '../../atoms/cancel-order.ts'
import { openOrdersAtom } from '../../atoms/orders.ts'
import { ordersOfThisPairAtom } from '../../atoms/preferences.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import * as trade from '../../text/en-trade.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Empty } from '../../ui/empty.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { OrderCard, OrderLine, OrdersTable } from './order-row.tsx'

export default function OpenOrders() {
  const orders = useAtomValue(openOrdersAtom)
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const [onlyThis, setOnlyThis] = useAtom(ordersOfThisPairAtom)
  const ask = useSetAtom(cancelAllAskedAtom)
  if (!orders || !pair) return <SkeletonRows count={3} height={64} />
  if (orders.length === 0) return <Empty icon="book" title={trade.orders.none} line={trade.orders.noneLine} />
  const shown = onlyThis ? orders.filter((order) => order.pair_id === pair.id) : orders
  return (
    <>
      <div className="orders-head">
        <Checkbox checked={onlyThis} onChange={setOnlyThis}>
          {trade.orders.thisPair}
        </Checkbox>
        {shown.length > 0 && (
          <Button
            kind="text"
            size="small"
            onClick={() => ask({ pair: onlyThis ? pair.id : 'all', count: shown.length })}
          >
            {trade.orders.cancelAll(shown.length)}
          </Button>
        )}
      </div>
      <OpenList orders={shown} />
    </>
  )
}

function OpenList({ orders }: { orders: readonly OrderView[] }) {
  const isWide = useWide()
  if (isWide)
    return (
      <OrdersTable isOpen>
        {orders.map((order) => (
          <OrderLine key={order.uuid} order={order}>
            <CancelKey order={order} kind="text" />
          </OrderLine>
        ))}
      </OrdersTable>
    )
  return (
    <ul className="order-cards">
      {orders.map((order) => (
        <OrderCard key={order.uuid} order={order}>
          <CancelKey order={order} kind="quiet" />
        </OrderCard>
      ))}
    </ul>
  )
}

function CancelKey({ order, kind }: { order: OrderView; kind: 'quiet' | 'text' }) {
  const cancel = useSetAtom(cancelOrderAtom)
  const isBusy = useAtomValue(cancellingAtom).has(order.uuid)
  return (
    <Button
      kind={kind}
      size="small"
      disabled={isBusy}
      aria-label={trade.orders.cancelOne(order.pair_symbol, order.side, order.price ?? '')}
      onClick={() => void cancel(order)}
    >
      {trade.orders.cancel}
    </Button>
  )
}
