// The rows of each table as the connection returns them: int8 as a number, numeric(38,0) as a bigint.

import type { CredentialAddition } from '../../contract/account/views.ts'
import type { CurrencyId, OrderId, PairId, Seq, TradeId, UserId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import type { NotificationKind } from '../../contract/notifications/kinds.ts'
import type { TransactionStatus, TransactionType } from '../../contract/transactions/views.ts'
import type { FundsTables } from './funds-tables.ts'
import type { LiabilityTables } from './liability-tables.ts'

export type Tables = FundsTables &
  LiabilityTables & {
    journal: {
      batch: number
      first_seq: number
      last_seq: number
      prev_hash: Buffer
      event_hash: Buffer
      format: number
      rules: number
      payload: Buffer
      hash: Buffer
    }
    journal_identity: { only_row: boolean; id: string; created_at: number; first_batch: number }
    snapshots: {
      batch: number
      seq: number
      state_hash: Buffer
      row_hash: Buffer
      version: number
      hash: Buffer
      taken_at: number
      journal: string
    }
    snapshot_chunks: { batch: number; chunk: number; payload: Buffer }
    users: {
      id: UserId
      email: string | null
      password_hash: string | null
      telegram_id: number | null
      google_sub: string | null
      referral_code: number
      referrer: UserId | null
      created_at: number
      username: string | null
      lang_code: string | null
      platform: string | null
      email_confirmed: boolean
      password_changed_at: number | null
      withdraw_hold_until: number | null
      credentials_version: number
      email_since: number | null
      password_since: number | null
      telegram_since: number | null
      google_since: number | null
      former_telegram_id: number | null
      former_telegram_until: number | null
      leaderboard_hidden: boolean
      whitelist_only: boolean
      sessions_since: number
      kept_session: string | null
      ended_sessions: readonly string[]
      record_version: number
      record_proof: Buffer
    }
    two_factors: {
      user_id: UserId
      secret: Buffer | null
      last_step: number
      failures: number
      locked_until: number
      enabled_at: number | null
    }
    two_factor_devices: { user_id: UserId; device_id: string; failures: number; locked_until: number }
    credential_undos: {
      id: string
      user_id: UserId
      change: CredentialAddition
      device: string
      ip_masked: string
      former_email: string | null
      former_email_confirmed: boolean
      at: number
      expires_at: number
      used_at: number | null
      notified_email: string | null
      notified_chat: number | null
      mac: Buffer
    }
    recovery_codes: { user_id: UserId; hash: Buffer; used_at: number | null }
    sessions: Login & {
      id: string
      user_id: UserId
      device_hash: Buffer | null
      created_at: number
      signed_in_at: number
      last_seen_at: number
      mac: Buffer
    }
    login_attempts: Login & { id: number; user_id: UserId; at: number; outcome: Outcome }
    refresh_tokens: {
      hash: Buffer
      mac: Buffer
      session_id: string
      user_id: UserId
      parent_hash: Buffer | null
      created_at: number
      expires_at: number
      used_at: number | null
    }
    revoked_sessions: { session_id: string; user_id: UserId; revoked_at: number }
    used_widget_data: { hash: Buffer; used_at: number }
    used_init_data: { hash: Buffer; device_hash: Buffer; used_at: number }
    settings: { name: string; value: string }
    short_lived: { kind: string; key: Buffer; value: Buffer; expires_at: number }
    email_tokens: { hash: Buffer; user_id: UserId; kind: LinkKind; email: string; expires_at: number }
    email_queue: {
      id: number
      kind: EmailKind
      email: string
      user_id: UserId | null
      subject_id: string | null
      due_at: number
      attempts: number
      proof: Buffer | null
    }
    projection_positions: { name: string; seq: number; journal: string | null }
    orders: OrderRow
    candles: {
      pair_id: PairId
      timeframe: string
      start: number
      open: bigint
      high: bigint
      low: bigint
      close: bigint
      volume: Units
      turnover: Units
    }
    fills: {
      trade_id: TradeId
      order_id: OrderId
      user_id: UserId
      pair_id: PairId
      side: 'buy' | 'sell'
      role: 'maker' | 'taker'
      price: bigint
      quantity: bigint
      total: Units
      fee: Units
      at: number
    }
    positions: { user_id: UserId; currency_id: CurrencyId; amount: Units; cost: Units; credited: Units }
    position_history: { user_id: UserId; currency_id: CurrencyId; start: number; amount: Units; credited: Units }
    last_prices: { pair_id: PairId; price: bigint }
    listings: { pair_id: PairId; at: number }
    trades: { id: TradeId; pair_id: PairId; price: bigint; quantity: bigint; side: 'buy' | 'sell'; at: number }
    transactions: TransactionRow
    small_deposits: { uuid: string; row_uuid: string; seq: number }
    transaction_steps: { uuid: string; status: TransactionStatus; at: number; seq: number }
    reward_weeks: { user_id: UserId; week_start: number; xp: number }
    account_marks: {
      user_id: UserId
      kind: 'device' | 'address' | 'ipv4_24' | 'ipv6_56' | 'ipv6_48'
      hash: Buffer
      first_seen: number
      mac: Buffer
      last_seen: number
    }
    reward_appeals: {
      id: number
      user_id: UserId
      text: string
      sent_at: number
      answer: string | null
      answered_at: number | null
      operator: string | null
      mac: Buffer | null
    }
    bot_referrals: { telegram_id: number; referral_code: number; mac: Buffer }
    notification_settings: {
      user_id: UserId
      bot_kinds: readonly NotificationKind[]
      app_kinds: readonly NotificationKind[]
      quiet_from: number | null
      quiet_to: number | null
      time_zone: string | null
      bot_paused_until: number
      bot_asked: boolean
    }
    notifications: {
      id: number
      user_id: UserId
      kind: NotificationKind | SecurityNotice
      about: string
      params: Readonly<Record<string, string | number>>
      mac: Buffer
      at: number
      due_at: number | null
      claimed_at: number | null
      in_app: boolean
      read_at: number | null
      unprompted_day: number | null
    }
  }

/** `confirm` confirms an address, `reset` sets a new password. */
export type LinkKind = 'confirm' | 'reset'
/**
 * `added`: a credential was added, with an undo link. `undone`: that link was used. `frozen`: the account was frozen.
 * `lifting`: its owner asked to lift the freeze.
 */
export type SecurityNotice = 'added' | 'undone' | 'frozen' | 'lifting'
export type EmailKind = LinkKind | SecurityNotice

type Outcome = 'signed_in' | 'code_asked' | 'wrong_password' | 'wrong_code' | 'locked'
type Login = { login_method: 'email' | 'telegram' | 'google'; device: string; ip_masked: string }

/** Amounts in units. `details` is what the reason of the row is written from. */
export type TransactionRow = {
  uuid: string
  user_id: UserId
  seq: number
  type: TransactionType
  status: TransactionStatus
  currency_id: CurrencyId
  amount: Units
  fee: Units
  to_currency_id: CurrencyId | null
  to_amount: Units | null
  rate: bigint | null
  network_id: number | null
  address: string | null
  memo: string | null
  txid: string | null
  details: unknown
  at: number
  updated_at: number
  count: number | null
}

/** Prices in ticks, volumes in lots, totals and fees in units. */
export type OrderRow = {
  id: OrderId
  user_id: UserId
  pair_id: PairId
  side: 'buy' | 'sell'
  type: 'limit' | 'market'
  time_in_force: 'GTC' | 'IOC' | 'FOK'
  post_only: boolean
  price: bigint | null
  volume: bigint | null
  total: Units | null
  filled: bigint
  filled_total: Units
  fee: Units
  status: string
  client_order_id: string | null
  created_at: number
  updated_at: number
  updated_by: Seq
}
