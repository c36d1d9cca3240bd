/** The core: owners and their money, books and open orders. What may be asked of it. */

import type { Millis, Seq } from '../../contract/ids.ts'
import { openCommands } from './commands.ts'
import { openConversions } from './conversions.ts'
import { assertRecords } from './invariants.ts'
import { openLines } from './lines.ts'
import { openMoney } from './money.ts'
import { openMoneyViews } from './money-views.ts'
import { type CoreDeps, openParts } from './parts.ts'
import { openSave } from './save.ts'

export type Core = ReturnType<typeof openCore>

export function openCore(deps: CoreDeps) {
  const parts = openParts(deps)
  const { records, table, now, books, owners, log, ledger, views, readLog } = parts
  const moneyViews = openMoneyViews({ ...parts, currencyOf: deps.currencyOf })

  /** Begins a command. */
  function begin(seq: Seq, at: Millis): void {
    now.seq = seq
    now.at = at
    log.beginCommand()
  }

  return {
    sizes: deps.sizes,
    records,
    table,
    now,
    books,
    owners,
    begin,
    /** What the command logged, and how many slots that are so far. */
    logged: log.parts,
    loggedSlots: log.length,
    ...readLog,
    openOwner: owners.openOwner,
    hasRoomForOwner: parts.refuse.hasRoomForOwner,
    ...openCommands(parts),
    ...openMoney(ledger, owners, deps.currencyOf),
    ...moneyViews,
    ...openLines({ ...parts, ...moneyViews }),
    ...openConversions({ ...parts, ...parts.refuse, bookIn: books.listed }),
    ...openSave(parts),
    ...views,
    assertRecords: (): void => assertRecords({ records, table, books: books.all, owners: owners.handles() }),
  }
}
