import { atom } from 'jotai'
import type { PairId } from '../../../contract/ids.ts'
import type { OrderView } from '../../../contract/orders/views.ts'
import type { CancelOutcome } from '../../connection/order-commands.ts'
import { receivedRefusalText } from '../../text/refusal-text.ts'
import { tradeText } from '../../text/trade.ts'
import { hostAtom, notifyAtom, type Toast } from '../app/host.ts'

const source = atom<ReadonlySet<string>>(new Set<string>())
const confirmation = atom<{ readonly pair: PairId | 'all'; readonly count: number } | undefined>(undefined)

/** Ids of orders with a pending cancel request. */
export const cancellingAtom = atom((get) => get(source))
/** Cancel-all needs confirmation. */
export const cancelAllConfirmationAtom = atom(
  (get) => get(confirmation),
  (_get, set, next: { pair: PairId | 'all'; count: number } | undefined) => set(confirmation, next),
)

export const cancelOrderAtom = atom(null, async (get, set, order: OrderView) => {
  if (get(source).has(order.uuid)) return
  set(source, (orders) => new Set([...orders, order.uuid]))
  const outcome = await get(hostAtom).commands.cancelOrder(order.uuid)
  set(source, (orders) => new Set([...orders].filter((uuid) => uuid !== order.uuid)))
  const side = order.side === 'buy' ? tradeText.form.buy : tradeText.form.sell
  const detail = tradeText.outcome.cancelledLine(side, order.pair_symbol)
  set(notifyAtom, toastOf(outcome, { kind: 'success', title: tradeText.outcome.cancelled, detail: detail }))
  if (outcome.kind !== 'ok') get(hostAtom).socket.send('get_open_orders')
})

export const cancelAllAtom = atom(null, async (get, set, pair: PairId | 'all') => {
  set(confirmation, undefined)
  const outcome = await get(hostAtom).commands.cancelAll(pair)
  set(notifyAtom, toastOf(outcome, { kind: 'success', title: tradeText.outcome.cancelledAll }))
  if (outcome.kind !== 'ok') get(hostAtom).socket.send('get_open_orders')
})

function toastOf(outcome: CancelOutcome, done: Toast): Toast {
  if (outcome.kind === 'ok') return done
  const detail = outcome.kind === 'refused' ? receivedRefusalText(outcome) : tradeText.outcome.cancelLost
  return { kind: 'error', title: tradeText.outcome.cancelRefused, detail }
}
