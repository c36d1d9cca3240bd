/** The order form: its draft, what it would do, and the verbs of its controls. */

import { atom } from 'jotai'
import { type Pair, quantityText } from '../../contract/catalogue.ts'
import type { Lots, Ticks } from '../../contract/money.ts'
import { DEFAULT_SLIPPAGE, type Side, type TimeInForce, worstPrice } from '../../contract/order-rules.ts'
import { pricePlain } from '../format/pair-numbers.ts'
import { availableAtom } from './balances.ts'
import { isLiveAtom } from './connection.ts'
import { draftAtom, reviseDraftAtom } from './draft.ts'
import { type Draft, turn } from './empty-draft.ts'
import { walkLevels } from './levels.ts'
import { checkDraft } from './order-check.ts'
import {
  chooseType,
  countIn,
  type Field,
  type Funds,
  lotsOf,
  settle,
  shareOf,
  slide,
  step,
  takePrice,
  totalOf,
  type,
} from './order-draft.ts'
import { lastPriceAtom } from './price.ts'
import { readTicks } from './read-pair.ts'
import { bookAtom, selectedMarketAtom } from './selected-pair.ts'

const fundsAtom = atom<Funds>((get) => {
  const [available, pair] = [get(availableAtom), get(selectedMarketAtom)?.pair]
  return pair ? { base: available(pair.base.id), quote: available(pair.quote.id) } : { base: 0n, quote: 0n }
})

/** The last trade's price in ticks, or the pair's reference before the first. */
export const lastTicksAtom = atom((get): Ticks | undefined => {
  const [market, last] = [get(selectedMarketAtom), get(lastPriceAtom)]
  if (!market) return undefined
  return (
    (last && readTicks(market.pair, last.text)) ??
    readTicks(market.pair, market.view.price) ??
    market.pair.referencePrice
  )
})

/** The levels that an order of the draft's side would meet. */
export const oppositeAtom = atom((get) => {
  const book = get(bookAtom)
  return (get(draftAtom).side === 'buy' ? book?.asks : book?.bids) ?? []
})

export const checkAtom = atom((get) => {
  const [market, last] = [get(selectedMarketAtom), get(lastTicksAtom)]
  if (!market || last === undefined) return undefined
  const best = get(oppositeAtom)[0]?.price
  return checkDraft(market.pair, get(draftAtom), { funds: get(fundsAtom), last, best, isLive: get(isLiveAtom) })
})

/** What a market order would meet in the book as it stands. */
export const walkAtom = atom((get) => {
  const [pair, draft, levels] = [get(selectedMarketAtom)?.pair, get(draftAtom), get(oppositeAtom)]
  const best = levels[0]?.price
  if (!pair || draft.type !== 'market' || best === undefined) return undefined
  const wish = draft.by === 'total' ? { total: totalOf(draft) ?? 0n } : { quantity: lotsOf(pair, draft) ?? (0 as Lots) }
  const walk = walkLevels(pair, draft.side, levels, wish, worstPrice(draft.side, best, DEFAULT_SLIPPAGE))
  return walk.quantity > 0 ? walk : undefined
})

const changeAtom = atom(null, (get, set, change: (pair: Pair, draft: Draft) => Draft) => {
  const pair = get(selectedMarketAtom)?.pair
  if (pair) set(reviseDraftAtom, (draft) => change(pair, draft))
})

export const typeAtom = atom(null, (get, set, { field, text }: { field: Field; text: string }) =>
  set(changeAtom, (pair, draft) => {
    const typed = type(pair, draft, field, text)
    return { ...typed, percent: shareOf(pair, typed, get(fundsAtom)) }
  }),
)
export const settleAtom = atom(null, (_get, set, field: Field) =>
  set(changeAtom, (pair, draft) => settle(pair, draft, field)),
)
export const slideAtom = atom(null, (get, set, percent: number) =>
  set(changeAtom, (pair, draft) => slide(pair, draft, percent, get(fundsAtom), get(oppositeAtom)[0]?.price)),
)
export const turnAtom = atom(null, (_get, set, side: Side) =>
  set(reviseDraftAtom, (draft) => (draft.side === side ? draft : turn(draft, side))),
)
export const chooseTypeAtom = atom(null, (get, set, chosen: Draft['type']) =>
  set(changeAtom, (pair, draft) => {
    const last = get(lastPriceAtom)
    return chooseType(pair, draft, chosen, last && pricePlain(pair, last.text))
  }),
)
export const countInAtom = atom(null, (_get, set, by: Draft['by']) =>
  set(reviseDraftAtom, (draft) => countIn(draft, by)),
)
export const stepAtom = atom(null, (get, set, ticks: number) =>
  set(changeAtom, (pair, draft) => step(pair, draft, ticks, get(lastTicksAtom))),
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

/** A row's price and everything up to it; replaces what was typed, and may be more than the balance. */
export const takeAmountAtom = atom(null, (get, set, { price, sum }: { price: Ticks; sum: Lots }) =>
  set(changeAtom, (pair, draft) => {
    const counted: Draft = draft.type === 'market' ? countIn(draft, 'amount') : draft
    const taken = type(pair, takePrice(pair, counted, price), 'amount', quantityText(pair, sum))
    return { ...taken, percent: shareOf(pair, taken, get(fundsAtom)) }
  }),
)

/** After an order was taken: the price stays, the amounts are spent. */
export const clearAmountsAtom = atom(null, (_get, set) =>
  set(reviseDraftAtom, (draft) => ({ ...draft, amount: '', total: '', percent: 0 })),
)
