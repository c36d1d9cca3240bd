/** The rows of the tables for reports of liabilities; see `tables.ts`. */

import type { CurrencyId, Millis, Seq } from '../../contract/ids.ts'

type Coin = { readonly id: CurrencyId; readonly symbol: string }
/** In units. */
type TextAmount = { readonly amount: string }

export type LiabilityTables = {
  liability_reports: {
    seq: Seq
    journal_id: string
    day: number
    at: Millis
    journal_hash: Buffer
    root: Buffer
    height: number
    key: Buffer
    users: number
    totals: readonly (Coin & TextAmount)[]
    reserves: readonly (Coin & TextAmount & { readonly network: string; readonly networkName: string })[]
    halves: Buffer
  }
  liability_pieces: { report_seq: Seq; level: number; number: number; content: Buffer }
}
