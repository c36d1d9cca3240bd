/** Balances in purses. The functions that post are their only writers, and log what they do. */

import { assert } from '../assert.ts'
import type { Part } from '../postings.ts'
import { highOf, joined, lowOf, RANGE } from './amounts.ts'
import type { Log } from './log.ts'
import { NONE, type OwnerHandle, type PurseHandle, type Records } from './records.ts'

/** Which currency of its book a record of an order moves. */
export const [BASE, QUOTE] = [0, 1] as const
type Sum = typeof BASE | typeof QUOTE

const NOT_NEGATIVE = 'no balance becomes negative'
const BALANCED = 'the postings of a record sum to zero in each currency'

export type Ledger = ReturnType<typeof openLedger>

export function openLedger({ purses, owners }: Records, log: Log) {
  const { freeHigh, freeLow, heldHigh, heldLow, feesHigh, feesLow, owner: ownerOf, currency: currencyOf, next } = purses
  const { firstPurse, mayBeNegative } = owners
  const { posting, finish } = log
  /** Of the postings of a record in both currencies: a double in a variable would be a new object at each change. */
  const sums = new Float64Array(2)

  /** Of an owner who never had the currency: none. Owners have few. */
  function findPurse(owner: OwnerHandle, currency: number): PurseHandle | typeof NONE {
    let purse = firstPurse[owner]!
    while (purse !== NONE && currencyOf[purse] !== currency) purse = next[purse]!
    return purse
  }

  function purseOf(owner: OwnerHandle, currency: number): PurseHandle {
    const found = findPurse(owner, currency)
    if (found !== NONE) return found
    const purse = purses.handles.take()
    ownerOf[purse] = owner
    currencyOf[purse] = currency
    next[purse] = firstPurse[owner]!
    firstPurse[owner] = purse
    return purse
  }

  /** Below the range in each direction. */
  function postFree(purse: PurseHandle, amount: number, currency: Sum): void {
    let low = freeLow[purse]! + amount
    if (low < 0) {
      low += RANGE
      const high = freeHigh[purse]! - 1
      assert(high >= 0 || mayBeNegative[ownerOf[purse]!] !== 0, NOT_NEGATIVE)
      freeHigh[purse] = high
    } else if (low >= RANGE) {
      low -= RANGE
      freeHigh[purse]! += 1
    }
    freeLow[purse] = low
    sums[currency]! += amount
    posting(purse, 0, amount)
  }

  function postHeld(purse: PurseHandle, amount: number, currency: Sum): void {
    let low = heldLow[purse]! + amount
    if (low < 0) {
      low += RANGE
      const high = heldHigh[purse]! - 1
      assert(high >= 0, NOT_NEGATIVE)
      heldHigh[purse] = high
    } else if (low >= RANGE) {
      low -= RANGE
      heldHigh[purse]! += 1
    }
    heldLow[purse] = low
    sums[currency]! += amount
    posting(purse, 1, amount)
  }

  /** Ends a record: what was taken from one was given to another. Each partial sum is below 2^53. */
  function done(): void {
    finish()
    assert(sums[BASE] === 0 && sums[QUOTE] === 0, BALANCED)
  }

  /** Of an owner who never had the currency: zero. */
  const balanceOf = (purse: PurseHandle | typeof NONE, part: Part): bigint =>
    purse === NONE
      ? 0n
      : part === 'free'
        ? joined(freeHigh[purse]!, freeLow[purse]!)
        : joined(heldHigh[purse]!, heldLow[purse]!)

  /** Changes a balance by any amount, for a module; the caller sums up. */
  function change(purse: PurseHandle, part: Part, amount: bigint): void {
    const after = balanceOf(purse, part) + amount
    assert(after >= 0n || (part === 'free' && mayBeNegative[ownerOf[purse]!] !== 0), NOT_NEGATIVE)
    const [high, low] = part === 'free' ? [freeHigh, freeLow] : [heldHigh, heldLow]
    high[purse] = highOf(after)
    low[purse] = lowOf(after)
  }

  /** What the owner has paid so far. */
  function setFees(purse: PurseHandle, amount: bigint): void {
    feesHigh[purse] = highOf(amount)
    feesLow[purse] = lowOf(amount)
  }

  return { findPurse, purseOf, postFree, postHeld, done, balanceOf, change, setFees }
}
