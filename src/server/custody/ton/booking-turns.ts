/** Rounds of the watcher and comparisons of a network, one after the other: a comparison sees no half-booked list. */

import { openTurns } from '../../runtime/in-turn.ts'

export type BookingTurns = {
  bookRound(work: () => Promise<void>): Promise<void>
  /** `isWhole`: the last round did not fail, so books and cursors belong together. */
  compare<T>(work: (isWhole: boolean) => Promise<T>): Promise<T>
}

export function openBookingTurns(): BookingTurns {
  const inTurn = openTurns()
  let isWhole = false
  return {
    bookRound: (work) =>
      inTurn(async () => {
        isWhole = false
        await work()
        isWhole = true
      }),
    compare: (work) => inTurn(() => work(isWhole)),
  }
}
