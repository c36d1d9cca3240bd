/** Market orders as legs of a conversion: planned on the book first, then executed completely. */

import { assert } from '../assert.ts'
import type { Book } from './book.ts'
import { FILLED, type Happen, type Opening } from './happen.ts'
import { crosses, type Looks } from './look.ts'
import type { Match } from './match.ts'
import type { OrderFacts } from './order-facts.ts'
import { NONE, type Records, type SeatHandle } from './records.ts'

/** In lots and in the smallest amount of the quote currency; `best`: the best price. */
export type Walk = { readonly lots: number; readonly total: number; readonly best: number }

export type Legs = ReturnType<typeof openLegs>

type Deps = {
  readonly records: Records
  readonly facts: OrderFacts
  readonly happen: Happen
  readonly matching: Match
  readonly looks: Looks
}

export function openLegs({ records, facts, happen, matching, looks }: Deps) {
  const { seat, behind, left, fee, filledTotal } = records.orders
  const { first, price: levelPrice } = records.levels

  /**
   * What a leg fills that spends at most `amount`, of the base currency when it sells, else of the quote currency. Undefined
   * if the book does not have enough up to `limit`, or the amount is less than a lot. Own orders are ignored.
   */
  function walk(
    book: Book,
    taker: SeatHandle | typeof NONE,
    isSell: boolean,
    amount: number,
    limit: number,
  ): Walk | undefined {
    const facing = isSell ? book.buys : book.sells
    const best = looks.bestForTaker(facing, taker)
    const wantedAt = (price: number): number =>
      isSell ? Math.floor(amount / book.lot) - lots : Math.floor((amount - total) / (price * book.tickLot))
    let [lots, total, last] = [0, 0, 0]
    for (let place = 0; ; place++) {
      const level = facing.at(place)
      const price = level === NONE ? 0 : levelPrice[level]!
      if (level === NONE || !crosses(isSell, limit, price)) break
      for (let order = first[level]!; order !== NONE; order = behind[order]!) {
        const wanted = wantedAt(price)
        if (wanted === 0) return lots === 0 ? undefined : { lots, total, best }
        if (seat[order] === taker) continue
        const filled = Math.min(wanted, left[order]!)
        lots += filled
        total += price * filled * book.tickLot
        last = price
      }
    }
    return last !== 0 && wantedAt(last) === 0 ? { lots, total, best } : undefined
  }

  /** Executes a planned leg: it fills completely and spends what was planned. Returns its fee. */
  function execute(book: Book, opening: Opening, limit: number, spent: number): number {
    const order = happen.open(book, opening)
    assert(matching.matchMarket(book, order, limit), 'a planned leg fills completely')
    const paid = facts.sells(order) ? facts.filledOf(order) * book.lot : filledTotal[order]!
    assert(paid === spent, 'a leg spends what was planned')
    const charged = fee[order]!
    happen.close(book, order, FILLED)
    return charged
  }

  return { walk, execute }
}
