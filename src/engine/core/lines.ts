/** The core in the state text. Equal cores have equal lines, whatever their handles of orders are. */

import type { CurrencyId, UserId } from '../../contract/ids.ts'
import { smallestOf } from '../../contract/markets/instruments.ts'
import type { Units } from '../../contract/money.ts'
import type { Hold, Owner } from '../postings.ts'
import type { Books } from './book.ts'
import type { OrderFacts } from './order-facts.ts'
import type { Owners } from './owners.ts'
import { NONE, type OwnerHandle, type Records } from './records.ts'
import type { Views } from './views.ts'

type Deps = {
  readonly records: Records
  readonly owners: Owners
  readonly books: Books
  readonly facts: OrderFacts
  readonly views: Views
  readonly balancesOf: (owner: Owner) => readonly object[]
  readonly activityOf: (user: UserId) => object | undefined
  readonly paidFees: (user: UserId) => readonly (readonly [CurrencyId, Units])[]
}

export function openLines({ records, owners, books, facts, views, balancesOf, activityOf, paidFees }: Deps) {
  const { lastSeq, isAccount, oldest } = records.owners
  const { taken, takenFee, level, id, newer, left, seat } = records.orders

  /** By their names. */
  function* ownerLines(): Generator<object> {
    const all = Array.from(owners.handles(), (owner) => [owners.nameOf(owner), owner] as const)
    for (const [name, owner] of all.sort(([one], [other]) => (one < other ? -1 : 1))) yield ownerLine(name, owner)
  }

  function ownerLine(name: Owner, owner: OwnerHandle): object {
    const balances = balancesOf(name)
    if (isAccount[owner] === 0) return { owner: name, balances }
    const orders: number[] = []
    for (let order = oldest[owner]!; order !== NONE; order = newer[order]!) orders.push(id[order]!)
    const activity = activityOf(name as UserId) ?? null
    const fees = paidFees(name as UserId)
    return { owner: name, balances, lastSeq: lastSeq[owner]!, orders, activity, fees }
  }

  /** Oldest first. */
  function* orderLines(): Generator<object> {
    for (const order of views.openHandles())
      yield {
        ...views.orderOf(order),
        taken: taken[order]!,
        takenFee: takenFee[order]!,
        rests: level[order] !== NONE,
      }
  }

  /** What open orders hold. */
  function* holds(): Generator<Hold> {
    for (const order of views.openHandles()) {
      if (facts.isMarket(order)) continue
      const book = books.all[records.seats.book[seat[order]!]!]!
      const { base, quote } = book.market.pair
      const currency = facts.sells(order) ? base : quote
      const amount = (BigInt(facts.holdOf(book, order, left[order]!)) * smallestOf(currency)) as Units
      const user = owners.nameOf(records.seats.owner[seat[order]!]!) as UserId
      yield { user, currency: currency.id, amount }
    }
  }

  return { ownerLines, orderLines, holds }
}
