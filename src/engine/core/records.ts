/**
 * What the core knows, as records of numbers. A record is named by its handle: its place times its stride, so that
 * `left[order]` is one load. The columns of a kind lie over one memory of doubles and one of links (whole numbers of 32
 * bits), each shifted by its field, so that the fields of a record are neighbours. The memory is reserved at its largest size,
 * and the system gives a page when it is first written: nothing moves and nothing grows.
 */

import { Handles, STRIDE } from './handles.ts'

declare const kind: unique symbol
type Handle<Kind extends string> = number & { readonly [kind]: Kind }

export type OrderHandle = Handle<'order'>
export type LevelHandle = Handle<'level'>
/** A user or a house. */
export type OwnerHandle = Handle<'owner'>
/** What an owner has of a currency. */
export type PurseHandle = Handle<'purse'>
/** An owner in a book. */
export type SeatHandle = Handle<'seat'>

/** No record. */
export const NONE = 0
type None = typeof NONE

/** Two columns cannot be confused: each takes the handles of its kind only. */
type Numbers<H extends number> = Record<H, number>
type Links<H extends number, To extends number> = Record<H, To | None>

/**
 * Records of each kind that can exist. A level has an order, so there are as many levels as orders. An owner has a seat in each
 * book that his orders were in, and a purse for each of its currencies: with one quote currency he has fewer seats than purses.
 */
export type Sizes = {
  readonly orders: number
  readonly levels: number
  readonly owners: number
  readonly purses: number
  readonly seats: number
}

/** 451 MB of addresses. The sizes are rules: a journal must be refused the same commands everywhere. */
export const LARGEST: Sizes = { orders: 1 << 20, levels: 1 << 20, owners: 1 << 19, purses: 1 << 20, seats: 1 << 20 }
/** For tests, which open thousands of cores. */
export const SMALL: Sizes = { orders: 1 << 11, levels: 1 << 11, owners: 1 << 12, purses: 1 << 13, seats: 1 << 13 }

/** A part of the memory with so many fields. */
type Block = { readonly memory: ArrayBuffer; readonly start: number; readonly fields: number }
type Reserve = { doubles: (records: number) => Block; links: (records: number) => Block }

const numbers = <H extends number>({ memory, start, fields }: Block, field: number): Numbers<H> =>
  new Float64Array(memory, start + field * 8, fields - field) as unknown as Numbers<H>
const links = <H extends number, To extends number = number>(
  { memory, start, fields }: Block,
  field: number,
): Links<H, To> => new Int32Array(memory, start + field * 4, fields - field) as unknown as Links<H, To>

/** One memory for all kinds: for more than 32 MB the system gives pages that nobody has touched. */
function openMemory({ orders, levels, owners, purses, seats }: Sizes): Reserve {
  const doubles = orders * 2 + levels + owners + purses
  const memory = new ArrayBuffer((doubles * 8 + (orders + levels + owners + purses + seats) * 4) * STRIDE)
  let end = 0
  const take = (records: number, bytes: number): Block => {
    const block = { memory, start: end, fields: records * STRIDE }
    end += block.fields * bytes
    return block
  }
  return { doubles: (records) => take(records, 8), links: (records) => take(records, 4) }
}

export type Records = ReturnType<typeof openRecords>
export function openRecords(sizes: Sizes) {
  const reserve = openMemory(sizes)
  return {
    orders: openOrders(reserve, sizes.orders),
    levels: openLevels(reserve, sizes.levels),
    owners: openOwners(reserve, sizes.owners),
    purses: openPurses(reserve, sizes.purses),
    seats: openSeats(reserve, sizes.seats),
  }
}

