/**
 * The records as plain values, in pieces, and back. Owners and purses keep their handles, because the log names them;
 * orders do not. Amounts are in the smallest amount of their currency.
 */

import type { PairId } from '../../contract/ids.ts'
import type { Side } from '../../contract/markets/side.ts'
import { assert } from '../assert.ts'
import type { Owner } from '../postings.ts'
import { joined } from './amounts.ts'
import type { Books } from './book.ts'
import type { Ledger } from './ledger.ts'
import type { OrderTable } from './order-table.ts'
import type { OwnOrders } from './own-orders.ts'
import type { Owners } from './owners.ts'
import { NONE, type OrderHandle, type OwnerHandle, type Records } from './records.ts'
import type { Views } from './views.ts'

type SavedOwner = readonly [owner: Owner, fields: readonly number[]]
type SavedPurse = readonly [owner: number, currency: number, free: bigint, held: bigint, fees: bigint]
type SavedOrder = readonly [owner: number, pair: PairId, clientId: string | null, fields: readonly number[]]

type OwnersPiece = { readonly part: 'owners'; readonly items: readonly SavedOwner[] }
type PursesPiece = { readonly part: 'purses'; readonly items: readonly SavedPurse[] }
/** In the order of their ids, which is that of each owner. */
type OrdersPiece = { readonly part: 'open-orders'; readonly items: readonly SavedOrder[] }
/** The ids on one side of a book, from its best level to its worst, each from its first order to its last. */
type QueuePiece = {
  readonly part: 'queue'
  readonly pair: PairId
  readonly side: Side
  readonly items: readonly number[]
}
export type MoneyPiece = OwnersPiece | PursesPiece
export type OrderPiece = OrdersPiece | QueuePiece

type Deps = {
  readonly records: Records
  readonly ledger: Ledger
  readonly owners: Owners
  readonly own: OwnOrders
  readonly table: OrderTable
  readonly books: Books
  readonly views: Views
}

export function openSave({ records, ledger, owners, own, table, books, views }: Deps) {
  const { orders, purses, seats, levels } = records
  const ownerColumns = columnsOf(records.owners, OWNER_FIELDS)
  const orderColumns = columnsOf(orders, ORDER_FIELDS)

  const saveMoney = (): MoneyPiece[] => [
    { part: 'owners', items: Array.from(owners.handles(), (each) => [owners.nameOf(each), ownerColumns.read(each)]) },
    { part: 'purses', items: Array.from(purses.handles.ever(), savedPurse) },
  ]

  const saveOrders = (): OrderPiece[] => [
    { part: 'open-orders', items: views.openHandles().map(savedOrder) },
    ...books.all.flatMap((book) => [queueOf(book.market.pair.id, 'buy'), queueOf(book.market.pair.id, 'sell')]),
  ]

  const savedPurse = (purse: Parameters<typeof purses.handles.give>[0]): SavedPurse => [
    purses.owner[purse]!,
    purses.currency[purse]!,
    ledger.balanceOf(purse, 'free'),
    ledger.balanceOf(purse, 'held'),
    joined(purses.feesHigh[purse]!, purses.feesLow[purse]!),
  ]

  function savedOrder(order: OrderHandle): SavedOrder {
    const seat = orders.seat[order]!
    const { pair } = books.all[seats.book[seat]!]!.market
    return [seats.owner[seat]!, pair.id, own.clientIdOf(order), orderColumns.read(order)]
  }

  function queueOf(pair: PairId, side: Side): QueuePiece {
    const items: number[] = []
    for (const level of views.sideIn(pair, side).levels())
      for (let order = levels.first[level]!; order !== NONE; order = orders.behind[order]!)
        items.push(orders.id[order]!)
    return { part: 'queue', pair, side, items }
  }

  /** Into an empty core, before its markets are listed: owners, then purses. */
  function loadOwners({ items }: OwnersPiece): void {
    for (const [owner, fields] of items) ownerColumns.write(owners.handleOf(owner), fields)
  }

  function loadPurses({ items }: PursesPiece): void {
    for (const saved of items) loadPurse(saved)
  }

  /** When its markets are listed: open orders, then queues. */
  function loadOrders({ items }: OrdersPiece): void {
    for (const saved of items) loadOrder(saved)
  }

  function loadQueue({ pair, side, items }: QueuePiece): void {
    for (const id of items) {
      const order = table.find(id)
      assert(order !== NONE, 'a resting order is open')
      views.sideIn(pair, side).rest(order, orders.price[order]!)
    }
  }

  function loadPurse([owner, currency, free, held, fees]: SavedPurse): void {
    const purse = ledger.purseOf(owner as OwnerHandle, currency)
    ledger.change(purse, 'free', free)
    ledger.change(purse, 'held', held)
    ledger.setFees(purse, fees)
  }

  function loadOrder([owner, pair, clientId, fields]: SavedOrder): void {
    const order = orders.handles.take()
    orders.seat[order] = own.seatIn(owner as OwnerHandle, books.listed(pair))
    orders.level[order] = NONE
    orderColumns.write(order, fields)
    table.add(order)
    own.join(order, clientId)
  }

  return { saveMoney, saveOrders, loadOwners, loadPurses, loadOrders, loadQueue }
}

const OWNER_FIELDS = [
  'lastSeq',
  'frozenUntil',
  'trades',
  'volumeHigh',
  'volumeLow',
  'lastFeeAt',
  'qualifiedAt',
  'conversions',
  'isAccount',
] as const
const ORDER_FIELDS = [
  'id',
  'left',
  'price',
  'quantity',
  'filledTotal',
  'fee',
  'taken',
  'takenFee',
  'openedAt',
  'updatedAt',
  'makerRate',
  'takerRate',
  'slippage',
  'flags',
] as const

/** The fields of a record as a list, in the order of their names. */
function columnsOf<Name extends string, H extends number>(
  kind: Record<Name, Record<H, number>>,
  names: readonly Name[],
) {
  const columns = names.map((name) => kind[name])
  return {
    read: (handle: H): number[] => columns.map((column) => column[handle]!),
    write(handle: H, fields: readonly number[]): void {
      for (const [index, column] of columns.entries()) column[handle] = fields[index]!
    },
  }
}
