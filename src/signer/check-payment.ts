/** Decides whether a payment on an EVM chain is signed: by the policy, and by what was signed before. */

import { ZERO_ADDRESS } from '../chains/evm/address.ts'
import { maxGasCost } from '../chains/evm/transactions.ts'
import {
  checkApproval,
  checkLimits,
  checkNonce,
  FEES_REACHED,
  networkIn,
  refused,
  type Verdict,
} from './check-rules.ts'
import type { AssetPolicy, NetworkPolicy, Policy } from './policy.ts'
import { ADDRESS_REFUSED, type EvmSignInput, type SignInput, WITHDRAWAL_PAID } from './protocol.ts'
import { addedFee, feesOf, feesOfDay, type SignedPayment, type SignedPayments } from './signed-payments.ts'

const MAX_VERSIONS = 6

type CheckDeps = {
  readonly policy: Policy
  /** The address of a wallet in lower case; 0 is the hot wallet. */
  readonly addressOf: (wallet: number) => string
}

export function checkPayment(deps: CheckDeps, state: SignedPayments, input: EvmSignInput, now: number): Verdict {
  const known = state.byId.get(input.payment)
  if (known !== undefined) {
    if (!isSamePayment(known.input, input)) return refused('the payment was signed with other fields')
    const { maxFee, tip } = feesOf(input)
    if (known.versions.some((each) => each.maxFee === maxFee && each.tip === tip)) return { type: 'known' }
  }
  const network = networkIn(deps.policy.networks, input)
  if (typeof network === 'string') return refused(network)
  const asset = network.assets.find(({ contract }) => contract === input.contract)
  if (asset === undefined) return refused('the contract is not in the policy')
  const reason =
    checkFee(network, input) ??
    checkFeesOfDay(state, network, input, now) ??
    (known === undefined ? checkNew(deps, state, { network, asset }, input, now) : checkReplacement(known, input))
  return reason === undefined ? { type: 'new' } : refused(reason)
}

/** Everything but the fees and the approval. */
function isSamePayment(a: SignInput, b: EvmSignInput): boolean {
  const fields = (input: SignInput) => {
    const { maxFee: _, tip: __, ...rest } = input as EvmSignInput
    return JSON.stringify(Object.entries({ ...rest, approval: null }).sort(([x], [y]) => x.localeCompare(y)))
  }
  return fields(a) === fields(b)
}

function checkFee(network: NetworkPolicy, input: EvmSignInput): string | undefined {
  const { maxFee, tip } = feesOf(input)
  if (maxFee === 0n || tip > maxFee) return 'the fees are not valid'
  return maxGasCost(input.contract, maxFee) > network.maxFee ? 'the fee is above the limit' : undefined
}

function checkFeesOfDay(
  state: SignedPayments,
  { chainId, maxFeesDay }: NetworkPolicy,
  input: EvmSignInput,
  now: number,
): string | undefined {
  const added = addedFee(state.byId.get(input.payment), input)
  return added + feesOfDay(state, chainId, now) > maxFeesDay ? FEES_REACHED : undefined
}

/** Nodes accept a replacement if both fees are 10 % higher. */
function checkReplacement({ versions }: SignedPayment, input: EvmSignInput): string | undefined {
  const { maxFee, tip } = feesOf(input)
  const newest = versions.at(-1) ?? { maxFee: 0n, tip: 0n }
  if (maxFee * 10n < newest.maxFee * 11n || tip * 10n < newest.tip * 11n)
    return 'the fees are less than 10 % above those of the version before'
  return versions.length >= MAX_VERSIONS ? 'the payment has too many versions' : undefined
}

type Rules = { readonly network: NetworkPolicy; readonly asset: AssetPolicy }

function checkNew(
  { addressOf }: CheckDeps,
  state: SignedPayments,
  { network, asset }: Rules,
  input: EvmSignInput,
  now: number,
): string | undefined {
  const nonce = checkNonce(state, input)
  if (nonce !== undefined) return nonce
  if (BigInt(input.amount) === 0n) return 'the amount is zero'
  if (input.kind === 'sweep') {
    if (input.wallet === 0) return 'a sweep is paid from a deposit address'
    return input.to === addressOf(0) ? undefined : 'a sweep goes to the hot wallet only'
  }
  if (input.wallet !== 0) return 'only the hot wallet pays'
  if (input.kind === 'gas') {
    if (input.contract !== null) return 'gas is paid with the coin of the chain'
    if (input.number === 0 || input.to !== addressOf(input.number)) return 'gas goes to deposit addresses only'
    return BigInt(input.amount) > network.maxGas ? 'the amount for gas is above the limit' : undefined
  }
  const isOwn = input.to === addressOf(0) || network.assets.some(({ contract }) => contract === input.to)
  if (isOwn || input.to === ZERO_ADDRESS) return ADDRESS_REFUSED
  if (state.ofWithdrawals.has(input.withdrawal)) return WITHDRAWAL_PAID
  return checkLimits(state, asset, input, now) ?? checkApproval(asset, input)
}
