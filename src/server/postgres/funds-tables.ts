/** The rows of the tables for deposits and withdrawals; see `tables.ts`. */

import type { CurrencyId, NetworkId, PaymentId, UserId, WithdrawalId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import type { VerificationProviderName, VerificationStatus } from '../../contract/verification/views.ts'

export type FundsTables = {
  payments: {
    id: PaymentId
    network_id: NetworkId
    journal_id: string
    stream: string
    wallet: number
    nonce: number
    kind: 'withdrawal' | 'sweep' | 'gas' | 'deploy'
    withdrawal_id: WithdrawalId | null
    assigned_at: number
    sent_at: number | null
    mined_height: number | null
    mined_txid: string | null
    closed_at: number | null
    jettons_left: boolean
  }
  ton_booked_messages: {
    body_hash: string
    network_id: NetworkId
    txid: string
    query_id: string | null
    receiver: string | null
  }
  ton_wallets: { network_id: NetworkId; address: string }
  ton_excesses: { payment_id: PaymentId; sender: string }
  ton_jetton_wallets: { network_id: NetworkId; master: string; address: string }
  payment_versions: {
    payment_id: PaymentId
    raw: Buffer
    txid: string
    max_fee: bigint
    tip: bigint
    stored_at: number
  }
  chain_comparisons: {
    network_id: NetworkId
    currency_id: CurrencyId
    journal_id: string
    height: number
    books: bigint
    found: bigint
    at: number
  }
  address_book: {
    id: number
    user_id: UserId
    network_id: NetworkId
    /** Null: for every coin of the network. */
    currency_id: number | null
    label: string
    address: string
    memo: string | null
    created_at: number
    active_at: number
  }
  deposit_addresses: { number: number; user_id: UserId | null; address: string }
  chain_cursors: {
    stream: string
    journal_id: string
    epoch: number | null
    height: number
    hash: string
    seen_height: number
    booked_until: number | null
    position: bigint
    mac: Buffer
    updated_at: number
  }
  /** `raw` as the chain counts, `amount` in units. */
  incoming: {
    uuid: string
    stream: string
    txid: string
    part: number
    network_id: number
    journal_id: string
    height: number
    block_hash: string
    position: bigint | null
    address: string
    user_id: UserId | null
    currency_id: CurrencyId
    raw: bigint
    amount: Units
    state: 'seen' | 'final' | 'dropped'
    reason: string | null
    seen_at: number
    updated_at: number
  }
  verifications: {
    user_id: UserId
    provider: VerificationProviderName
    applicant_id: string
    status: VerificationStatus
    reason: string | null
    provider_time: number
    updated_at: number
    applied_at: number | null
    mac: Buffer
  }
  play_blocks: { generation: number; height: number; at: number; hash: string; transactions: readonly Buffer[] }
  play_pool: { number: number; txid: string; generation: number; sender: string; raw: Buffer; at: number }
  play_wallets: { number: number; user_id: UserId | null; private_key: Buffer; address: string }
  /** Times in Unix seconds. */
  play_ton_blocks: { height: number; time: number; until: number; lt: number; hash: string }
  play_ton_accounts: { address: string; state: Buffer }
  play_ton_transactions: { account: string; lt: number; hash: string; height: number; boc: Buffer }
  play_ton_messages: { number: number; hash: string; is_external: boolean; receiver: string; boc: Buffer; at: number }
  play_ton_wallets: { number: number; user_id: UserId | null; seed: Buffer; address: string }
}
