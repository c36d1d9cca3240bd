/** The whole state as lines of text: equal states give equal lines, so their hash is the state's hash. */

import type { UserId } from '../contract/ids.ts'
import { canonicalText } from './canonical-text.ts'
import type { RequestRemembered } from './events.ts'
import { type Balances, hasHad, type Owner } from './ledger/ledger.ts'
import { levels } from './matching/depth.ts'
import type { Order } from './orders/order.ts'
import type { Market, State } from './state.ts'

export function* stateText(state: State): Generator<string> {
  for (const line of stateLines(state)) yield canonicalText(line)
}

/** What the lines are written from. */
export function* stateLines(state: State): Generator<object> {
  const { journal, seq, at, lastTrade } = state
  yield { journal, seq, at, lastTrade }
  for (const [id, currency] of sorted(state.currencies)) yield { currency: id, ...currency }
  for (const [, market] of sorted(state.markets)) yield* marketLines(market)
  for (const [, { orders, balances: _balances, ...account }] of sorted(state.accounts))
    yield { ...account, orders: orders.map(({ id }) => id) }
  for (const [owner, balances] of sorted(state.ledger)) if (hasHad(balances)) yield balancesLine(owner, balances)
  for (const order of state.orders.values()) yield orderLine(order)
  for (const [user, { oldest }] of sorted(state.remembered.users))
    for (const request of oldest.items.slice(oldest.head)) yield requestLine(user, request)
}

/** What one owner has. */
export const balancesLine = (owner: Owner, { free, held }: Balances) => ({
  owner,
  free: Array.from(free, units),
  held: Array.from(held, units),
})

/** An array of balances has holes where a user never had a currency. */
const units = (amount: bigint | undefined): bigint => amount ?? 0n

function* marketLines({ pair, book, lastPrice, lastTradeAt }: Market): Generator<object> {
  yield { pair, lastPrice, lastTradeAt }
  for (const side of [book.buy, book.sell]) {
    for (const level of levels(side)) {
      const queue: number[] = []
      for (let order = level.first; order !== undefined; order = order.behind) queue.push(order.id)
      yield { side: side.side, price: level.price, quantity: level.quantity, queue }
    }
  }
}

function orderLine({ account: _account, level, ahead: _ahead, behind: _behind, ...order }: Order): object {
  return { ...order, rests: level !== undefined }
}

/** Written out: there may be a million of them, and copied by spread each takes longer than its hash. */
function requestLine(remembered: UserId, { type, at, user, clientId, body, answer }: RequestRemembered): object {
  return { remembered, type, at, user, clientId, body, answer }
}

function sorted<K extends string | number, V>(map: ReadonlyMap<K, V>): [K, V][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1))
}
