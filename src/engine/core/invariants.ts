/** What holds between the records after every command. */

import { assert } from '../assert.ts'
import { RANGE } from './amounts.ts'
import type { Book } from './book.ts'
import type { OrderTable } from './order-table.ts'
import { type LevelHandle, NONE, type OrderHandle, type OwnerHandle, type Records } from './records.ts'
import type { BookSide } from './side.ts'

type Deps = {
  readonly records: Records
  readonly table: OrderTable
  readonly books: readonly Book[]
  readonly owners: Iterable<OwnerHandle>
}

export function assertRecords({ records, table, books, owners }: Deps): void {
  let open = 0
  for (const owner of owners) open += assertOwner(records, table, owner)
  assert(
    open === table.size && open === records.orders.handles.taken,
    'every order belongs to an owner and is in the table',
  )
  for (const { buys, sells } of books) {
    for (const side of [buys, sells]) assertSide(records, side)
    const { price } = records.levels
    assert(
      buys.best === NONE || sells.best === NONE || price[buys.best]! < price[sells.best]!,
      'the book is not crossed',
    )
  }
}

/** How many orders the owner has open. */
function assertOwner({ orders, owners, seats, purses }: Records, table: OrderTable, owner: OwnerHandle): number {
  const counts = new Map<number, number>()
  let before: OrderHandle | typeof NONE = NONE
  let open = 0
  for (let order = owners.oldest[owner]!; order !== NONE; order = orders.newer[order]!) {
    const seat = orders.seat[order]!
    assert(seats.owner[seat] === owner, 'an order of an owner has a seat of that owner')
    assert(orders.older[order] === before, 'open orders are linked in both directions')
    assert(table.find(orders.id[order]!) === order, 'an open order is found by its id')
    counts.set(seat, (counts.get(seat) ?? 0) + 1)
    before = order
    open += 1
  }
  assert(owners.newest[owner] === before && owners.open[owner] === open, 'open orders are counted')
  for (let seat = owners.firstSeat[owner]!; seat !== NONE; seat = seats.next[seat]!)
    assert(seats.open[seat] === (counts.get(seat) ?? 0), 'open orders of a book are counted')
  for (let purse = owners.firstPurse[owner]!; purse !== NONE; purse = purses.next[purse]!)
    for (const low of [purses.freeLow[purse]!, purses.heldLow[purse]!, purses.feesLow[purse]!])
      assert(low >= 0 && low < RANGE, 'the low part of a balance is in the range')
  return open
}

function assertSide({ orders, levels }: Records, side: BookSide): void {
  const found = [...side.levels()]
  assert((found[0] ?? NONE) === side.best, 'a side knows its best level')
  let better = Number.POSITIVE_INFINITY
  let count = 0
  for (const level of found) {
    const key = levels.price[level]! * side.sign
    assert(key < better, 'levels are sorted by price')
    better = key
    count += assertLevel(orders, levels, level)
  }
  assert(count === side.count, 'a side counts its orders')
}

function assertLevel(orders: Records['orders'], levels: Records['levels'], level: LevelHandle): number {
  let [quantity, count, last] = [0, 0, -1]
  for (let order = levels.first[level]!; order !== NONE; order = orders.behind[order]!) {
    assert(orders.level[order] === level && orders.left[order]! > 0, 'a resting order is not filled')
    assert(orders.id[order]! > last, 'a queue is in order of arrival')
    last = orders.id[order]!
    quantity += orders.left[order]!
    count += 1
  }
  assert(count === levels.orders[level] && count > 0, 'a level counts its orders')
  assert(quantity === levels.quantity[level], 'the quantity of a level is the sum of its orders')
  return count
}
