/** The ledger in snapshots and in the state text. */

import { type Units, ZERO } from '../../contract/money.ts'
import { type Balances, balancesOf, hasEntries, type Ledger, type Owner } from './ledger.ts'

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
  free: Array.from(free, unitsOrZero),
  held: Array.from(held, unitsOrZero),
})

const savedBalances = ([owner, { free, held }]: [Owner, Balances]): SavedBalances => ({
  owner,
  free: Array.from(free, unitsOrNull),
  held: Array.from(held, unitsOrNull),
})

const unitsOrZero = (amount: Units | undefined): Units => amount ?? ZERO
const unitsOrNull = (amount: Units | undefined): Units | null => amount ?? null

function loadUnits(units: Units[], amounts: readonly (Units | null)[]): void {
  for (const [currency, amount] of amounts.entries()) if (amount !== null) units[currency] = amount
}
