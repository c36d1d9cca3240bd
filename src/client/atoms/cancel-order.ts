import { atom } from 'jotai'
import type { PairId } from '../../contract/ids.ts'
import type { OrderView } from '../../contract/views.ts'
import type { CancelOutcome } from '../connection/commands.ts'
import * as trade from '../text/en-trade.ts'
import { hostAtom, type Notice, notifyAtom } from './host.ts'

const source = atom<ReadonlySet<string>>(new Set<string>())
const asking = atom<{ readonly pair: PairId | 'all'; readonly count: number } | undefined>(undefined)

/** Orders whose cancel is on its way. */
export const cancellingAtom = atom((get) => get(source))
/** Cancel all is asked about first. */
export const cancelAllAskedAtom = atom(
  (get) => get(asking),
  (_get, set, wish: { pair: PairId | 'all'; count: number } | undefined) => set(asking, wish),
)

export const cancelOrderAtom = atom(null, async (get, set, order: OrderView) => {
  if (get(source).has(order.uuid)) return
  set(source, (orders) => new Set([...orders, order.uuid]))
  const outcome = await get(hostAtom).commands.cancelOrder(order.uuid)
  set(source, (orders) => new Set([...orders].filter((uuid) => uuid !== order.uuid)))
  const side = order.side === 'buy' ? trade.form.buy : trade.form.sell
  const line = trade.said.cancelledLine(side, order.pair_symbol)
  set(notifyAtom, tell(outcome, { kind: 'success', title: trade.said.cancelled, detail: line }))
  if (outcome.kind !== 'done') get(hostAtom).socket.say('get_open_orders')
})

export const cancelAllAtom = atom(null, async (get, set, pair: PairId | 'all') => {
  set(asking, undefined)
  const outcome = await get(hostAtom).commands.cancelAll(pair)
  set(notifyAtom, tell(outcome, { kind: 'success', title: trade.said.cancelledAll }))
  if (outcome.kind !== 'done') get(hostAtom).socket.say('get_open_orders')
})

function tell(outcome: CancelOutcome, done: Notice): Notice {
  if (outcome.kind === 'done') return done
  const detail = outcome.kind === 'refused' ? outcome.detail : trade.said.cancelLost
  return { kind: 'error', title: trade.said.cancelRefused, detail }
}
