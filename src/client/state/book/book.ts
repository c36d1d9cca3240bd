/** The order book of the selected pair, in whole ticks and lots. */

import { atom } from 'jotai'
import type { Pair } from '../../contract/catalogue.ts'
import type { Ticks } from '../../contract/money.ts'
import type { BookRow, OrderBookView } from '../../contract/views.ts'
import { keptAtom } from './kept.ts'
import type { Level } from './levels.ts'
import { readLots, readTicks } from './read-pair.ts'

const source = atom<{ readonly seq: number; readonly view: OrderBookView } | undefined>(undefined)

export type Book = {
  /** Best first. */
  readonly asks: readonly Level[]
  readonly bids: readonly Level[]
  readonly buyRatio: string | null
  readonly sellRatio: string | null
}

export const bookViewAtom = atom((get) => get(source)?.view)

/** A snapshot replaces the book; one that was overtaken is dropped. */
export const applyBookAtom = atom(null, (_get, set, next: { seq: number; view: OrderBookView }) =>
  set(source, (last) => (last && next.seq < last.seq ? last : next)),
)

/** Another line may count from anew: whatever it says next is taken. The old book stays to be seen. */
export const doubtBookAtom = atom(null, (_get, set) => set(source, (last) => last && { ...last, seq: -1 }))

export const clearBookAtom = atom(null, (_get, set) => set(source, undefined))

export function readBook(pair: Pair, view: OrderBookView): Book {
  return {
    asks: readLevels(pair, view.sell),
    bids: readLevels(pair, view.buy),
    buyRatio: view.buy_ratio,
    sellRatio: view.sell_ratio,
  }
}

function readLevels(pair: Pair, rows: readonly BookRow[]): readonly Level[] {
  return rows.flatMap(([price, amount]) => {
    const [ticks, lots] = [readTicks(pair, price), readLots(pair, amount)]
    return ticks !== undefined && lots !== undefined ? [{ price: ticks, quantity: lots }] : []
  })
}

/** Halfway between the best of both sides, down to a tick. */
export function midPrice({ asks, bids }: Book): Ticks | undefined {
  const [ask, bid] = [asks[0]?.price, bids[0]?.price]
  return ask === undefined || bid === undefined ? undefined : (Math.floor((ask + bid) / 2) as Ticks)
}

export type BookSides = 'both' | 'buy' | 'sell'
export const bookSidesAtom = keptAtom<BookSides>(
  'bookSides',
  (text) => (text === 'buy' || text === 'sell' ? text : 'both'),
  (sides) => sides,
)
