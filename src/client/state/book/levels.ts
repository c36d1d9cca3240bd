/** Price levels of the book: grouped for display, walked for the estimate of a market order. Pure. */

import { cost, type Pair, quantityUnits } from '../../../contract/markets/instruments.ts'
import type { Side } from '../../../contract/markets/side.ts'
import { type Lots, plus, type Ticks, type Units, ZERO } from '../../../contract/money.ts'

export type Level = { readonly price: Ticks; readonly quantity: Lots }
/** A row of the book; `sum` is the cumulative quantity from the best price. */
export type GroupedLevel = Level & { readonly sum: Lots }

/** `ticks` ticks per row. A row's price is never better than its levels: asks round up, bids round down. */
export function groupLevels(side: 'asks' | 'bids', levels: readonly Level[], ticks: number): readonly GroupedLevel[] {
  const rows: { price: Ticks; quantity: Lots; sum: Lots }[] = []
  let sum = 0
  for (const { price, quantity } of levels) {
    const steps = side === 'asks' ? Math.ceil(price / ticks) : Math.floor(price / ticks)
    const grouped = (steps * ticks) as Ticks
    sum += quantity
    const row = rows.at(-1)
    if (row?.price === grouped) {
      row.quantity = (row.quantity + quantity) as Lots
      row.sum = sum as Lots
    } else rows.push({ price: grouped, quantity, sum: sum as Lots })
  }
  return rows
}

export type Walk = {
  readonly quantity: Lots
  readonly cost: Units
  /** One per level, best first. */
  readonly pieces: readonly { readonly price: Ticks; readonly quantity: Lots; readonly cost: Units }[]
  /** True when the levels did not cover the target. */
  readonly isShort: boolean
}

type WalkTarget = { readonly quantity: Lots } | { readonly total: Units }

/** What a market order takes from the levels up to the worst price. A total buys as many whole lots as it covers. */
export function walkLevels(pair: Pair, side: Side, levels: readonly Level[], target: WalkTarget, worst: Ticks): Walk {
  const pieces: { price: Ticks; quantity: Lots; cost: Units }[] = []
  let quantity = 0
  let spent = ZERO
  let isShort = true
  for (const level of levels) {
    if (side === 'buy' ? level.price > worst : level.price < worst) break
    const wanted =
      'quantity' in target
        ? target.quantity - quantity
        : Number((target.total - spent) / cost(pair, level.price, 1 as Lots))
    const taken = Math.min(wanted, level.quantity) as Lots
    if (taken > 0) {
      const piece = { price: level.price, quantity: taken, cost: cost(pair, level.price, taken) }
      pieces.push(piece)
      quantity += taken
      spent = plus(spent, piece.cost)
    }
    if (wanted <= level.quantity) {
      isShort = false
      break
    }
  }
  return { quantity: quantity as Lots, cost: spent, pieces, isShort }
}

const MILLION = 1_000_000n

/** How much worse than the best price the average price is, in ppm. */
export function slippageOf(pair: Pair, walk: Walk): number {
  const best = walk.pieces[0]?.price
  if (best === undefined) return 0
  const ideal = cost(pair, best, walk.quantity)
  const difference = walk.cost > ideal ? walk.cost - ideal : ideal - walk.cost
  return Number((difference * MILLION) / ideal)
}

/** Average price, quote per base in 10⁻¹⁰; rounded against the user: up for a buy, down for a sell. */
export function averageOf(pair: Pair, side: Side, walk: Pick<Walk, 'quantity' | 'cost'>): bigint {
  const units = quantityUnits(pair, walk.quantity)
  const scaled = walk.cost * 10_000_000_000n
  return side === 'buy' ? (scaled + units - 1n) / units : scaled / units
}
