/**
 * One side of a book, in price-time priority: a level is a queue of orders that are linked to each other, a side its levels
 * from the worst to the best, in sorted runs, so that a new level moves its neighbours and not the whole side.
 */

import { assert } from '../assert.ts'
import { type LevelHandle, NONE, type OrderHandle, type Records } from './records.ts'

const MOST_IN_A_RUN = 128

type Run = { readonly keys: Float64Array; readonly levels: Int32Array; length: number }
const emptyRun = (): Run => ({
  keys: new Float64Array(MOST_IN_A_RUN),
  levels: new Int32Array(MOST_IN_A_RUN),
  length: 0,
})

/** Levels rise with their key: the price of a buy, minus the price of a sell. */
export class BookSide {
  readonly sign: 1 | -1
  readonly #orders: Records['orders']
  readonly #levels: Records['levels']
  readonly #runs: Run[] = [emptyRun()]
  /** How many orders rest on this side. */
  count = 0
  best: LevelHandle | typeof NONE = NONE

  constructor({ orders, levels }: Records, sign: 1 | -1) {
    this.sign = sign
    this.#orders = orders
    this.#levels = levels
  }

  /** Adds an order to the end of the queue at its price. */
  rest(order: OrderHandle, price: number): void {
    const { best } = this
    this.#append(best !== NONE && this.#levels.price[best] === price ? best : this.#levelAt(price), order)
    this.count += 1
  }

  /** Removes an order from its queue, and the level if it becomes empty. */
  take(order: OrderHandle): void {
    const level = this.#orders.level[order]!
    assert(level !== NONE, 'an order in the book has a level')
    this.#unlink(level, order)
    this.count -= 1
    if (this.#levels.orders[level] === 0) this.#drop(level)
  }

  /** Best first. */
  *levels(): Generator<LevelHandle> {
    for (let at = this.#runs.length - 1; at >= 0; at--) {
      const { levels, length } = this.#runs[at]!
      for (let place = length - 1; place >= 0; place--) yield levels[place] as LevelHandle
    }
  }

  /** Counted from the best; none after the worst. */
  at(fromBest: number): LevelHandle | typeof NONE {
    let skip = fromBest
    for (let at = this.#runs.length - 1; at >= 0; at--) {
      const { levels, length } = this.#runs[at]!
      if (skip < length) return levels[length - 1 - skip] as LevelHandle
      skip -= length
    }
    return NONE
  }

  #append(level: LevelHandle, order: OrderHandle): void {
    const { level: levelOf, ahead, behind, left } = this.#orders
    const { first, last, orders, quantity } = this.#levels
    const tail = last[level]!
    levelOf[order] = level
    ahead[order] = tail
    behind[order] = NONE
    if (tail === NONE) first[level] = order
    else behind[tail] = order
    last[level] = order
    orders[level]! += 1
    quantity[level]! += left[order]!
  }

  #unlink(level: LevelHandle, order: OrderHandle): void {
    const { level: levelOf, ahead, behind, left } = this.#orders
    const { first, last, orders, quantity } = this.#levels
    const [before, after] = [ahead[order]!, behind[order]!]
    if (before === NONE) first[level] = after
    else behind[before] = after
    if (after === NONE) last[level] = before
    else ahead[after] = before
    levelOf[order] = NONE
    orders[level]! -= 1
    quantity[level]! -= left[order]!
  }

  #levelAt(price: number): LevelHandle {
    const key = price * this.sign
    const at = this.#runOf(key)
    const run = this.#runs[at]!
    const place = placeIn(run, key)
    if (place < run.length && run.keys[place] === key) return run.levels[place] as LevelHandle
    const { handles, price: priceOf, quantity, first, last, orders } = this.#levels
    const level = handles.take()
    priceOf[level] = price
    quantity[level] = 0
    first[level] = NONE
    last[level] = NONE
    orders[level] = 0
    insert(run, place, key, level)
    if (run.length === MOST_IN_A_RUN) this.#runs.splice(at + 1, 0, split(run))
    this.#setBest()
    return level
  }

  #drop(level: LevelHandle): void {
    const key = this.#levels.price[level]! * this.sign
    const at = this.#runOf(key)
    const run = this.#runs[at]!
    const place = placeIn(run, key)
    assert(run.levels[place] === level, 'a level is found by its price')
    assert(this.#levels.quantity[level] === 0, 'an empty level has no quantity')
    remove(run, place)
    if (run.length === 0 && this.#runs.length > 1) this.#runs.splice(at, 1)
    this.#levels.handles.give(level)
    this.#setBest()
  }

  #setBest(): void {
    const { levels, length } = this.#runs.at(-1)!
    this.best = length === 0 ? NONE : (levels[length - 1] as LevelHandle)
  }

  /** The last run that begins at or before the key. */
  #runOf(key: number): number {
    const runs = this.#runs
    let [low, high] = [0, runs.length]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if (runs[middle]!.keys[0]! <= key) low = middle
      else high = middle
    }
    return low
  }
}

function placeIn({ keys, length }: Run, key: number): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}

function insert(run: Run, place: number, key: number, level: LevelHandle): void {
  run.keys.copyWithin(place + 1, place, run.length)
  run.levels.copyWithin(place + 1, place, run.length)
  run.keys[place] = key
  run.levels[place] = level
  run.length += 1
}

function remove(run: Run, place: number): void {
  run.keys.copyWithin(place, place + 1, run.length)
  run.levels.copyWithin(place, place + 1, run.length)
  run.length -= 1
}

function split(run: Run): Run {
  const half = MOST_IN_A_RUN / 2
  const better = emptyRun()
  better.keys.set(run.keys.subarray(half))
  better.levels.set(run.levels.subarray(half))
  better.length = MOST_IN_A_RUN - half
  run.length = half
  return better
}
