/** Holds the amount of a withdrawal, once per client id. */

import type { Millis, WithdrawalId } from '../../contract/ids.ts'
import { valuation } from '../../contract/markets/valuation.ts'
import { formatUnits, type Units, ZERO } from '../../contract/money.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { type NetworkAsset, withdrawStep } from '../../contract/wallet/networks.ts'
import { accountOf } from '../accounts/views.ts'
import { free, isAccountFrozen } from '../core.ts'
import { type Answer, type Execution, emit } from '../execution.ts'
import { currencyOf, markets } from '../instruments/views.ts'
import { move } from '../postings.ts'
import type { State } from '../state.ts'
import type { RequestWithdrawal, ReviewReason } from './commands.ts'
import { repeatedBy } from './found.ts'
import { limitsOf, withdrawnInHour } from './limits.ts'
import { ownWithdrawals, type Withdrawal } from './state.ts'

/** Known withdrawals of one user: open ones and those that closed within a day. */
const MAX_PER_USER = 200

export function requestWithdrawal(execution: Execution, command: RequestWithdrawal): Answer {
  const { state, at, seq } = execution
  const { user, clientId, network, currency, address, memo, amount, isNewAddress } = command
  const first = ownWithdrawals(state.withdrawals, user).find((known) => known.clientId === clientId)
  if (first !== undefined)
    return isSameRequest(first, command)
      ? { type: 'withdrawal', withdrawal: first, repeated: true }
      : { type: 'refused', refusal: refuse('CLIENT_ID_REUSED') }
  const checked = checkRequest(state, command, at)
  if (isRefused(checked)) return { type: 'refused', refusal: checked }
  const { asset, value } = checked
  const found = repeatedBy(state.withdrawals.found, command, at)?.txid
  const review = found === undefined ? (command.review ?? reviewOf(state, command, asset, value, at)) : 'found_payment'
  const withdrawal: Withdrawal = {
    id: seq as WithdrawalId,
    user,
    clientId,
    network,
    currency,
    address,
    ...(memo !== undefined && { memo }),
    amount,
    fee: asset.withdrawFee,
    value: value ?? ZERO,
    isNewAddress,
    requestedAt: at,
    status: review === null ? 'approved' : 'review',
    review,
    signature: null,
    payment: null,
    closedAt: null,
    ...(found !== undefined && { found }),
  }
  const postings = move(currency, amount, { owner: user, part: 'free' }, { owner: user, part: 'held' })
  emit(execution, { type: 'withdrawal-requested', at, withdrawal, postings })
  return { type: 'withdrawal', withdrawal, repeated: false }
}

/** Why the withdrawal would be refused now; undefined if it would be accepted. Ignores withdrawals with its client id. */
export function refuseRequest(state: State, request: WithdrawalTerms, at: Millis): Refusal | undefined {
  const checked = checkRequest(state, request, at)
  return isRefused(checked) ? checked : undefined
}

export type WithdrawalTerms = Omit<RequestWithdrawal, 'type' | 'clientId' | 'review'>

type Checked = { readonly asset: NetworkAsset; readonly value: Units | undefined }

function checkRequest(state: State, request: WithdrawalTerms, at: Millis): Checked | Refusal {
  const asset = assetOf(state, request, at)
  if (isRefused(asset)) return asset
  const value = valuation(markets(state), request.currency, request.amount)
  return (
    refuseAmount(state, request, asset) ??
    refuseLimits(state, request, value ?? ZERO, at) ??
    refuseBalance(state, request) ?? { asset, value }
  )
}

export const isSameRequest = (known: Withdrawal, request: WithdrawalTerms): boolean =>
  known.network === request.network &&
  known.currency === request.currency &&
  known.address === request.address &&
  known.memo === request.memo &&
  known.amount === request.amount

function assetOf(state: State, { user, network, currency }: WithdrawalTerms, at: Millis): NetworkAsset | Refusal {
  if (accountOf(state, user) === undefined) return refuse('ACCOUNT_NOT_FOUND')
  const listed = state.networks.get(network)
  const asset = listed?.assets.get(currency)
  if (listed === undefined || asset === undefined) return refuse('NETWORK_NOT_FOUND')
  if (listed.paused !== null || asset.withdrawals === 'paused')
    return refuse('WITHDRAW_DISABLED', { notice: asset.notice })
  return isAccountFrozen(state, user, at) ? refuse('ACCOUNT_FROZEN') : asset
}

function refuseAmount(state: State, request: WithdrawalTerms, asset: NetworkAsset): Refusal | undefined {
  const { user, amount } = request
  const currency = symbolOf(state, request)
  if (amount <= 0n) return refuse('REQUIRED_AMOUNT')
  const step = withdrawStep(asset)
  if (amount % step !== 0n) return refuse('PRECISION', { step: formatUnits(step) })
  if (amount < asset.minWithdraw) return refuse('MIN_AMOUNT', { min: formatUnits(asset.minWithdraw), currency })
  if (amount > asset.maxWithdraw) return refuse('MAX_AMOUNT', { max: formatUnits(asset.maxWithdraw), currency })
  return ownWithdrawals(state.withdrawals, user).length >= MAX_PER_USER ? refuse('TOO_MANY_WITHDRAWALS') : undefined
}

const symbolOf = (state: State, { currency }: WithdrawalTerms): string =>
  currencyOf(state, currency)?.symbol ?? String(currency)

function refuseBalance(state: State, request: WithdrawalTerms): Refusal | undefined {
  const { user, currency, amount } = request
  const available = free(state, user, currency)
  if (available >= amount) return undefined
  const params = { need: formatUnits(amount), available: formatUnits(available), currency: symbolOf(state, request) }
  return refuse('INSUFFICIENT_BALANCE', params)
}

function refuseLimits(
  state: State,
  { user, isNewAddress }: WithdrawalTerms,
  value: Units,
  at: Millis,
): Refusal | undefined {
  const { limit, verifiedLimit, used, newAddressLimit, newAddressUsed } = limitsOf(state, user, at)
  if (used + value > limit) {
    const params = { limit: formatUnits(limit), used: formatUnits(used) }
    return verifiedLimit !== null && used + value <= verifiedLimit
      ? refuse('KYC_REQUIRED', { ...params, verified_limit: formatUnits(verifiedLimit) })
      : refuse('LIMIT_EXCEEDED', params)
  }
  if (!isNewAddress || newAddressUsed + value <= newAddressLimit) return undefined
  return refuse('NEW_ADDRESS_LIMIT', { limit: formatUnits(newAddressLimit), used: formatUnits(newAddressUsed) })
}

/** A coin without a price is always reviewed. */
function reviewOf(
  state: State,
  { currency }: RequestWithdrawal,
  asset: NetworkAsset,
  value: Units | undefined,
  at: Millis,
): ReviewReason | null {
  const { automatic, hourlyPerCoin } = state.withdrawals.limits
  if (asset.withdrawals === 'review') return 'network_review'
  if (value === undefined || value > automatic) return 'large_amount'
  return withdrawnInHour(state, currency, at) + value > hourlyPerCoin ? 'hourly_limit' : null
}
