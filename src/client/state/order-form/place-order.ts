/** Places the order in the form: confirmation if needed, one idempotency key, one outcome. */

import { atom } from 'jotai'
import { assertNever } from '../../../contract/assert-never.ts'
import { type Pair, priceText, quantityText } from '../../../contract/markets/instruments.ts'
import type { Side } from '../../../contract/markets/side.ts'
import { formatUnits } from '../../../contract/money.ts'
import type { PlaceOrderBody } from '../../../contract/orders/calls.ts'
import type { OrderTerms } from '../../../contract/orders/order-terms.ts'
import type { OrderOutcome } from '../../connection/order-commands.ts'
import { receivedRefusalText } from '../../text/refusal-text.ts'
import { tradeText } from '../../text/trade.ts'
import { onTradeAtom } from '../account/profile.ts'
import { hostAtom, notifyAtom } from '../app/host.ts'
import { sessionAtom } from '../auth/session.ts'
import { selectedMarketAtom } from '../book/selected-pair.ts'
import { orderToast } from '../orders/order-message.ts'
import { checkAtom, clearAmountsAtom } from './actions.ts'
import { clientOrderId } from './client-order-id.ts'
import { askForConfirmationAtom, closeConfirmationAtom } from './confirmation.ts'
import { setSubmissionAtom, submissionAtom } from './order-submission.ts'
import { hasJumpedAtom } from './price-jump.ts'
import { draftAtom } from './store.ts'
import { deviationAtom, mustConfirmLimitAtom, mustConfirmMarketAtom } from './warnings.ts'

export const submitAtom = atom(null, (get, set) => {
  const check = get(checkAtom)
  if (!check?.ok || get(submissionAtom).state !== 'editing' || get(sessionAtom).state !== 'signed-in') return
  switch (check.terms.type) {
    case 'limit':
      if (get(mustConfirmLimitAtom))
        return set(askForConfirmationAtom, { kind: 'limit', deviation: get(deviationAtom) })
      return void set(placeOrderAtom)
    case 'market':
      if (get(mustConfirmMarketAtom)) return set(askForConfirmationAtom, { kind: 'market' })
      return get(hasJumpedAtom) ? undefined : void set(placeOrderAtom)
    default:
      return assertNever(check.terms)
  }
})

export const placeOrderAtom = atom(null, async (get, set) => {
  const [check, market] = [get(checkAtom), get(selectedMarketAtom)]
  set(closeConfirmationAtom)
  if (!check?.ok || !market || get(submissionAtom).state !== 'editing') return
  const { commands, socket } = get(hostAtom)
  const body = bodyOf(market.pair, get(draftAtom).side, check.terms)
  set(setSubmissionAtom, { state: 'sending', id: body.client_order_id })
  const outcome = await commands.placeOrder(body)
  const wasUnsure = get(submissionAtom).state === 'unsure'
  set(setSubmissionAtom, { state: 'editing' })
  if (outcome.kind === 'accepted') {
    set(clearAmountsAtom)
    set(onTradeAtom)
  }
  // A late reply may be outdated: request the current open orders.
  if (wasUnsure) socket.send('get_open_orders')
  set(notifyAtom, { ...outcomeNotice(market.pair, outcome), id: body.client_order_id })
})

function bodyOf(pair: Pair, side: Side, terms: OrderTerms): PlaceOrderBody {
  const order = { client_order_id: clientOrderId(), pair_id: pair.id, side, type: terms.type }
  switch (terms.type) {
    case 'limit':
      return {
        ...order,
        price: priceText(pair, terms.price),
        volume: quantityText(pair, terms.quantity),
        time_in_force: terms.timeInForce,
        ...(terms.postOnly && { post_only: true }),
      }
    case 'market':
      return terms.by === 'total'
        ? { ...order, total: formatUnits(terms.total) }
        : { ...order, volume: quantityText(pair, terms.quantity) }
    default:
      return assertNever(terms)
  }
}

function outcomeNotice(pair: Pair, outcome: OrderOutcome) {
  switch (outcome.kind) {
    case 'accepted':
      return orderToast(pair, outcome.order)
    case 'refused':
      return { kind: 'error', title: tradeText.outcome.refused, detail: receivedRefusalText(outcome) } as const
    case 'lost':
      return { kind: 'error', title: tradeText.outcome.lost, detail: tradeText.outcome.lostLine } as const
  }
}
