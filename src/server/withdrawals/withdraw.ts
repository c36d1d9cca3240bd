/**
 * Requests a withdrawal. The code is verified last, so that no other refusal uses it up; one request of a user is handled
 * after the other, so that a repeat finds the first one instead of a used code.
 */

import { canonicalAddress } from '../../chains/kinds/address.ts'
import type { CurrencyId, Millis, NetworkId, UserId } from '../../contract/ids.ts'
import { parseUnits, type Units } from '../../contract/money.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import {
  accountOf,
  currencyOf,
  isAccountFrozen,
  isSameRequest,
  type NetworkInfo,
  networkOf,
  paidAddressesOf,
  type ReviewReason,
  refuseRequest,
  type State,
  type WithdrawalTerms,
  withdrawalsOf,
} from '../../engine/exchange.ts'
import { turnsByKey } from '../runtime/in-turn.ts'
import { withdrawalDetail } from '../transactions/own-withdrawal.ts'
import type { TransactionDetail } from '../transactions/transaction-detail.ts'
import type { AccountRecord } from '../users/account-record.ts'
import { accountHold } from './account-hold.ts'
import { isInBook } from './address-book.ts'
import { type Knowledge, knowledgeOf, parseDestination } from './destination.ts'
import type { Caller, WithdrawalDeps } from './withdrawal-deps.ts'

type WithdrawalRequest = {
  readonly clientId: string
  readonly network: NetworkId
  readonly currency: CurrencyId
  readonly address: string
  readonly memo: string | null
  readonly amount: string
  readonly code: string
  readonly addressBookId: number | null
}

/** The withdrawal as the engine knows it. */
type Withdraw = (caller: Caller, request: WithdrawalRequest) => Promise<TransactionDetail | Refusal>

export function openWithdraw(deps: WithdrawalDeps): Withdraw {
  const inTurn = turnsByKey<UserId>()
  return (caller, request) => inTurn(caller.signedIn.user, () => withdraw(deps, caller, request))
}

async function withdraw(
  deps: WithdrawalDeps,
  caller: Caller,
  request: WithdrawalRequest,
): Promise<TransactionDetail | Refusal> {
  const { user } = caller.signedIn
  const repeated = await repeatedRequest(deps, user, request)
  if (repeated !== undefined) return repeated
  const network = await openNetwork(deps, user, request)
  if (isRefused(network)) return network
  const account = await accountOfOwner(deps, user)
  if (isRefused(account)) return account
  const terms = await checkTerms(deps, account, network, request)
  if (isRefused(terms)) return terms
  const wrongCode = await deps.verifyCode(caller.signedIn, request.code, caller.device)
  if (wrongCode !== undefined) return wrongCode
  const command = { type: 'request-withdrawal', clientId: request.clientId, ...terms } as const
  return deps.sequencer.submit(command, (state, { answer }) => {
    if (answer.type === 'withdrawal') return withdrawalDetail(state, answer.withdrawal)
    return answer.type === 'refused' ? answer.refusal : refuse('UNKNOWN_COMMAND')
  })
}

/** The first result of this client id; undefined for a new one. An invalid repeat was never the same request. */
async function repeatedRequest(
  { sequencer }: WithdrawalDeps,
  user: UserId,
  { clientId, network, currency, address: text, memo, amount }: WithdrawalRequest,
): Promise<TransactionDetail | Refusal | undefined> {
  const { known, detail, listed } = await sequencer.read((state) => {
    const known = withdrawalsOf(state, user).find((each) => each.clientId === clientId)
    const detail = known && withdrawalDetail(state, known)
    return { known, detail, listed: networkOf(state, network)?.network }
  })
  if (known === undefined || detail === undefined) return undefined
  const address = (listed && canonicalAddress(listed, text)) ?? text
  const repeat = { user, network, currency, address, ...(memo && { memo }), isNewAddress: false }
  const isSame = isSameRequest(known, { ...repeat, amount: parseUnits(amount) ?? (0n as Units) })
  return isSame ? detail : refuse('CLIENT_ID_REUSED')
}

