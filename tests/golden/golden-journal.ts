/** A stored journal and the end state it led to. Every later version of the code must reach the same end state. */

import { formatUnits } from '../../src/contract/money.ts'
import { lastTradeOf, ledgerEntries, markets, openOrders, type State } from '../../src/engine/exchange.ts'
import type { Journal, JournalRow } from '../../src/server/sequencer/journal.ts'
import { testHashes } from '../fixtures/record-keys.ts'

export type GoldenJournal = {
  readonly id: string
  readonly rows: readonly StoredRow[]
  readonly end: EndState
}

/** Bytes in base64. */
type StoredRow = Omit<JournalRow, 'prevHash' | 'eventHash' | 'payload' | 'hash'> & {
  readonly prevHash: string
  readonly eventHash: string
  readonly payload: string
  readonly hash: string
}

/** What users see. The state may get new fields; these values must not change. */
export type EndState = {
  readonly seq: number
  readonly lastTrade: number
  readonly lastPrices: Readonly<Record<string, number>>
  readonly openOrders: readonly number[]
  readonly balances: Readonly<Record<string, readonly string[]>>
}

export const encodeRow = (row: JournalRow): StoredRow => ({
  ...row,
  prevHash: row.prevHash.toString('base64'),
  eventHash: row.eventHash.toString('base64'),
  payload: row.payload.toString('base64'),
  hash: row.hash.toString('base64'),
})

const bytes = (text: string): Buffer => Buffer.from(text, 'base64')

/** Read only. */
export const journalOf = ({ id, rows }: GoldenJournal): Journal => ({
  id,
  hashes: testHashes(id),
  append: () => Promise.reject(new Error('a golden journal is read only')),
  async *read(after) {
    for (const row of rows.slice(after))
      yield {
        ...row,
        prevHash: bytes(row.prevHash),
        eventHash: bytes(row.eventHash),
        payload: bytes(row.payload),
        hash: bytes(row.hash),
      }
  },
  close: async () => {},
})

export function endOf(state: State): EndState {
  const balances = new Map<string, string[]>()
  for (const { owner, currency, free, held } of ledgerEntries(state)) {
    const amounts = balances.get(owner) ?? []
    while (amounts.length < currency) amounts.push('0 + 0')
    amounts.push(`${formatUnits(free)} + ${formatUnits(held)}`)
    balances.set(owner, amounts)
  }
  return {
    seq: state.seq,
    lastTrade: lastTradeOf(state),
    lastPrices: Object.fromEntries(Array.from(markets(state), ({ pair, lastPrice }) => [pair.id, lastPrice])),
    openOrders: Array.from(openOrders(state), ({ id }) => id),
    balances: Object.fromEntries([...balances].sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
