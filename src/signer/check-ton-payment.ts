/** Decides whether a payment on TON is signed: by the policy, and by what was signed before. */

import { ZERO_TON_ADDRESS } from '../chains/ton/address.ts'
import { HIGHLOAD_TIMEOUT } from '../chains/ton/highload.ts'
import {
  checkApproval,
  checkLimits,
  checkNonce,
  FEES_REACHED,
  networkIn,
  refused,
  type Verdict,
} from './check-rules.ts'
import type { Policy, TonAssetPolicy, TonNetworkPolicy } from './policy.ts'
import {
  ADDRESS_REFUSED,
  isTon,
  type SignInput,
  type TonSignInput,
  type TonWithdrawalInput,
  WITHDRAWAL_PAID,
  WITHDRAWAL_UNDERWAY,
} from './protocol.ts'
import { feesOfDay, maxCostOf, type SignedPayments } from './signed-payments.ts'

type CheckDeps = {
  readonly policy: Policy
  /** The hot wallet. */
  readonly address: string
}

/** The clocks of signer and chain may differ by this much. */
const CLOCK_SECONDS = 60

/** `now` in milliseconds. A known payment is signed again only if it is the same: then the bytes are the same too. */
export function checkTonPayment(deps: CheckDeps, state: SignedPayments, input: TonSignInput, now: number): Verdict {
  const known = state.byId.get(input.payment)
  if (known !== undefined)
    return isSame(known.input, input) ? { type: 'known' } : refused('the payment was signed with other fields')
  const network = networkIn(deps.policy.tonNetworks, input)
  if (typeof network === 'string') return refused(network)
  const reason = checkNonce(state, input) ?? checkTime(input, now) ?? checkFeesOfDay(state, network, input, now)
  if (reason !== undefined) return refused(reason)
  if (input.kind === 'ton-deploy') return { type: 'new' }
  const asset = network.assets.find(({ contract }) => contract === input.contract)
  if (asset === undefined) return refused('the contract is not in the policy')
  const isAny = asset.jettonWallet === 'any' && input.jettonWallet !== null
  if (!isAny && asset.jettonWallet !== input.jettonWallet)
    return refused('the jetton wallet is not the one of the policy')
  const jettons = network.assets.flatMap((each) => [each.contract, each.jettonWallet])
  const own = [deps.address, ZERO_TON_ADDRESS, input.jettonWallet, ...jettons]
  const forbidden =
    BigInt(input.amount) === 0n
      ? 'the amount is zero'
      : own.includes(input.to)
        ? ADDRESS_REFUSED
        : (checkEarlier(state, asset, input, now) ??
          checkLimits(state, asset, input, now) ??
          checkApproval(asset, input))
  return forbidden === undefined ? { type: 'new' } : refused(forbidden)
}

/** Everything but the approval. */
function isSame(a: SignInput, b: TonSignInput): boolean {
  const fields = (input: SignInput) =>
    JSON.stringify(Object.entries({ ...input, approval: null }).sort(([x], [y]) => x.localeCompare(y)))
  return fields(a) === fields(b)
}

const checkFeesOfDay = (
  state: SignedPayments,
  { chainId, maxFeesDay }: TonNetworkPolicy,
  input: TonSignInput,
  now: number,
): string | undefined => (maxCostOf(input) + feesOfDay(state, chainId, now) > maxFeesDay ? FEES_REACHED : undefined)

/** A message that begins to be valid later would outlive the proof that it is dead. */
const checkTime = ({ createdAt }: TonSignInput, now: number): string | undefined =>
  createdAt > now / 1_000 + CLOCK_SECONDS ? 'the time of the payment is in the future' : undefined

/**
 * Two messages of one withdrawal are never valid at the same time. An approval is for one payment: a withdrawal that needs
 * one is never paid by a second payment, because the server alone says that the first one moved nothing.
 */
function checkEarlier(
  state: SignedPayments,
  { approvals }: TonAssetPolicy,
  { withdrawal, amount }: TonWithdrawalInput,
  now: number,
): string | undefined {
  const payment = state.ofWithdrawals.get(withdrawal)
  const earlier = payment === undefined ? undefined : state.byId.get(payment)?.input
  if (earlier === undefined) return undefined
  const needsApproval = approvals.some(({ above }) => BigInt(amount) > above)
  if (!isTon(earlier) || needsApproval) return WITHDRAWAL_PAID
  const end = earlier.createdAt + HIGHLOAD_TIMEOUT + CLOCK_SECONDS
  return now / 1_000 > end ? undefined : WITHDRAWAL_UNDERWAY
}
