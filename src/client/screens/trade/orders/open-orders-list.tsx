import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import type { OrderView } from '../../../contract/views.ts'
import { cancelAllAskedAtom, cancellingAtom, cancelOrderAtom } from '../../atoms/cancel-order.ts'
import { reconnectAtom } from '../../atoms/connection.ts'
import { openOrdersAtom } from '../../atoms/orders.ts'
import { ordersOfThisPairAtom } from '../../atoms/preferences.ts'
import { selectedMarketAtom } from '../../atoms/selected-pair.ts'
import * as trade from '../../text/en-trade.ts'
import { AwaitedRows } from '../../ui/awaited-rows.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Empty } from '../../ui/empty.tsx'
import { useWide } from '../../ui/use-wide.ts'
import { OrderCard, OrderLine, OrdersTable } from './order-row.tsx'
import { PlaceKey } from './place-key.tsx'

export default function OpenOrders() {
  const orders = useAtomValue(openOrdersAtom)
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const [onlyThis, setOnlyThis] = useAtom(ordersOfThisPairAtom)
  const ask = useSetAtom(cancelAllAskedAtom)
  const reconnect = useSetAtom(reconnectAtom)
  if (!orders || !pair)
    return <AwaitedRows count={3} height={64} failed={trade.orders.failedOpen} onRetry={reconnect} />
  if (orders.length === 0)
    return (
      <Empty icon="book" title={trade.orders.none} line={trade.orders.noneLine}>
        <PlaceKey />
      </Empty>
    )
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
      {shown.length > 0 ? (
        <OpenList orders={shown} />
      ) : (
        <Empty icon="book" title={trade.orders.noneHere(pair.symbol)} line={trade.orders.noneHereLine}>
          <Button size="small" onClick={() => setOnlyThis(false)}>
            {trade.orders.showAll}
          </Button>
        </Empty>
      )}
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
