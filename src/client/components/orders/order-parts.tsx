/** What every list of orders shows of one. */

import { useAtomValue, useSetAtom } from 'jotai'
import type { Pair } from '../../../contract/markets/instruments.ts'
import type { OrderView } from '../../../contract/orders/views.ts'
import { grouped } from '../../format/numbers.ts'
import { formatAmount, formatMoney, formatPrice } from '../../format/pair-numbers.ts'
import { orderTime } from '../../format/times.ts'
import { clockAtom } from '../../state/app/clock.ts'
import { amountsHiddenAtom } from '../../state/app/preferences.ts'
import { allMarketsAtom, haltedPairsAtom } from '../../state/markets/markets.ts'
import { cancellingAtom, cancelOrderAtom } from '../../state/orders/cancel-order.ts'
import { filledPercent, hasFill, orderedText, orderedTotalText } from '../../state/orders/ordered-text.ts'
import { assetsText } from '../../text/assets.ts'
import { tradeText } from '../../text/trade.ts'
import { Button } from '../../ui/button.tsx'

/** Formatted fields of an order. */
export function useOrderText(order: OrderView) {
  const pair = useAtomValue(allMarketsAtom).find((market) => market.pair.id === order.pair_id)?.pair
  const now = useAtomValue(clockAtom)
  const isHidden = useAtomValue(amountsHiddenAtom)
  const masked = (amount: string) => (isHidden ? assetsText.wallet.hidden : amount)
  return {
    side: order.side === 'buy' ? tradeText.form.buy : tradeText.form.sell,
    kind: tradeText.orders.types[order.type],
    price: priceOf(pair, order.price),
    average: priceOf(pair, order.avg_price),
    amount: masked(orderedText(order)),
    filled: masked(filledText(pair, order)),
    percent: filledPercent(order),
    orderedTotal: masked(orderedTotalText(order)),
    filledTotal: masked(`${formatMoney(order.filled_total)} ${order.pair_symbol.split('/')[1]}`),
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

/** Cancels one open order. Disabled while that is not possible, with the reason. */
export function CancelButton({ order, kind }: { order: OrderView; kind: 'quiet' | 'text' }) {
  const cancel = useSetAtom(cancelOrderAtom)
  const isBusy = useAtomValue(cancellingAtom).has(order.uuid)
  const isHalted = useAtomValue(haltedPairsAtom).has(order.pair_id)
  return (
    <Button
      kind={kind}
      size="small"
      disabled={isBusy || isHalted}
      title={isHalted ? tradeText.form.paused(order.pair_symbol) : undefined}
      aria-label={tradeText.orders.cancelOne(order.pair_symbol, order.side, order.price ?? '')}
      onClick={() => void cancel(order)}
    >
      {tradeText.orders.cancel}
    </Button>
  )
}
