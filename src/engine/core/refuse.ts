/** Whether an order may be placed. Looks, and changes nothing; the answer is the first reason, in this order. */

import { lotText, priceText, quantityText, smallestOf } from '../../contract/markets/instruments.ts'
import { formatUnits, type Units } from '../../contract/money.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { RANGE } from './amounts.ts'
import type { Book } from './book.ts'
import type { Ledger } from './ledger.ts'
import type { Looks } from './look.ts'
import type { OwnOrders } from './own-orders.ts'
import { NONE, type OwnerHandle, type Records } from './records.ts'
import { BY_TOTAL, FOK, IOC, MARKET, POST_ONLY, SELL } from './terms.ts'

const MAX_OPEN_PER_PAIR = 100
const MAX_OPEN = 200

/** `price`: the limit, or the total of a market order by total. */
type Asked = { readonly flags: number; readonly price: number; readonly quantity: number }

type Deps = { readonly records: Records; readonly ledger: Ledger; readonly own: OwnOrders; readonly looks: Looks }

export type Refuse = ReturnType<typeof openRefuse>

export function openRefuse({ records, ledger, own, looks }: Deps) {
  const { purses, owners, levels, seats, orders } = records
  const { freeHigh, freeLow } = purses
  const { open } = owners
  const { open: openIn } = seats
  const { findPurse, balanceOf } = ledger
  const { findSeat } = own
  const { bestForTaker, crosses, isFillable } = looks

  function refuseOrder(owner: OwnerHandle, book: Book, asked: Asked): Refusal | undefined {
    book.refresh()
    return (asked.flags & MARKET) === 0 ? refuseLimit(owner, book, asked) : refuseMarket(owner, book, asked)
  }

  function refuseLimit(owner: OwnerHandle, book: Book, { flags, price, quantity }: Asked): Refusal | undefined {
    if (price <= 0) return refuse('REQUIRED_PRICE')
    if (quantity <= 0) return refuse('REQUIRED_AMOUNT')
    const isSell = (flags & SELL) !== 0
    if (isSell ? price < book.lowest : price > book.highest) {
      const { pair, lastPrice } = book.market
      return refuse('PRICE_BAND', { last: priceText(pair, lastPrice) })
    }
    const total = price * quantity * book.tickLot
    const unfit = refuseQuantity(book, quantity) ?? refuseTotal(book, total)
    if (unfit !== undefined) return unfit
    const facing = isSell ? book.buys : book.sells
    // A sell receives more than it asks for where the book pays more.
    if (isSell && facing.best !== NONE && levels.price[facing.best]! * quantity * book.tickLot >= RANGE)
      return refuseLarge(book)
    const poor = refuseNeed(owner, book, isSell, isSell ? quantity * book.lot : total)
    if (poor !== undefined) return poor
    if ((flags & (IOC | FOK)) === 0 && isFull(owner, book)) return refuse('MAX_OPEN_ORDERS')
    if ((flags & POST_ONLY) !== 0 && facing.best !== NONE && crosses(isSell, price, levels.price[facing.best]!))
      return refuse('POST_ONLY_WOULD_TAKE')
    const isShort = (flags & FOK) !== 0 && !isFillable(facing, isSell, findSeat(owner, book.number), price, quantity)
    return isShort ? refuse('FOK_NOT_FILLABLE') : undefined
  }

  function refuseMarket(owner: OwnerHandle, book: Book, asked: Asked): Refusal | undefined {
    const isSell = (asked.flags & SELL) !== 0
    const isByTotal = (asked.flags & BY_TOTAL) !== 0
    const best = bestForTaker(isSell ? book.buys : book.sells, findSeat(owner, book.number))
    const invalid = isByTotal
      ? refuseAskedTotal(book, asked.price)
      : refuseAskedQuantity(book, asked.quantity, best === NONE ? book.market.lastPrice : best)
    if (invalid !== undefined) return invalid
    const oneLot = best * book.tickLot
    const need = isSell ? (isByTotal ? 1 : asked.quantity) * book.lot : isByTotal ? asked.price : oneLot
    const poor = refuseNeed(owner, book, isSell, need)
    if (poor !== undefined) return poor
    if (best === NONE) return refuse('NO_LIQUIDITY')
    if (!isByTotal || asked.price >= oneLot) return undefined
    const { pair } = book.market
    return refuse('MIN_AMOUNT', { min: lotText(pair), currency: pair.base.symbol })
  }

  const refuseAskedTotal = (book: Book, total: number): Refusal | undefined =>
    total <= 0 ? refuse('REQUIRED_AMOUNT') : refuseTotal(book, total)

  const refuseAskedQuantity = (book: Book, quantity: number, price: number): Refusal | undefined =>
    quantity <= 0
      ? refuse('REQUIRED_AMOUNT')
      : (refuseQuantity(book, quantity) ?? refuseTotal(book, price * quantity * book.tickLot))

  function refuseQuantity({ market }: Book, quantity: number): Refusal | undefined {
    const { pair } = market
    const { minQuantity, maxQuantity } = pair.rules
    const currency = pair.base.symbol
    if (quantity < minQuantity) return refuse('MIN_AMOUNT', { min: quantityText(pair, minQuantity), currency })
    if (quantity > maxQuantity) return refuse('MAX_AMOUNT', { max: quantityText(pair, maxQuantity), currency })
    return undefined
  }

  function refuseTotal(book: Book, total: number): Refusal | undefined {
    const { market, minNotional, maxNotional } = book
    if (total >= minNotional && total <= maxNotional) return undefined
    const { rules, quote } = market.pair
    return total < minNotional
      ? refuse('MIN_NOTIONAL', { min: formatUnits(rules.minNotional), currency: quote.symbol })
      : refuseLarge(book)
  }

  function refuseLarge({ market }: Book): Refusal {
    const { rules, quote } = market.pair
    return refuse('MAX_NOTIONAL', { max: formatUnits(rules.maxNotional), currency: quote.symbol })
  }

  /** Every amount that is compared here is below the range, or refused. */
  function refuseNeed(owner: OwnerHandle, book: Book, isSell: boolean, need: number): Refusal | undefined {
    const { pair } = book.market
    const currency = isSell ? pair.base : pair.quote
    const purse = findPurse(owner, currency.id)
    const has = purse !== NONE && (freeHigh[purse]! > 0 || freeLow[purse]! >= need)
    if (need < RANGE && (has || need === 0)) return undefined
    const smallest = smallestOf(currency)
    return refuse('INSUFFICIENT_BALANCE', {
      need: formatUnits((BigInt(need) * smallest) as Units),
      available: formatUnits((balanceOf(purse, 'free') * smallest) as Units),
      currency: currency.symbol,
    })
  }

  function isFull(owner: OwnerHandle, book: Book): boolean {
    if (open[owner]! >= MAX_OPEN) return true
    const seat = findSeat(owner, book.number)
    return seat !== NONE && openIn[seat]! >= MAX_OPEN_PER_PAIR
  }

  /**
   * Whether the records suffice for one more order, or for a conversion of two. Those that are left at last are for orders that
   * do not rest in a book, because they make room. A level or a seat needs no look: `Sizes`.
   */
  const hasRecords = (mayRest: boolean): boolean =>
    (mayRest ? orders.handles.hasReserve : orders.handles.has(2)) && purses.handles.hasReserve

  /** The reserve is for accounts that exist: what they receive may need records, and is not refused. */
  const hasRoomForOwner = (): boolean => owners.handles.hasReserve && purses.handles.hasReserve

  return { refuseOrder, hasRecords, hasRoomForOwner }
}
