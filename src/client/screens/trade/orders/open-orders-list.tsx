import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import type { OrderView } from '../../../../contract/orders/views.ts'
import { LoadingRows } from '../../../components/loading-rows.tsx'
import { CancelButton } from '../../../components/orders/order-parts.tsx'
import { reconnectAtom } from '../../../state/app/connection-status.ts'
import { ordersOfThisPairAtom } from '../../../state/app/preferences.ts'
import { selectedMarketAtom } from '../../../state/book/selected-pair.ts'
import { haltedPairsAtom } from '../../../state/markets/markets.ts'
import { cancelAllConfirmationAtom } from '../../../state/orders/cancel-order.ts'
import { openOrdersAtom } from '../../../state/orders/open-orders.ts'
import { tradeText } from '../../../text/trade.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { useWideScreen } from '../../../ui/use-wide-screen.ts'
import style from './open-orders-list.module.css'
import { OrderCard, OrdersTable, OrderTableRow } from './order-row.tsx'
import { PlaceOrderButton } from './place-order-button.tsx'

export default function OpenOrdersList() {
  const orders = useAtomValue(openOrdersAtom)
  const pair = useAtomValue(selectedMarketAtom)?.pair
  const [onlyThis, setOnlyThis] = useAtom(ordersOfThisPairAtom)
  const confirmCancelAll = useSetAtom(cancelAllConfirmationAtom)
  const reconnect = useSetAtom(reconnectAtom)
  const halted = useAtomValue(haltedPairsAtom)
  if (!orders || !pair)
    return <LoadingRows count={3} height={64} failed={tradeText.orders.failedOpen} onRetry={reconnect} />
  if (orders.length === 0)
    return (
      <EmptyState icon="book" title={tradeText.orders.none} line={tradeText.orders.noneLine}>
        <PlaceOrderButton />
      </EmptyState>
    )
  const shown = onlyThis ? orders.filter((order) => order.pair_id === pair.id) : orders
  const count = shown.filter((order) => !halted.has(order.pair_id)).length
  return (
    <>
      <div className={style.head}>
        <Checkbox checked={onlyThis} onChange={setOnlyThis}>
          {tradeText.orders.thisPair}
        </Checkbox>
        {count > 0 && (
          <Button
            kind="text"
            size="small"
            onClick={() => confirmCancelAll({ pair: onlyThis ? pair.id : 'all', count })}
          >
            {tradeText.orders.cancelAll(count)}
          </Button>
        )}
      </div>
      {shown.length > 0 ? (
        <OpenList orders={shown} />
      ) : (
        <EmptyState icon="book" title={tradeText.orders.noneHere(pair.symbol)} line={tradeText.orders.noneHereLine}>
          <Button size="small" onClick={() => setOnlyThis(false)}>
            {tradeText.orders.showAll}
          </Button>
        </EmptyState>
      )}
    </>
  )
}

function OpenList({ orders }: { orders: readonly OrderView[] }) {
  const isWide = useWideScreen()
  if (isWide)
    return (
      <OrdersTable isOpen>
        {orders.map((order) => (
          <OrderTableRow key={order.uuid} order={order}>
            <CancelButton order={order} kind="text" />
          </OrderTableRow>
        ))}
      </OrdersTable>
    )
  return (
    <ul>
      {orders.map((order) => (
        <OrderCard key={order.uuid} order={order}>
          <CancelButton order={order} kind="quiet" />
        </OrderCard>
      ))}
    </ul>
  )
}
