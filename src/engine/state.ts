import type { CurrencyId, Millis, Seq } from '../contract/ids.ts'
import { smallestOf } from '../contract/markets/instruments.ts'
import { VALUATION_CURRENCY, valuation } from '../contract/markets/valuation.ts'
import type { Units } from '../contract/money.ts'
import type { Accounts, Friends } from './accounts/state.ts'
import { expectDefined } from './assert.ts'
import type { Book } from './core/book.ts'
import { type Core, openCore } from './core/open-core.ts'
import { LARGEST, type Sizes } from './core/records.ts'
import { type DepositState, emptyDeposits } from './deposits/state.ts'
import { Responses } from './idempotency/responses.ts'
import type { Currencies, Markets } from './instruments/state.ts'
import type { Networks } from './networks/state.ts'
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
  /** The number after which commands continued when commands were lost last, as by a restore; 0: never. */
  epoch: Seq
  /** The version of the rules for the next batch. */
  rules: number
  /** Of the process that began to lead last; 0: none was begun. */
  term: number
  /** The instance of the signer that is used; empty before the first one. */
  signer: string
  readonly currencies: Currencies
  /** Not offered any more; what users own of them stays theirs. */
  readonly hiddenCurrencies: Set<CurrencyId>
  readonly markets: Markets
  readonly accounts: Accounts
  readonly friends: Friends
  readonly core: Core
  readonly responses: Responses
  readonly rewards: RewardState
  readonly referrals: ReferralState
  readonly networks: Networks
  readonly deposits: DepositState
  readonly withdrawals: WithdrawalState
  readonly payments: PaymentState
  readonly levels: Levels
}

/** `sizes`: how many records of each kind the core has room for. */
export function emptyState(journal: string, sizes: Sizes = LARGEST): State {
  const currencies: Currencies = new Map()
  const markets: Markets = new Map()
  const core = openCore({
    sizes,
    currencyOf: (id) => expectDefined(currencies.get(id), 'the currency is listed'),
    inUsdt: (book, total) => inUsdt(markets, book, total),
  })
  return {
    journal,
    seq: 0,
    at: 0,
    epoch: 0,
    rules: FIRST_RULES,
    term: 0,
    signer: '',
    currencies,
    hiddenCurrencies: new Set(),
    markets,
    accounts: new Map(),
    friends: { byReferrer: new Map(), referrers: [] },
    core,
    responses: new Responses(),
    rewards: emptyRewards(),
    referrals: emptyReferrals(),
    networks: new Map(),
    deposits: emptyDeposits(),
    withdrawals: emptyWithdrawals(),
    payments: emptyPayments(),
    levels: new Map(),
  }
}

/** Zero if no pair prices the quote currency. */
function inUsdt(markets: Markets, { market }: Book, total: number): number {
  const { quote } = market.pair
  if (quote.symbol === VALUATION_CURRENCY) return total
  const value = valuation(markets.values(), quote.id, (BigInt(total) * smallestOf(quote)) as Units)
  return Number(value ?? 0n)
}
