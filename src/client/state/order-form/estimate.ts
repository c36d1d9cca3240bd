/** Estimate of the order in the form: the fee, taken from what is received, and the remainder. */

import { atom } from 'jotai'
import { cost, quantityUnits, smallestOf } from '../../../contract/markets/instruments.ts'
import { type Lots, minus, type Ppm, shareRoundedUp, type Units } from '../../../contract/money.ts'
import { selectedMarketAtom } from '../book/selected-pair.ts'
import { marketWalkAtom, oppositeLevelsAtom } from './actions.ts'
import { lotsOf, ticksOf } from './edit.ts'
import { draftAtom } from './store.ts'

export type OrderEstimate = {
  readonly rate: Ppm
  readonly fee: Units
  readonly receive: Units
  readonly quantity: Lots
  readonly cost: Units
}

export const estimateAtom = atom((get): OrderEstimate | undefined => {
  const [pair, draft, walk] = [get(selectedMarketAtom)?.pair, get(draftAtom), get(marketWalkAtom)]
  if (!pair) return undefined
  const [price, quantity] =
    draft.type === 'limit' ? [ticksOf(pair, draft), lotsOf(pair, draft)] : [undefined, walk?.quantity]
  if (!quantity) return undefined
  const total = draft.type === 'limit' ? price && cost(pair, price, quantity) : walk?.cost
  if (!total) return undefined
  const best = get(oppositeLevelsAtom)[0]?.price
  const crosses = price === undefined || (best !== undefined && (draft.side === 'buy' ? price >= best : price <= best))
  const rate = crosses ? pair.rules.takerFee : pair.rules.makerFee
  const [gross, currency] = draft.side === 'buy' ? [quantityUnits(pair, quantity), pair.base] : [total, pair.quote]
  const fee = shareRoundedUp(gross, rate, smallestOf(currency))
  return { rate, fee, receive: minus(gross, fee), quantity, cost: total }
})
