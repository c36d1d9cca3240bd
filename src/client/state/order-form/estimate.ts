/** What the order in the form would bring: the fee, taken from what is received, and the rest. */

import { atom } from 'jotai'
import { cost, quantityUnits } from '../../contract/catalogue.ts'
import { type Lots, type Ppm, shareRoundedUp, type Units } from '../../contract/money.ts'
import { draftAtom } from './draft.ts'
import { lotsOf, ticksOf } from './order-draft.ts'
import { oppositeAtom, walkAtom } from './order-form.ts'
import { selectedMarketAtom } from './selected-pair.ts'

export type Outcome = {
  readonly rate: Ppm
  readonly fee: Units
  readonly receive: Units
  readonly quantity: Lots
  readonly cost: Units
}

export const outcomeAtom = atom((get): Outcome | undefined => {
  const [pair, draft, walk] = [get(selectedMarketAtom)?.pair, get(draftAtom), get(walkAtom)]
  if (!pair) return undefined
  const [price, quantity] =
    draft.type === 'limit' ? [ticksOf(pair, draft), lotsOf(pair, draft)] : [undefined, walk?.quantity]
  if (!quantity) return undefined
  const total = draft.type === 'limit' ? price && cost(pair, price, quantity) : walk?.cost
  if (!total) return undefined
  const best = get(oppositeAtom)[0]?.price
  const crosses = price === undefined || (best !== undefined && (draft.side === 'buy' ? price >= best : price <= best))
  const rate = crosses ? pair.rules.takerFee : pair.rules.makerFee
  const gross = draft.side === 'buy' ? quantityUnits(pair, quantity) : total
  const fee = shareRoundedUp(gross, rate)
  return { rate, fee, receive: gross - fee, quantity, cost: total }
})