function openNetwork(
  { sequencer, networks, clock }: WithdrawalDeps,
  user: UserId,
  { network: id, currency }: WithdrawalRequest,
): Promise<NetworkInfo | Refusal> {
  return sequencer.read((state) => {
    if (accountOf(state, user) === undefined) return refuse('ACCOUNT_NOT_FOUND')
    if (currencyOf(state, currency) === undefined) return refuse('CURRENCY_NOT_FOUND')
    const network = networkOf(state, id)
    const asset = network?.assets.get(currency)
    if (network === undefined || asset === undefined) return refuse('NETWORK_NOT_FOUND')
    if (network.paused !== null || asset.withdrawals === 'paused')
      return refuse('WITHDRAW_DISABLED', { notice: asset.notice })
    if (networks.get(id)?.state === 'unavailable') return refuse('NETWORK_UNAVAILABLE')
    return isAccountFrozen(state, user, clock.now()) ? refuse('ACCOUNT_FROZEN') : network
  })
}

/** Refused if the account cannot withdraw at all. */
async function accountOfOwner(deps: WithdrawalDeps, id: UserId): Promise<AccountRecord | Refusal> {
  const account = await deps.users.findAccount(id)
  if (account === undefined) return refuse('ACCOUNT_NOT_FOUND')
  const { until, hasTwoFactor } = accountHold(deps, account)
  if (until !== null) return refuse('WITHDRAW_HOLD', { available_at: new Date(until).toISOString() })
  return hasTwoFactor ? account : refuse('2FA_SETUP_REQUIRED')
}

type Terms = WithdrawalTerms & { readonly review: ReviewReason | null }

async function checkTerms(
  deps: WithdrawalDeps,
  account: AccountRecord,
  network: NetworkInfo,
  request: WithdrawalRequest,
): Promise<Terms | Refusal> {
  const user = account.user.id
  const { sequencer, clock, networks } = deps
  const { currency } = request
  const parsed = parseDestination(networks, user, network, request)
  if (isRefused(parsed)) return parsed
  const { address, memo } = parsed
  const { id } = network.network
  const destination = { user, network: id, currency, ...parsed, at: clock.now() }
  if (request.addressBookId !== null && !isInBook(account, destination, request.addressBookId))
    return refuse('ADDRESS_NOT_FOUND')
  const knowledge = await knowledgeOf(deps, account, destination)
  if (!knowledge.isWhitelisted && account.user.whitelist_only) return refuse('ADDRESS_NOT_WHITELISTED')
  const amount = parseUnits(request.amount)
  if (amount === undefined) return refuse('INVALID_NUMBER', { field: 'amount' })
  const to = { address, ...(memo !== null && { memo }) }
  const terms = { user, network: id, currency, ...to, amount, isNewAddress: knowledge.isNew }
  const at = (state: State): Millis => Math.max(state.at, clock.now())
  const refusal = await sequencer.read((state) => refuseRequest(state, terms, at(state)))
  return refusal ?? { ...terms, review: await reviewOf(deps, user, knowledge) }
}

/** As long as additions of credentials can be undone. */
const NEW_ACCOUNT_MILLIS: Millis = 72 * 60 * 60 * 1_000

/** With real money, the first withdrawal of a new account is reviewed too. Its age is that in the journal. */
async function reviewOf(
  { mode, clock, sequencer }: WithdrawalDeps,
  user: UserId,
  { isLookAlike }: Knowledge,
): Promise<ReviewReason | null> {
  if (isLookAlike) return 'similar_address'
  if (mode === 'play') return null
  const isKnown = (state: State): boolean => {
    const openedAt = accountOf(state, user)?.openedAt ?? clock.now()
    return openedAt <= clock.now() - NEW_ACCOUNT_MILLIS || paidAddressesOf(state, user).length > 0
  }
  return (await sequencer.read(isKnown)) ? null : 'new_account'
}
