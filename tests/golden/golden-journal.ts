/** A journal as it was once written, and where it led: whatever the code becomes, it must lead there again. */

import { formatUnits } from '../../src/contract/money.ts'
import type { State } from '../../src/engine/state.ts'
import type { Journal, Row } from '../../src/server/core/journal.ts'

export type GoldenJournal = {
  readonly id: string
  readonly rows: readonly StoredRow[]
  readonly end: End
}

/** Bytes in base64. */
type StoredRow = Omit<Row, 'prevHash' | 'eventHash' | 'payload'> & {
  readonly prevHash: string
  readonly eventHash: string
  readonly payload: string
}

/** What people would notice. The state may learn to hold more; this may not change. */
export type End = {
  readonly seq: number
  readonly lastTrade: number
  readonly lastPrices: Readonly<Record<string, number>>
  readonly openOrders: readonly number[]
  readonly balances: Readonly<Record<string, readonly string[]>>
}

export const store = (row: Row): StoredRow => ({
  ...row,
  prevHash: row.prevHash.toString('base64'),
  eventHash: row.eventHash.toString('base64'),
  payload: row.payload.toString('base64'),
})

const bytes = (text: string): Buffer => Buffer.from(text, 'base64')

/** To be read only. */
export const journalOf = ({ id, rows }: GoldenJournal): Journal => ({
  id,
  append: () => Promise.reject(new Error('a golden journal is written once')),
  async *read(after) {
    for (const row of rows.slice(after))
      yield {
        ...row,
        prevHash: bytes(row.prevHash),
        eventHash: bytes(row.eventHash),
        payload: bytes(row.payload),
      }
  },
  close: async () => {},
})

export function endOf(state: State): End {
  const balances = [...state.ledger].map(([owner, { free, held }]) => {
    const amounts = Array.from(
      free,
      (amount, currency) => `${formatUnits(amount ?? 0n)} + ${formatUnits(held[currency] ?? 0n)}`,
    )
    return [owner, amounts] as const
  })
  return {
    seq: state.seq,
    lastTrade: state.lastTrade,
    lastPrices: Object.fromEntries([...state.markets].map(([id, { lastPrice }]) => [id, lastPrice])),
    openOrders: [...state.orders.keys()],
    balances: Object.fromEntries(balances.sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}
