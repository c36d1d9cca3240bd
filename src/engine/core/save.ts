/**
 * The records as plain values, in pieces, and back. Owners and purses keep their handles, because the log names them;
 * orders do not. Amounts are in the smallest amount of their currency.
 */

import type { PairId } from '../../contract/ids.ts'
import type { Side } from '../../contract/markets/side.ts'
import { assert } from '../assert.ts'
import type { Owner } from '../postings.ts'
import { joined } from './amounts.ts'
import type { Books } from './books.ts'
import type { Ledger } from './ledger.ts'
import type { OrderTable } from './order-table.ts'
import type { OwnOrders } from './own-orders.ts'
import type { Owners } from './owners.ts'
import { NONE, type OrderHandle, type OwnerHandle, type Records } from './records.ts'

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
export type CorePiece = OwnersPiece | PursesPiece | OrdersPiece | QueuePiece

type Deps = {
  readonly records: Records
  readonly ledger: Ledger
  readonly owners: Owners
  readonly own: OwnOrders
  readonly table: OrderTable
  readonly books: Books
}

export function openSave({ records, ledger, owners, own, table, books }: Deps) {
  const { orders, purses, seats, levels } = records
  const ownerColumns = columnsOf(records.owners, OWNER_FIELDS)
  const orderColumns = columnsOf(orders, ORDER_FIELDS)

  function save(): CorePiece[] {
    return [
      { part: 'owners', items: Array.from(owners.handles(), (each) => [owners.nameOf(each), ownerColumns.read(each)]) },
      { part: 'purses', items: Array.from(purses.handles.ever(), savedPurse) },
      { part: 'open-orders', items: openOrders().map(savedOrder) },
      ...books.all.flatMap((book) => [queueOf(book.market.pair.id, 'buy'), queueOf(book.market.pair.id, 'sell')]),
    ]
  }

  const savedPurse = (purse: Parameters<typeof purses.handles.give>[0]): SavedPurse => [
    purses.owner[purse]!,
    purses.currency[purse]!,
    ledger.balanceOf(purse, 'free'),
    ledger.balanceOf(purse, 'held'),
    joined(purses.feesHigh[purse]!, purses.feesLow[purse]!),
  ]

  function openOrders(): OrderHandle[] {
    const open: OrderHandle[] = []
    for (const order of orders.handles.ever()) if (table.find(orders.id[order]!) === order) open.push(order)
    return open.sort((one, other) => orders.id[one]! - orders.id[other]!)
  }

  function savedOrder(order: OrderHandle): SavedOrder {
    const seat = orders.seat[order]!
    const { pair } = books.all[seats.book[seat]!]!.market
    return [seats.owner[seat]!, pair.id, own.clientIdOf(order), orderColumns.read(order)]
  }

  function queueOf(pair: PairId, side: Side): QueuePiece {
    const items: number[] = []
    for (const level of sideIn(pair, side).levels())
      for (let order = levels.first[level]!; order !== NONE; order = orders.behind[order]!) items.push(orders.id[order]!)
    return { part: 'queue', pair, side, items }
  }

  const sideIn = (pair: PairId, side: Side) => {
    const { buys, sells } = books.listed(pair)
    return side === 'buy' ? buys : sells
  }

  /** Into an empty core, in the order in which they were saved: owners and purses before its markets are listed, orders after. */
  function load(piece: CorePiece): void {
    switch (piece.part) {
      case 'owners':
        for (const [owner, fields] of piece.items) ownerColumns.write(owners.handleOf(owner), fields)
        return
      case 'purses':
        for (const saved of piece.items) loadPurse(saved)
        return
      case 'open-orders':
        for (const saved of piece.items) loadOrder(saved)
        return
      case 'queue':
        for (const id of piece.items) {
          const order = table.find(id)
          assert(order !== NONE, 'a resting order is open')
          sideIn(piece.pair, piece.side).rest(order, orders.price[order]!)
        }
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

  return { save, load }
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
