import type { CurrencyId, Millis, Seq, TradeId } from '../contract/ids.ts'
import type { Accounts, Friends } from './accounts/state.ts'
import { type DepositState, emptyDeposits } from './deposits/state.ts'
import { emptyIdempotency, type Idempotency } from './idempotency/state.ts'
import type { Currencies, Markets } from './instruments/state.ts'
import type { Networks } from './networks/state.ts'
import { type Core, emptyCore } from './orders/core-state.ts'
import { emptyPayments, type PaymentState } from './payments/state.ts'
import { emptyReferrals, type ReferralState } from './referrals/state.ts'
import { emptyRewards, type RewardState } from './rewards/state.ts'
import { FIRST_RULES } from './rules/versions.ts'
import type { Levels } from './verification/state.ts'
import { emptyWithdrawals, type WithdrawalState } from './withdrawals/state.ts'

/** The whole exchange. Only `execute`, `emit` and the loading of a snapshot change it. */
export type State = {
  /** The uuid of the journal, from which order uuids are derived. */
  readonly journal: string
  /** The last executed command and its time. */
  seq: Seq
  at: Millis
  lastTrade: TradeId
  /** The number after which commands continued when commands were lost last, as by a restore; 0: never. */
  epoch: Seq
  /** The version of the rules for the next batch. */
  rules: number
  readonly currencies: Currencies
  /** Not offered any more; what users own of them stays theirs. */
  readonly hiddenCurrencies: Set<CurrencyId>
  readonly markets: Markets
  readonly accounts: Accounts
  readonly friends: Friends
  readonly core: Core
  readonly idempotency: Idempotency
  readonly rewards: RewardState
  readonly referrals: ReferralState
  readonly networks: Networks
  readonly deposits: DepositState
  readonly withdrawals: WithdrawalState
  readonly payments: PaymentState
  readonly levels: Levels
}

export const emptyState = (journal: string): State => ({
  journal,
  seq: 0,
  at: 0,
  lastTrade: 0 as TradeId,
  epoch: 0,
  rules: FIRST_RULES,
  currencies: new Map(),
  hiddenCurrencies: new Set(),
  markets: new Map(),
  accounts: new Map(),
  friends: { byReferrer: new Map(), referrers: [] },
  core: emptyCore(),
  idempotency: emptyIdempotency(),
  rewards: emptyRewards(),
  referrals: emptyReferrals(),
  networks: new Map(),
  deposits: emptyDeposits(),
  withdrawals: emptyWithdrawals(),
  payments: emptyPayments(),
  levels: new Map(),
})
