/** From the button to the answer. One intent, one id, one outcome; the reader confirms what could hurt. */

import { atom } from 'jotai'
import { type Pair, priceText, quantityText } from '../../contract/catalogue.ts'
import { formatUnits } from '../../contract/money.ts'
import type { OrderTerms, Side } from '../../contract/order-rules.ts'
import type { PlaceOrderBody } from '../../contract/views.ts'
import type { OrderOutcome } from '../connection/commands.ts'
import * as trade from '../text/en-trade.ts'
import { clientOrderId } from './client-order-id.ts'
import { draftAtom } from './draft.ts'
import { hostAtom, notifyAtom } from './host.ts'
import { checkAtom, clearAmountsAtom } from './order-form.ts'
import { deviationAtom, mustConfirmLimitAtom, mustConfirmMarketAtom } from './order-guards.ts'
import { tellOrder } from './order-news.ts'
import { hasJumpedAtom } from './price-jump.ts'
import { selectedMarketAtom } from './selected-pair.ts'
import { sessionAtom } from './session.ts'
import { stampTicketAtom, ticketAtom } from './ticket.ts'

/** `deviation` is how far the price was on the wrong side of the market when the reader sent it, in ppm. */
export type Confirmation = { readonly kind: 'market' } | { readonly kind: 'limit'; readonly deviation: number }

const confirmationSource = atom<Confirmation | undefined>(undefined)

export const confirmationAtom = atom((get) => get(confirmationSource))
export const closeConfirmationAtom = atom(null, (_get, set) => set(confirmationSource, undefined))

export const submitAtom = atom(null, (get, set) => {
  const check = get(checkAtom)
  if (!check?.ok || get(ticketAtom).state !== 'editing' || get(sessionAtom).state !== 'signed-in') return
  if (check.terms.type === 'limit' && get(mustConfirmLimitAtom))
    return set(confirmationSource, { kind: 'limit', deviation: get(deviationAtom) })
  if (check.terms.type === 'market' && get(mustConfirmMarketAtom)) return set(confirmationSource, { kind: 'market' })
  if (check.terms.type === 'market' && get(hasJumpedAtom)) return
  return void set(placeOrderAtom)
})

export const placeOrderAtom = atom(null, async (get, set) => {
  const [check, market] = [get(checkAtom), get(selectedMarketAtom)]
  set(confirmationSource, undefined)
  if (!check?.ok || !market || get(ticketAtom).state !== 'editing') return
  const { commands, socket } = get(hostAtom)
  const body = bodyOf(market.pair, get(draftAtom).side, check.terms)
  set(stampTicketAtom, { state: 'sending', id: body.client_order_id })
  const outcome = await commands.placeOrder(body)
  const wasUnsure = get(ticketAtom).state === 'unsure'
  set(stampTicketAtom, { state: 'editing' })
  if (outcome.kind === 'accepted') set(clearAmountsAtom)
  // A late answer tells of a moment that is gone: the list of open orders says what is true now.
  if (wasUnsure) socket.say('get_open_orders')
  set(notifyAtom, { ...tell(market.pair, outcome), id: body.client_order_id })
})

function bodyOf(pair: Pair, side: Side, terms: OrderTerms): PlaceOrderBody {
  const order = { client_order_id: clientOrderId(), pair_id: pair.id, side, type: terms.type }
  if (terms.type === 'market')
    return terms.by === 'total'
      ? { ...order, total: formatUnits(terms.total) }
      : { ...order, volume: quantityText(pair, terms.quantity) }
  return {
    ...order,
    price: priceText(pair, terms.price),
    volume: quantityText(pair, terms.quantity),
    time_in_force: terms.timeInForce,
    ...(terms.postOnly && { post_only: true }),
  }
}

function tell(pair: Pair, outcome: OrderOutcome) {
  switch (outcome.kind) {
    case 'accepted':
      return tellOrder(pair, outcome.order)
    case 'refused':
      return { kind: 'error', title: trade.said.refused, detail: outcome.detail } as const
    case 'lost':
      return { kind: 'error', title: trade.said.lost, detail: trade.said.lostLine } as const
  }
}
