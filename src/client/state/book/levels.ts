/** Price levels of the book: grouped for the eye, walked for the preview. Pure. */

import { cost, type Pair, quantityUnits } from '../../contract/catalogue.ts'
import type { Lots, Ticks, Units } from '../../contract/money.ts'
import type { Side } from '../../contract/order-rules.ts'

export type Level = { readonly price: Ticks; readonly quantity: Lots }
/** A row of the book with the running sum from the best price to it. */
export type Row = Level & { readonly sum: Lots }

/** So many ticks to a row; a row never looks better than its levels: asks round up, bids down. */
export function groupLevels(side: 'asks' | 'bids', levels: readonly Level[], ticks: number): readonly Row[] {
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
  /** One piece a level, best first. */
  readonly pieces: readonly { readonly price: Ticks; readonly quantity: Lots; readonly cost: Units }[]
  /** True when the levels ended before the wish did. */
  readonly isShort: boolean
}

type Wish = { readonly quantity: Lots } | { readonly total: Units }

/** What a market order would take from these levels, not beyond the worst price; a total buys whole lots while they fit. */
export function walkLevels(pair: Pair, side: Side, levels: readonly Level[], wish: Wish, worst: Ticks): Walk {
  const pieces: { price: Ticks; quantity: Lots; cost: Units }[] = []
  let quantity = 0
  let spent = 0n
  let isShort = true
  for (const level of levels) {
    if (side === 'buy' ? level.price > worst : level.price < worst) break
    const wanted =
      'quantity' in wish ? wish.quantity - quantity : Number((wish.total - spent) / cost(pair, level.price, 1 as Lots))
    const taken = Math.min(wanted, level.quantity) as Lots
    if (taken > 0) {
      const piece = { price: level.price, quantity: taken, cost: cost(pair, level.price, taken) }
      pieces.push(piece)
      quantity += taken
      spent += piece.cost
    }
    if (wanted <= level.quantity) {
      isShort = false
      break
    }
  }
  return { quantity: quantity as Lots, cost: spent, pieces, isShort }
}

const MILLION = 1_000_000n

/** How much worse than the best price the walk is on average, in ppm. */
export function slippageOf(pair: Pair, walk: Walk): number {
  const best = walk.pieces[0]?.price
  if (best === undefined) return 0
  const ideal = cost(pair, best, walk.quantity)
  const difference = walk.cost > ideal ? walk.cost - ideal : ideal - walk.cost
  return Number((difference * MILLION) / ideal)
}

/** Quote per base in 10⁻¹⁰; rounded against the reader: a buy up, a sell down. */
export function averageOf(pair: Pair, side: Side, walk: Pick<Walk, 'quantity' | 'cost'>): bigint {
  const units = quantityUnits(pair, walk.quantity)
  const scaled = walk.cost * 10_000_000_000n
  return side === 'buy' ? (scaled + units - 1n) / units : scaled / units
}
