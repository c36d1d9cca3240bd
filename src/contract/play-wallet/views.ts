/** The external wallets that each user of a play exchange has on the local chains, one on each. */

export type PlayWalletBalanceView = {
  readonly currency_id: number
  readonly symbol: string
  readonly icon_url: string
  readonly amount: string
  readonly contract_address: string | null
}

/** `pending`: not in a block yet. `failed`: in a block without effect. */
export type PlayWalletTransactionView = {
  readonly txid: string
  readonly direction: 'in' | 'out'
  readonly symbol: string
  readonly amount: string
  /** The other side. */
  readonly address: string
  readonly memo: string | null
  readonly status: 'pending' | 'confirmed' | 'failed'
  readonly at: string
}

export type PlaySentView = { readonly txid: string }

export type PlayWalletView = {
  readonly network_id: number
  readonly network: string
  readonly chain_id: number
  readonly address: string
  /** A JSON-RPC endpoint for any external wallet, relative to the origin of the app. */
  readonly rpc_path: string
  readonly balances: readonly PlayWalletBalanceView[]
  /** Newest first, at most 20. */
  readonly transactions: readonly PlayWalletTransactionView[]
}
