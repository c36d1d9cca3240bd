/** Reports of liabilities and proofs on the wire. Amounts are decimal strings, hashes and salts hexadecimal. */

export type LiabilityNodeView = {
  readonly hash: string
  /** By coin, in the order of the totals of the report. */
  readonly sums: readonly string[]
}

/** What all users own together. */
type LiabilityTotalView = {
  readonly currency_id: number
  readonly symbol: string
  readonly decimals: number
  readonly amount: string
}

/** What the books say that the exchange has on a network. */
type ReserveView = {
  readonly network: string
  readonly network_name: string
  readonly currency_id: number
  readonly symbol: string
  readonly amount: string
}

/**
 * The state after command `seq`; `journal_hash` is the hash of the journal row that ends with it. The root covers everything
 * but the reserves.
 */
export type LiabilityReportView = {
  readonly format: number
  readonly seq: number
  readonly at: string
  readonly root: string
  /** The tree has 2^height leaves. */
  readonly height: number
  readonly journal_hash: string
  readonly totals: readonly LiabilityTotalView[]
  /** The two children of the root: with them the totals can be compared with the root. */
  readonly halves: readonly LiabilityNodeView[]
  readonly reserves: readonly ReserveView[]
}

export type LiabilitiesView = {
  /** The newest one; null before the first. */
  readonly report: LiabilityReportView | null
  /** Older ones, newest first. */
  readonly earlier: readonly { readonly seq: number; readonly at: string; readonly root: string }[]
  readonly next_at: string
  /** Whether the addresses of the exchange can be downloaded: only with real money. */
  readonly has_addresses: boolean
  /** Too few users have a balance: today no report is published, because it would show what single users own. */
  readonly is_withheld: boolean
}

/** A CSV file with a row per network and address. */
export type AddressesFileView = { readonly file_name: string; readonly csv: string }

/** One of the parts of a balance. */
type LiabilityLeafView = {
  readonly salt: string
  /** The place of the leaf, from 0. */
  readonly index: number
  /** Of free and held together, by coin. */
  readonly amounts: readonly string[]
  /** The sibling on each level, from the leaf to a child of a half of the report. */
  readonly path: readonly LiabilityNodeView[]
}

/** What a user needs to verify that their balance is in the totals of a report: all parts, in their order. */
export type LiabilityProofView = {
  readonly report: LiabilityReportView
  readonly user: string
  readonly leaves: readonly LiabilityLeafView[]
}
