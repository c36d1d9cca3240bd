/** The order book of the selected pair, in whole ticks and lots. */

import { atom } from 'jotai'
import type { Pair } from '../../../contract/markets/instruments.ts'
import type { BookRow, OrderBookView } from '../../../contract/markets/views.ts'
import type { Ticks } from '../../../contract/money.ts'
import { persistedAtom } from '../app/persisted-atom.ts'
import { parseLots, parseTicks } from '../markets/parse-pair.ts'
import type { Level } from './levels.ts'

const source = atom<{ readonly seq: number; readonly view: OrderBookView } | undefined>(undefined)

export type Book = {
  /** Best first. */
  readonly asks: readonly Level[]
  readonly bids: readonly Level[]
  readonly buyRatio: string | null
  readonly sellRatio: string | null
}

export const bookViewAtom = atom((get) => get(source)?.view)

/** A snapshot replaces the book; one with a lower sequence number is dropped. */
export const applyBookAtom = atom(null, (_get, set, next: { seq: number; view: OrderBookView }) =>
  set(source, (last) => (last && next.seq < last.seq ? last : next)),
)

/** After a reconnect sequence numbers may restart: the next snapshot is accepted. The old book stays visible. */
export const markBookStaleAtom = atom(null, (_get, set) => set(source, (last) => last && { ...last, seq: -1 }))

export const clearBookAtom = atom(null, (_get, set) => set(source, undefined))

export function parseBook(pair: Pair, view: OrderBookView): Book {
  return {
    asks: parseLevels(pair, view.sell),
    bids: parseLevels(pair, view.buy),
    buyRatio: view.buy_ratio,
    sellRatio: view.sell_ratio,
  }
}

function parseLevels(pair: Pair, rows: readonly BookRow[]): readonly Level[] {
  return rows.flatMap(([price, amount]) => {
    const [ticks, lots] = [parseTicks(pair, price), parseLots(pair, amount)]
    return ticks !== undefined && lots !== undefined ? [{ price: ticks, quantity: lots }] : []
  })
}

/** Midpoint of the best ask and bid, rounded down to a tick. */
export function midPrice({ asks, bids }: Book): Ticks | undefined {
  const [ask, bid] = [asks[0]?.price, bids[0]?.price]
  return ask === undefined || bid === undefined ? undefined : (Math.floor((ask + bid) / 2) as Ticks)
}

export type BookSides = 'both' | 'buy' | 'sell'
export const bookSidesAtom = persistedAtom<BookSides>(
  'bookSides',
  (text) => (text === 'buy' || text === 'sell' ? text : 'both'),
  (sides) => sides,
)
