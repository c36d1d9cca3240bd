/** The core: owners and their money, books and open orders. The wiring of its parts, and what may be asked of it. */

import type { Millis, Seq } from '../../contract/ids.ts'
import type { OrderEvent } from '../orders/events.ts'
import type { Book } from './book.ts'
import { openBooks } from './books.ts'
import { openCommands } from './commands.ts'
import { openConversions } from './conversions.ts'
import { type Now, openHappen } from './happen.ts'
import { assertRecords } from './invariants.ts'
import { openLedger } from './ledger.ts'
import { openLegs } from './leg.ts'
import { openLog } from './log.ts'
import { openLooks } from './look.ts'
import { openMatch } from './match.ts'
import { type CurrencyOf, openMoney } from './money.ts'
import { openOrderFacts } from './order-facts.ts'
import { OrderTable } from './order-table.ts'
import { openOwnOrders } from './own-orders.ts'
import { openOwners } from './owners.ts'
import { openPlace } from './place.ts'
import { openReadLog } from './read-log.ts'
import { openRecords, type Sizes } from './records.ts'
import { openRefuse } from './refuse.ts'
import { openTrade } from './trade.ts'
import { openSave } from './save.ts'
import { openViews } from './views.ts'

export type RecordCore = ReturnType<typeof openCore>

type Deps = {
  readonly sizes: Sizes
  readonly currencyOf: CurrencyOf
  /** What a total in the quote currency of a book is worth in USDT; both in their smallest amounts. */
  readonly inUsdt: (book: Book, total: number) => number
}

export function openCore({ sizes, currencyOf, inUsdt }: Deps) {
  const records = openRecords(sizes)
  const now: Now = { seq: 0, at: 0, lastTrade: 0 }
  const log = openLog()
  const ledger = openLedger(records, log)
  const owners = openOwners(records)
  const own = openOwnOrders(records, ledger)
  const table = new OrderTable(records)
  const looks = openLooks(records)
  const books = openBooks(records, ledger, owners)
  const facts = openOrderFacts(records)
  const happen = openHappen({ records, log, ledger, own, table, facts, now })
  const trade = openTrade({ records, log, ledger, facts, now, inUsdt })
  const matching = openMatch({ records, facts, happen, trade })
  const place = openPlace(records, happen, matching, looks)
  const refuse = openRefuse({ records, ledger, own, looks })
  const legs = openLegs({ records, facts, happen, matching, looks })
  const readLog = openReadLog(records, owners, books.all)

  /** Begins a command: what it does is in the log until the next one begins. */
  function begin(seq: Seq, at: Millis): void {
    now.seq = seq
    now.at = at
    log.clear()
  }

  return {
    records,
    now,
    begin,
    books,
    owners,
    ...openCommands({ records, now, owners, own, table, books, happen, place, refuse }),
    ...openMoney(ledger, owners, currencyOf),
    ...openConversions({ legs, looks, own, owners, bookIn: books.listed }),
    ...openViews(records, owners, own, books.all),
    ...openSave({ records, ledger, owners, own, table, books }),
    /** Of the command. */
    events: (): OrderEvent[] => log.parts().flatMap((part) => [...readLog.events(part, now.at)]),
    findOrder: table.find.bind(table),
    openCount: (): number => table.size,
    assertRecords: (): void => assertRecords({ records, table, books: books.all, owners: owners.handles() }),
  }
}
