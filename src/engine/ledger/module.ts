import { loadOwners, loadPurses, type MoneyPiece, ownerLines, saveMoney } from '../core.ts'
import type { Module } from '../module-type.ts'

/** Without commands and events of its own: the events of other modules carry postings. */
export const ledger: Module<never, never, MoneyPiece> = {
  handlers: {},
  appliers: {},
  loaders: { owners: loadOwners, purses: loadPurses },
  save: saveMoney,
  lines: ownerLines,
  holds: () => [],
}
