import type { Module } from '../module-type.ts'
import { sorted } from '../sorted.ts'
import { hasEntries } from './ledger.ts'
import { balancesLine, type LedgerPiece, load, save } from './state.ts'

/** Without commands and events of its own: the events of other modules carry postings. */
export const ledger: Module<never, never, LedgerPiece> = {
  handlers: {},
  appliers: {},
  loaders: { balances: (state, piece) => load(state.core.ledger, piece) },
  save: (state) => save(state.core.ledger),
  *lines(state) {
    for (const [owner, balances] of sorted(state.core.ledger))
      if (hasEntries(balances)) yield balancesLine(owner, balances)
  },
  holds: () => [],
}
