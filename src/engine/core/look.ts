/** What a taker would find in a side of a book. */

import { type LevelHandle, NONE, type Records, type SeatHandle } from './records.ts'
import type { BookSide } from './side.ts'

/** Does a taker with this limit match an order at the resting price? */
export const crosses = (isSell: boolean, limit: number, resting: number): boolean =>
  isSell ? resting >= limit : resting <= limit

export type Looks = ReturnType<typeof openLooks>

export function openLooks({ orders, levels }: Records) {
  const { seat, behind, left } = orders
  const { first, price } = levels

  /** The best price without the taker's own orders, which self-trade prevention would cancel; zero if there is none. */
  function bestForTaker(facing: BookSide, taker: SeatHandle | typeof NONE): number {
    if (facing.best === NONE) return 0
    if (seat[first[facing.best] as never] !== taker) return price[facing.best]!
    for (let place = 0; ; place++) {
      const level: LevelHandle | typeof NONE = facing.at(place)
      if (level === NONE) return 0
      for (let order = first[level]!; order !== NONE; order = behind[order]!)
        if (seat[order] !== taker) return price[level]!
    }
  }

  /** Can a taker fill the quantity within its limit, without its own orders? */
  function isFillable(
    facing: BookSide,
    isSell: boolean,
    taker: SeatHandle | typeof NONE,
    limit: number,
    quantity: number,
  ): boolean {
    let missing = quantity
    for (let place = 0; ; place++) {
      const level = facing.at(place)
      if (level === NONE || !crosses(isSell, limit, price[level]!)) return false
      for (let order = first[level]!; order !== NONE; order = behind[order]!) {
        if (seat[order] !== taker) missing -= left[order]!
        if (missing <= 0) return true
      }
    }
  }

  return { bestForTaker, isFillable, crosses }
}
