/** Networks, withdrawals and the address book on the wire. Amounts are decimal strings. */

/** `unavailable`: its chain cannot be reached or does not run here. `delayed`: no new block is processed for a while. */
export const NETWORK_STATES = ['available', 'starting', 'delayed', 'unavailable'] as const
export type NetworkState = (typeof NETWORK_STATES)[number]

/** A coin on a network, with the own deposit address. Deposits below `min_deposit` are not credited. */
export type NetworkView = {
  readonly id: number
  readonly name: string
  readonly code: string
  readonly icon_url: string
  readonly is_default: boolean
  readonly chain_id: number
  readonly state: NetworkState
  readonly deposit_enabled: boolean
  readonly deposit_notice: string
  /** Null while deposits are disabled. */
  readonly address: string | null
  readonly memo: string | null
  readonly memo_label: string | null
  readonly memo_required: boolean
  /** EIP-681, or a link that TON wallets open; null without an address. */
  readonly pay_uri: string | null
  /** How wallets can be asked to pay: those in the browser only, or also others; null: not on this network. */
  readonly tonconnect: 'injected' | 'all' | null
  readonly min_deposit: string
  readonly confirmations: number
  readonly unlock_confirmations: number
  readonly deposit_minutes: number
  readonly withdraw_enabled: boolean
  readonly withdraw_notice: string
  readonly withdraw_fee: string
  readonly fee_currency: string
  readonly min_withdraw: string
  readonly max_withdraw: string
  readonly withdraw_step: string
  readonly withdraw_minutes: number
  readonly address_regex: string
  readonly memo_regex: string | null
  readonly contract_address: string | null
  readonly explorer_tx_url: string | null
  readonly explorer_address_url: string | null
}

/** A message that a wallet signs to deposit. `chain`: as wallets name it. `amount` in nanotons. `payload`: Base64. */
export type TonPaymentView = {
  readonly chain: string
  readonly address: string
  readonly amount: string
  readonly payload: string
}

/** A coin that can be deposited or withdrawn. */
export type WalletCurrencyView = {
  readonly id: number
  readonly symbol: string
  readonly name: string
  readonly icon_url: string
  readonly deposit_enabled: boolean
  readonly withdraw_enabled: boolean
  /** Not offered any more: only who has some of it sees it. */
  readonly is_hidden: boolean
}

/** What the user can still withdraw. Values in USDT. */
export type WithdrawalLimitsView = {
  readonly limit: string
  readonly used: string
  /** The limit after an identity check; null: it would not be higher, or there is none. */
  readonly verified_limit: string | null
  readonly new_address_limit: string
  readonly new_address_used: string
  /** While login details are new: when withdrawals open again. */
  readonly hold_until: string | null
  readonly two_factor_enabled: boolean
  readonly whitelist_only: boolean
}

export type AddressView = {
  readonly id: number
  readonly network_id: number
  readonly network_name: string
  /** Null: for every coin of the network. */
  readonly currency_id: number | null
  readonly label: string
  readonly address: string
  readonly memo: string | null
  /** From then on it is no new address and can be used in whitelist-only mode. */
  readonly active_at: string
  readonly is_active: boolean
  readonly created_at: string
}

export type AddressBookView = { readonly whitelist_only: boolean; readonly addresses: readonly AddressView[] }