function openOrders(reserve: Reserve, most: number) {
  type H = OrderHandle
  const [amounts, more, near] = [reserve.doubles(most), reserve.doubles(most), reserve.links(most)]
  const behind = links<H, H>(near, 3)
  return {
    handles: new Handles<H>(most, behind),
    id: numbers<H>(amounts, 0),
    left: numbers<H>(amounts, 1),
    /** Of a market order by total: its total. */
    price: numbers<H>(amounts, 2),
    quantity: numbers<H>(amounts, 3),
    filledTotal: numbers<H>(amounts, 4),
    fee: numbers<H>(amounts, 5),
    /** Received and charged before it rested: the maker's rate applies to what follows. */
    taken: numbers<H>(amounts, 6),
    takenFee: numbers<H>(amounts, 7),
    openedAt: numbers<H>(more, 0),
    updatedAt: numbers<H>(more, 1),
    makerRate: numbers<H>(more, 2),
    takerRate: numbers<H>(more, 3),
    slippage: numbers<H>(more, 4),
    /** Of its owner and client id, in this process. */
    clientHash: numbers<H>(more, 5),
    seat: links<H, SeatHandle>(near, 0) as Record<H, SeatHandle>,
    level: links<H, LevelHandle>(near, 1),
    ahead: links<H, H>(near, 2),
    behind,
    older: links<H, H>(near, 4),
    newer: links<H, H>(near, 5),
    /** Its terms: `terms.ts`. */
    flags: links<H>(near, 6),
  }
}

function openLevels(reserve: Reserve, most: number) {
  type H = LevelHandle
  const [amounts, near] = [reserve.doubles(most), reserve.links(most)]
  const last = links<H, OrderHandle>(near, 1)
  return {
    handles: new Handles<H>(most, last),
    price: numbers<H>(amounts, 0),
    /** The sum of what its orders have left. */
    quantity: numbers<H>(amounts, 1),
    first: links<H, OrderHandle>(near, 0),
    last,
    orders: links<H>(near, 2),
  }
}

function openOwners(reserve: Reserve, most: number) {
  type H = OwnerHandle
  const [amounts, near] = [reserve.doubles(most), reserve.links(most)]
  const newest = links<H, OrderHandle>(near, 2)
  return {
    handles: new Handles<H>(most, newest),
    lastSeq: numbers<H>(amounts, 0),
    /** Before this time it is frozen. */
    frozenUntil: numbers<H>(amounts, 1),
    trades: numbers<H>(amounts, 2),
    volumeHigh: numbers<H>(amounts, 3),
    volumeLow: numbers<H>(amounts, 4),
    lastFeeAt: numbers<H>(amounts, 5),
    qualifiedAt: numbers<H>(amounts, 6),
    conversions: numbers<H>(amounts, 7),
    open: links<H>(near, 0),
    oldest: links<H, OrderHandle>(near, 1),
    newest,
    firstPurse: links<H, PurseHandle>(near, 3),
    firstSeat: links<H, SeatHandle>(near, 4),
    mayBeNegative: links<H>(near, 5),
    /** Has an account: places orders. */
    isAccount: links<H>(near, 6),
  }
}

function openPurses(reserve: Reserve, most: number) {
  type H = PurseHandle
  const [amounts, near] = [reserve.doubles(most), reserve.links(most)]
  const next = links<H, H>(near, 2)
  return {
    handles: new Handles<H>(most, next),
    freeHigh: numbers<H>(amounts, 0),
    freeLow: numbers<H>(amounts, 1),
    heldHigh: numbers<H>(amounts, 2),
    heldLow: numbers<H>(amounts, 3),
    /** Fees that the owner has paid. */
    feesHigh: numbers<H>(amounts, 4),
    feesLow: numbers<H>(amounts, 5),
    owner: links<H, OwnerHandle>(near, 0) as Record<H, OwnerHandle>,
    currency: links<H>(near, 1),
    next,
  }
}

function openSeats(reserve: Reserve, most: number) {
  type H = SeatHandle
  const near = reserve.links(most)
  const next = links<H, H>(near, 0)
  return {
    handles: new Handles<H>(most, next),
    owner: links<H, OwnerHandle>(near, 1) as Record<H, OwnerHandle>,
    book: links<H>(near, 2),
    /** What the owner has of the currencies of the book. */
    base: links<H, PurseHandle>(near, 3) as Record<H, PurseHandle>,
    quote: links<H, PurseHandle>(near, 4) as Record<H, PurseHandle>,
    /** How many orders of the owner are open in the book. */
    open: links<H>(near, 5),
    next,
  }
}
