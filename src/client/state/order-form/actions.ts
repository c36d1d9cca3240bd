/** The order form: derived values and the actions of its controls. */

import { atom } from 'jotai'
import { type Pair, quantityText } from '../../../contract/markets/instruments.ts'
import type { Side } from '../../../contract/markets/side.ts'
import { type Lots, type Ticks, ZERO } from '../../../contract/money.ts'
import { worstPrice } from '../../../contract/orders/check-order.ts'
import type { TimeInForce } from '../../../contract/orders/order-terms.ts'
import { DEFAULT_SLIPPAGE } from '../../../contract/orders/parse-order.ts'
import { plainPrice } from '../../format/pair-numbers.ts'
import { isLiveAtom } from '../app/connection-status.ts'
import { walkLevels } from '../book/levels.ts'
import { bookAtom, selectedMarketAtom } from '../book/selected-pair.ts'
import { lastPriceAtom } from '../markets/last-price.ts'
import { parseTicks } from '../markets/parse-pair.ts'
import { availableAtom } from '../portfolio/balances.ts'
import { type Draft, withSide } from './draft.ts'
import {
  chooseType,
  editField,
  type Field,
  type Funds,
  lotsOf,
  normalizeField,
  percentOf,
  stepPrice,
  takePrice,
  totalOf,
  withPercent,
  withUnit,
} from './edit.ts'
import { draftAtom, reviseDraftAtom } from './store.ts'
import { checkDraft } from './validate.ts'

const fundsAtom = atom<Funds>((get) => {
  const [available, pair] = [get(availableAtom), get(selectedMarketAtom)?.pair]
  return pair ? { base: available(pair.base.id), quote: available(pair.quote.id) } : { base: ZERO, quote: ZERO }
})

/** The last trade's price in ticks; the reference price before the first trade. */
export const lastTicksAtom = atom((get): Ticks | undefined => {
  const [market, last] = [get(selectedMarketAtom), get(lastPriceAtom)]
  if (!market) return undefined
  return (
    (last && parseTicks(market.pair, last.text)) ??
    parseTicks(market.pair, market.view.price) ??
    market.pair.referencePrice
  )
})

/** The levels that an order on the draft's side can match. */
export const oppositeLevelsAtom = atom((get) => {
  const book = get(bookAtom)
  return (get(draftAtom).side === 'buy' ? book?.asks : book?.bids) ?? []
})

export const checkAtom = atom((get) => {
  const [market, last] = [get(selectedMarketAtom), get(lastTicksAtom)]
  if (!market || last === undefined) return undefined
  const best = get(oppositeLevelsAtom)[0]?.price
  return checkDraft(market.pair, get(draftAtom), { funds: get(fundsAtom), last, best, isLive: get(isLiveAtom) })
})

/** What a market order would take from the current book. */
export const marketWalkAtom = atom((get) => {
  const [pair, draft, levels] = [get(selectedMarketAtom)?.pair, get(draftAtom), get(oppositeLevelsAtom)]
  const best = levels[0]?.price
  if (!pair || draft.type !== 'market' || best === undefined) return undefined
  const target =
    draft.by === 'total' ? { total: totalOf(pair, draft) ?? ZERO } : { quantity: lotsOf(pair, draft) ?? (0 as Lots) }
  const walk = walkLevels(pair, draft.side, levels, target, worstPrice(draft.side, best, DEFAULT_SLIPPAGE))
  return walk.quantity > 0 ? walk : undefined
})

const changeAtom = atom(null, (get, set, change: (pair: Pair, draft: Draft) => Draft) => {
  const pair = get(selectedMarketAtom)?.pair
  if (pair) set(reviseDraftAtom, (draft) => change(pair, draft))
})

export const editFieldAtom = atom(null, (get, set, { field, text }: { field: Field; text: string }) =>
  set(changeAtom, (pair, draft) => {
    const typed = editField(pair, draft, field, text)
    return { ...typed, percent: percentOf(pair, typed, get(fundsAtom)) }
  }),
)
export const normalizeFieldAtom = atom(null, (_get, set, field: Field) =>
  set(changeAtom, (pair, draft) => normalizeField(pair, draft, field)),
)
export const setPercentAtom = atom(null, (get, set, percent: number) =>
  set(changeAtom, (pair, draft) =>
    withPercent(pair, draft, percent, get(fundsAtom), get(oppositeLevelsAtom)[0]?.price),
  ),
)
export const setSideAtom = atom(null, (_get, set, side: Side) =>
  set(reviseDraftAtom, (draft) => (draft.side === side ? draft : withSide(draft, side))),
)
export const chooseTypeAtom = atom(null, (get, set, chosen: Draft['type']) =>
  set(changeAtom, (pair, draft) => {
    const last = get(lastPriceAtom)
    return chooseType(pair, draft, chosen, last && plainPrice(pair, last.text))
  }),
)
export const setUnitAtom = atom(null, (_get, set, by: Draft['by']) =>
  set(reviseDraftAtom, (draft) => withUnit(draft, by)),
)
export const stepPriceAtom = atom(null, (get, set, ticks: number) =>
  set(changeAtom, (pair, draft) => stepPrice(pair, draft, ticks, get(lastTicksAtom))),
)
export const timeInForceAtom = atom(null, (_get, set, timeInForce: TimeInForce) =>
  set(reviseDraftAtom, (draft) => ({ ...draft, timeInForce, isPostOnly: timeInForce === 'GTC' && draft.isPostOnly })),
)
export const postOnlyAtom = atom(null, (_get, set, isPostOnly: boolean) =>
  set(reviseDraftAtom, (draft) => ({ ...draft, isPostOnly, timeInForce: isPostOnly ? 'GTC' : draft.timeInForce })),
)

export const takePriceAtom = atom(null, (_get, set, price: Ticks) =>
  set(changeAtom, (pair, draft) => takePrice(pair, draft, price)),
)

/** Fills in a row's price and its cumulative quantity, even when that exceeds the balance. */
export const takeAmountAtom = atom(null, (get, set, { price, sum }: { price: Ticks; sum: Lots }) =>
  set(changeAtom, (pair, draft) => {
    const inAmount: Draft = draft.type === 'market' ? withUnit(draft, 'amount') : draft
    const taken = editField(pair, takePrice(pair, inAmount, price), 'amount', quantityText(pair, sum))
    return { ...taken, percent: percentOf(pair, taken, get(fundsAtom)) }
  }),
)

/** After an accepted order: keeps the price, clears the amounts. */
export const clearAmountsAtom = atom(null, (_get, set) =>
  set(reviseDraftAtom, (draft) => ({ ...draft, amount: '', total: '', percent: 0 })),
)
