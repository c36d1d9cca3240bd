/**
 * The public part of the state as of the last commit. It stays readable while a commit is running and while the database
 * is unavailable, when the state itself may contain uncommitted changes.
 */

import type { PairId, Seq } from '../../contract/ids.ts'
import type { Currency, Pair } from '../../contract/markets/instruments.ts'
import type { Side } from '../../contract/markets/side.ts'
import type { Lots, Ticks } from '../../contract/money.ts'
import {
  type Command,
  coins,
  depth,
  isHidden,
  type Market,
  marketOf,
  markets,
  orderCount,
  type State,
} from '../../engine/exchange.ts'
import type { ExecutedCommand } from '../sequencer/execute-batch.ts'

type BookSide = {
  /** Best first, at most `LEVELS`. */
  readonly levels: readonly { readonly price: Ticks; readonly quantity: Lots }[]
  /** Open orders, whole book. */
  readonly orders: number
}

export type CommittedMarket = {
  readonly pair: Pair
  readonly lastPrice: Ticks
  /** One of its coins is hidden. */
  readonly isHidden: boolean
  readonly buy: BookSide
  readonly sell: BookSide
}

export type CommittedMarkets = {
  onCommitted(batch: readonly ExecutedCommand[], state: State): void
  /** Copies everything. Batches before the first call are ignored: nothing is read during the start. */
  load(state: State): void
  /** The last command of the copy. */
  readonly seq: Seq
  /** Without points and hidden coins. */
  currencies(): Iterable<Currency>
  all(): Iterable<CommittedMarket>
  get(id: PairId): CommittedMarket | undefined
}

const LEVELS = 50
const LISTINGS: ReadonlySet<Command['type']> = new Set(['list-currency', 'hide-currency', 'list-pair'])

export function committedMarkets(): CommittedMarkets {
  const copies = new Map<PairId, CommittedMarket>()
  let listed: readonly Currency[] = []
  let seq: Seq = 0
  let isLoaded = false

  function load(state: State): void {
    isLoaded = true
    seq = state.seq
    listed = coins(state).filter(({ id }) => !isHidden(state, id))
    for (const market of markets(state)) copies.set(market.pair.id, copyOf(state, market))
  }

  return {
    load,
    onCommitted(batch, state) {
      if (!isLoaded) return
      const isListing = batch.some(({ command: { type } }) => LISTINGS.has(type))
      if (isListing) return load(state)
      seq = state.seq
      for (const id of new Set(changedPairs(batch))) {
        const market = marketOf(state, id)
        if (market !== undefined) copies.set(id, copyOf(state, market))
      }
    },
    get seq() {
      return seq
    },
    currencies: () => listed,
    all: () => copies.values(),
    get: (id) => copies.get(id),
  }
}

/** The pairs whose book, price or rules a batch has changed. */
export function* changedPairs(batch: readonly ExecutedCommand[]): Generator<PairId> {
  for (const { outcome } of batch) {
    for (const order of outcome.closed) yield order.pair
    for (const event of outcome.events)
      if (
        event.type === 'order-opened' ||
        event.type === 'traded' ||
        event.type === 'pair-rules-set' ||
        event.type === 'reference-price-set'
      )
        yield event.pair
  }
}

const copyOf = (state: State, { pair, lastPrice }: Market): CommittedMarket => ({
  pair,
  lastPrice,
  isHidden: isHidden(state, pair.base.id) || isHidden(state, pair.quote.id),
  buy: sideOf(state, pair.id, 'buy'),
  sell: sideOf(state, pair.id, 'sell'),
})

function sideOf(state: State, pair: PairId, side: Side): BookSide {
  const levels = []
  for (const { price, quantity } of depth(state, pair, side)) {
    levels.push({ price, quantity })
    if (levels.length === LEVELS) break
  }
  return { levels, orders: orderCount(state, pair, side) }
}
