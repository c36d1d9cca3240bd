// What each table holds, as the connection hands it over: int8 as a number, numeric(38,0) as a bigint.
import type { Generated } from 'kysely'

export type Tables = {
  journal: {
    batch: number
    first_seq: number
    last_seq: number
    prev_hash: Buffer
    event_hash: Buffer
    format: number
    rules: number
    payload: Buffer
  }
  journal_identity: { only_row: Generated<boolean>; id: string; created_at: number }
  snapshots: {
    batch: number
    seq: number
    state_hash: Buffer
    row_hash: Buffer
    version: number
    taken_at: Generated<number>
  }
  snapshot_chunks: { batch: number; chunk: number; payload: Buffer }
  users: {
    id: string
    email: string | null
    password_hash: string | null
    telegram_id: number | null
    google_sub: string | null
    referral_code: number
    referrer: string | null
    created_at: number
    username: Generated<string | null>
    lang_code: Generated<string | null>
    platform: Generated<string | null>
    email_confirmed: Generated<boolean>
    password_changed_at: Generated<number | null>
    withdraw_hold_until: Generated<number | null>
    locks_version: Generated<number>
  }
  two_factors: {
    user_id: string
    secret: Buffer | null
    last_step: Generated<number>
    failures: Generated<number>
    locked_until: Generated<number>
  }
  recovery_codes: { user_id: string; hash: Buffer }
  sign_ins: Visit & { family: string; user_id: string; created_at: number; last_seen_at: number }
  login_attempts: Visit & { id: Generated<number>; user_id: string; at: number; outcome: Outcome }
  refresh_tokens: {
    hash: Buffer
    family: string
    user_id: string
    parent_hash: Buffer | null
    created_at: number
    expires_at: number
    used_at: number | null
  }
  revoked_families: { family: string; user_id: string; revoked_at: number }
  used_widget_data: { hash: Buffer; used_at: number }
  settings: { name: string; value: string }
  email_links: { hash: Buffer; user_id: string; kind: LetterKind; email: string; expires_at: number }
  mail_queue: {
    id: number
    kind: LetterKind
    email: string
    user_id: string | null
    origin: string
    due_at: number
    attempts: number
  }
  projection_places: { name: string; seq: number }
  orders: OrderRow
  candles: {
    pair_id: number
    timeframe: string
    start: number
    open: bigint
    high: bigint
    low: bigint
    close: bigint
    volume: bigint
    turnover: bigint
  }
  fills: {
    trade_id: number
    order_id: number
    user_id: string
    pair_id: number
    side: 'buy' | 'sell'
    role: 'maker' | 'taker'
    price: bigint
    quantity: bigint
    total: bigint
    fee: bigint
    at: number
  }
  positions: { user_id: string; currency_id: number; amount: bigint; cost: bigint; credited: bigint }
  position_history: { user_id: string; currency_id: number; start: number; amount: bigint; credited: bigint }
  last_prices: { pair_id: number; price: bigint }
  listings: { pair_id: number; at: number }
  trades: { id: number; pair_id: number; price: bigint; quantity: bigint; side: 'buy' | 'sell'; at: number }
  bot_referrals: { telegram_id: number; referral_code: number }
  notice_settings: { user_id: string; order_filled: boolean; sign_in: boolean; quiet_until: Generated<number> }
  notices: {
    id: Generated<number>
    user_id: string
    kind: 'order_filled' | 'sign_in'
    about: string
    words: string
    at: number
    claimed_at: number | null
  }
}

/** What a letter is about: confirming an address, or a new password. */
export type LetterKind = 'confirm' | 'reset'

type Outcome = 'signed_in' | 'code_asked' | 'wrong_password' | 'wrong_code' | 'locked'
type Visit = { way: 'email' | 'telegram' | 'google'; device: string; ip_masked: string }

/** Prices in ticks, volumes in lots, totals and fees in units. */
export type OrderRow = {
  id: number
  user_id: string
  pair_id: number
  side: 'buy' | 'sell'
  type: 'limit' | 'market'
  time_in_force: 'GTC' | 'IOC' | 'FOK'
  post_only: boolean
  price: bigint | null
  volume: bigint | null
  total: bigint | null
  filled: Generated<bigint>
  filled_total: Generated<bigint>
  fee: Generated<bigint>
  status: string
  client_order_id: string | null
  created_at: number
  updated_at: number
}
