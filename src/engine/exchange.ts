/** The single entry point of the engine: everything outside `src/engine` imports this file and `assert.ts` only. */

import { refuse } from '../contract/refusals.ts'
import { assert } from './assert.ts'
import type { Sequenced } from './commands.ts'
import { evolve } from './evolve.ts'
import type { Answer, Execution } from './execution.ts'
import type { Handler } from './module-type.ts'
import { handlers } from './modules.ts'
import { Outcome } from './outcome.ts'
import { ADDED_BY, FIRST_RULES, RULES } from './rules/versions.ts'
import type { State } from './state.ts'

export type { Credentials, OpenAccount } from './accounts/commands.ts'
export { activeFreezes, type Freeze } from './accounts/freeze.ts'
export { accountOf, accounts, friendIdsOf } from './accounts/views.ts'
export { canonicalText } from './canonical-text.ts'
export type { Command } from './commands.ts'
export { minimumFor as conversionMinimum, netOf as conversionNet, plan as planConversion } from './convert/plan.ts'
export { conversionOf, isConversionLeg } from './convert/views.ts'
export {
  activityOf,
  balancesLine,
  depth,
  free,
  held,
  isAccountFrozen,
  lastSeqOf,
  lastTradeOf,
  ledgerEntries,
  type OrderView as Order,
  openOrders,
  openOrdersOf,
  orderCount,
  orderOf,
  type Sizes,
  SMALL,
  sumsOfOthers,
  userBalances,
} from './core.ts'
export type { Credit } from './deposits/commands.ts'
export type { DepositCredited } from './deposits/events.ts'
export type { DepositReturn, UnclaimedDeposit } from './deposits/state.ts'
export {
  depositCountOf,
  depositNumberOf,
  depositNumbers,
  depositReturns,
  positionOf,
  receivedOn,
  unclaimedDeposits,
  userOfDepositNumber,
} from './deposits/views.ts'
export type { Event } from './events.ts'
export type { Answer, Noted } from './execution.ts'
export type { RequestRemembered, StoredRefusal } from './idempotency/events.ts'
export type { ListPair } from './instruments/commands.ts'
export {
  coins,
  currencies,
  currencyOf,
  isHidden,
  type MarketView as Market,
  marketOf,
  markets,
} from './instruments/views.ts'
export { assertInvariants } from './invariants.ts'
export { holds, type Piece } from './modules.ts'
export { jettonStreamOf, type NetworkInfo, networkOf, networksOf, streamOf } from './networks/views.ts'
export type { Leg, OrderOpened, Traded } from './orders/events.ts'
export type { Outcome } from './outcome.ts'
export type { PaymentPurpose, WalletNumber } from './payments/commands.ts'
export type { Payment } from './payments/state.ts'
export { type NonceUse, nextNonce, nonceUse, openPayments, paymentOf } from './payments/views.ts'
export { chainOwner, isChain, isHouse, mayBeNegative, type Owner, type Posting } from './postings.ts'
export type { ReferralEvent } from './referrals/events.ts'
export {
  commissionsBookedThrough,
  commissionsOf,
  type Friend,
  friendCountsOf,
  friendsOf,
  heldFriendsOf,
  neverHeld,
} from './referrals/friends.ts'
export { shareOf as referralShareOf } from './referrals/tiers.ts'
export type { TaskFailure } from './rewards/commands.ts'
export type { RewardCause, RewardEvent } from './rewards/events.ts'
export { minedXp } from './rewards/mining.ts'
export type { MiningRun } from './rewards/state.ts'
export type { TaskReason, TaskStatus } from './rewards/task-status.ts'
export {
  allTasks,
  appliedSignals,
  nextDailyReward,
  type Rewards,
  rewardProgram,
  rewardsOf,
  taskOf,
  tasksOf,
} from './rewards/views.ts'
export { RULES } from './rules/versions.ts'
export { beginLoading, type Head, loadPiece, SNAPSHOT_VERSION, type Snapshot, saveSnapshot } from './snapshot.ts'
export { emptyState, type State } from './state.ts'
export { stateLines } from './state-text.ts'
export { levelOf } from './verification/views.ts'
export type { ReviewReason } from './withdrawals/commands.ts'
export { missingOf } from './withdrawals/found.ts'
export { limitsOf, type UserLimits } from './withdrawals/limits.ts'
export { isSameRequest, refuseRequest, type WithdrawalTerms } from './withdrawals/request-withdrawal.ts'
export { isClosed, type Withdrawal } from './withdrawals/state.ts'
export {
  approvedWithdrawals,
  foundPayments,
  openWithdrawals,
  paidAddressesOf,
  withdrawalLimits,
  withdrawalOf,
  withdrawalsOf,
  withdrewTo,
} from './withdrawals/views.ts'

const OUTDATED: Answer = { type: 'refused', refusal: refuse('RULES_OUTDATED') }

/** Executes the next command: deterministic, synchronous, and never in part. */
export function execute(state: State, { seq, at, rules, command }: Sequenced): Outcome {
  assert(seq === state.seq + 1, 'command numbers have no gaps')
  assert(at >= state.at, 'time does not decrease')
  assert(rules >= FIRST_RULES && rules <= state.rules, 'commands are executed by rules that were set before')
  state.seq = seq
  state.at = at
  state.core.begin(seq, at)
  const execution: Execution = { state, seq, at, noted: [], evolve }
  const isOutdated = state.rules < RULES && state.rules < (ADDED_BY[command.type] ?? FIRST_RULES)
  const handle = handlers[command.type] as Handler<typeof command>
  return new Outcome(execution, isOutdated ? OUTDATED : handle(execution, command))
}
