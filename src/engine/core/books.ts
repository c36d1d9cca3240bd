import type { PairId } from '../../contract/ids.ts'
import { expectDefined } from '../assert.ts'
import type { Market } from '../instruments/state.ts'
import { Book } from './book.ts'
import type { Ledger } from './ledger.ts'
import type { Owners } from './owners.ts'
import type { Records } from './records.ts'

export type Books = ReturnType<typeof openBooks>

/** The books of all listed pairs. */
export function openBooks(records: Records, ledger: Ledger, owners: Owners) {
  /** By their numbers. */
  const all: Book[] = []
  const byPair = new Map<PairId, Book>()

  function list(market: Market): void {
    const { id, base, quote } = market.pair
    const fees = owners.handleOf('fees')
    const book = new Book(records, market, all.length, ledger.purseOf(fees, base.id), ledger.purseOf(fees, quote.id))
    all.push(book)
    byPair.set(id, book)
  }

  const find = (pair: PairId): Book | undefined => byPair.get(pair)
  const listed = (pair: PairId): Book => expectDefined(byPair.get(pair), 'the pair is listed')

  return { all: all as readonly Book[], list, find, listed }
}
