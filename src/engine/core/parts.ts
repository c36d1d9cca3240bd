/** The parts of the core, each opened with those that it uses. */

import type { Book } from './book.ts'
import { openBooks } from './book.ts'
import { type Now, openHappen } from './happen.ts'
import { openLedger } from './ledger.ts'
import { openLegs } from './leg.ts'
import { openLog } from './log.ts'
import { openLooks } from './look.ts'
import { openMatch } from './match.ts'
import type { CurrencyOf } from './money.ts'
import { openOrderFacts } from './order-facts.ts'
import { OrderTable } from './order-table.ts'
import { openOwnOrders } from './own-orders.ts'
import { openOwners } from './owners.ts'
import { openPlace } from './place.ts'
import { openReadLog } from './read-log.ts'
import { openRecords, type Sizes } from './records.ts'
import { openRefuse } from './refuse.ts'
import { openTrade } from './trade.ts'
import { openViews } from './views.ts'

export type CoreDeps = {
  readonly sizes: Sizes
  readonly currencyOf: CurrencyOf
  /** What a total in the quote currency of a book is worth in USDT; both in their smallest amounts. */
  readonly inUsdt: (book: Book, total: number) => number
}

export function openParts({ sizes, inUsdt }: CoreDeps) {
  const records = openRecords(sizes)
  const now: Now = { seq: 0, at: 0, lastTrade: 0 }
  const log = openLog()
  const ledger = openLedger(records, log)
  const owners = openOwners(records)
  const own = openOwnOrders(records, ledger)
  const table = new OrderTable(records.orders.id)
  const looks = openLooks(records)
  const books = openBooks(records, ledger, owners)
  const facts = openOrderFacts(records)
  const views = openViews({ records, owners, own, table, books })
  const happen = openHappen({ records, log, ledger, own, table, facts, now })
  const trade = openTrade({ records, log, ledger, facts, now, inUsdt })
  const matching = openMatch({ records, facts, happen, trade })
  const place = openPlace(records, happen, matching, looks)
  const refuse = openRefuse({ records, ledger, own, looks })
  const legs = openLegs({ records, facts, happen, matching, looks })
  const readLog = openReadLog(records, owners, books.all)
  return {
    records,
    now,
    log,
    ledger,
    owners,
    own,
    table,
    looks,
    books,
    facts,
    views,
    happen,
    place,
    refuse,
    legs,
    readLog,
  }
}
