/** Money as modules know it: postings and balances in units. */

import type { CurrencyId } from '../../contract/ids.ts'
import { type Currency, smallestOf } from '../../contract/markets/instruments.ts'
import { type Units, ZERO } from '../../contract/money.ts'
import { assert } from '../assert.ts'
import type { Owner, Part, Posting } from '../postings.ts'
import type { Ledger } from './ledger.ts'
import type { Owners } from './owners.ts'
import { NONE } from './records.ts'

export type CurrencyOf = (id: CurrencyId) => Currency

export function openMoney(ledger: Ledger, owners: Owners, currencyOf: CurrencyOf) {
  /** Any amounts, also beyond the range of an order: they sum to zero in each currency. */
  function post(postings: readonly Posting[]): void {
    const sums = new Map<CurrencyId, bigint>()
    for (const { owner, part, currency, amount } of postings) {
      const smallest = smallestOf(currencyOf(currency))
      assert(amount % smallest === 0n, 'a posting is an amount of its currency')
      ledger.change(ledger.purseOf(owners.handleOf(owner), currency), part, amount / smallest)
      sums.set(currency, (sums.get(currency) ?? 0n) + amount)
    }
    for (const sum of sums.values()) assert(sum === 0n, 'the postings of an event sum to zero in each currency')
  }

  function balance(owner: Owner, part: Part, currency: CurrencyId): Units {
    const handle = owners.find(owner)
    const purse = handle === NONE ? NONE : ledger.findPurse(handle, currency)
    if (purse === NONE) return ZERO
    return (ledger.balanceOf(purse, part) * smallestOf(currencyOf(currency))) as Units
  }

  return { post, balance }
}
