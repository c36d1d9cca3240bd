/** The ledger in snapshots and in the state text. */

import { type Units, ZERO } from '../../contract/money.ts'
import type { Owner } from '../postings.ts'
import { type Balances, balancesOf, hasEntries, type Ledger } from './ledger.ts'

/** Null where the owner never had a currency. */
type SavedBalances = {
  readonly owner: Owner
  readonly free: readonly (Units | null)[]
  readonly held: readonly (Units | null)[]
}
export type LedgerPiece = { readonly part: 'balances'; readonly items: readonly SavedBalances[] }

export const save = (ledger: Ledger): LedgerPiece[] => [
  { part: 'balances', items: [...ledger].filter(([, balances]) => hasEntries(balances)).map(savedBalances) },
]

export function load(ledger: Ledger, { items }: LedgerPiece): void {
  for (const { owner, free, held } of items) {
    const balances = balancesOf(ledger, owner)
    loadUnits(balances.free, free)
    loadUnits(balances.held, held)
  }
}

/** One owner's balances in the state text; zero where the owner never had a currency. */
export const balancesLine = (owner: Owner, { free, held }: Balances) => ({
  owner,
  free: withoutHoles(free, ZERO),
  held: withoutHoles(held, ZERO),
})

const savedBalances = ([owner, { free, held }]: [Owner, Balances]): SavedBalances => ({
  owner,
  free: withoutHoles(free, null),
  held: withoutHoles(held, null),
})

/** A loop, because `Array.from` is five times slower: a snapshot copies the balances of all accounts at once. */
function withoutHoles<T>(amounts: readonly (Units | undefined)[], hole: T): (Units | T)[] {
  const filled: (Units | T)[] = []
  for (let currency = 0; currency < amounts.length; currency++) filled.push(amounts[currency] ?? hole)
  return filled
}

function loadUnits(units: Units[], amounts: readonly (Units | null)[]): void {
  for (const [currency, amount] of amounts.entries()) if (amount !== null) units[currency] = amount
}
