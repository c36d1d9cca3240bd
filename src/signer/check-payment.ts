/** Decides whether a payment is signed: by the policy, and by what was signed before. */

import { createPublicKey, verify } from 'node:crypto'
import { ZERO_ADDRESS } from '../chains/evm/address.ts'
import { maxGasCost } from '../chains/evm/transactions.ts'
import type { AssetPolicy, NetworkPolicy, Policy } from './policy.ts'
import {
  ADDRESS_REFUSED,
  AMOUNT_REFUSED,
  APPROVAL_INVALID,
  APPROVAL_MISSING,
  approvalText,
  NONCE_GAP,
  SECOND_APPROVAL_MISSING,
  type SignInput,
  SKIP_NOT_ALLOWED,
  type Skipped,
  WITHDRAWAL_PAID,
} from './protocol.ts'
import {
  addedFee,
  feesOf,
  feesOfDay,
  type SignedPayment,
  type SignedPayments,
  spentSince,
  walletKey,
} from './signed-payments.ts'

/** `known`: this version was signed before. */
type Verdict = { readonly type: 'new' | 'known' } | { readonly type: 'refused'; readonly reason: string }

const HOUR_MILLIS = 60 * 60 * 1_000
const DAY_MILLIS = 24 * HOUR_MILLIS
const MAX_VERSIONS = 6

const refused = (reason: string): Verdict => ({ type: 'refused', reason })

type CheckDeps = {
  readonly policy: Policy
  /** The address of a wallet in lower case; 0 is the hot wallet. */
  readonly addressOf: (wallet: number) => string
}

export function checkPayment(deps: CheckDeps, state: SignedPayments, input: SignInput, now: number): Verdict {
  const known = state.byId.get(input.payment)
  if (known !== undefined) {
    if (!isSamePayment(known.input, input)) return refused('the payment was signed with other fields')
    const { maxFee, tip } = feesOf(input)
    if (known.versions.some((each) => each.maxFee === maxFee && each.tip === tip)) return { type: 'known' }
  }
  const network = networkIn(deps.policy, input)
  if (typeof network === 'string') return refused(network)
  const asset = network.assets.find(({ contract }) => contract === input.contract)
  if (asset === undefined) return refused('the contract is not in the policy')
  const reason =
    checkFee(network, input) ??
    checkFeesOfDay(state, network, input, now) ??
    (known === undefined ? checkNew(deps, state, { network, asset }, input, now) : checkReplacement(known, input))
  return reason === undefined ? { type: 'new' } : refused(reason)
}

/** The reason if it is not in the policy. */
function networkIn({ networks }: Policy, { chainId, generation }: Omit<Skipped, 'next' | 'wallet'>) {
  const network = networks.find((each) => each.chainId === chainId)
  if (network === undefined) return 'the chain is not in the policy'
  return network.generation === null || network.generation === generation
    ? network
    : 'the generation of the chain is not in the policy'
}

/**
 * Why nonces are not skipped; undefined if they can be. A skipped nonce that the chain has not used would stop all payments
 * of the wallet, so the server alone cannot skip one where coins have a value.
 */
export function checkSkip(policy: Policy, input: Skipped, isAllowed: boolean): string | undefined {
  const network = networkIn(policy, input)
  if (typeof network === 'string') return network
  return network.generation === null || isAllowed ? undefined : SKIP_NOT_ALLOWED
}

/** Everything but the fees and the approval. */
function isSamePayment(a: SignInput, b: SignInput): boolean {
  const fields = ({ maxFee: _, tip: __, ...rest }: SignInput) =>
    JSON.stringify(Object.entries({ ...rest, approval: null }).sort(([x], [y]) => x.localeCompare(y)))
  return fields(a) === fields(b)
}

function checkFee(network: NetworkPolicy, input: SignInput): string | undefined {
  const { maxFee, tip } = feesOf(input)
  if (maxFee === 0n || tip > maxFee) return 'the fees are not valid'
  return maxGasCost(input.contract, maxFee) > network.maxFee ? 'the fee is above the limit' : undefined
}

function checkFeesOfDay(
  state: SignedPayments,
  { chainId, maxFeesDay }: NetworkPolicy,
  input: SignInput,
  now: number,
): string | undefined {
  const added = addedFee(state.byId.get(input.payment), input)
  return added + feesOfDay(state, chainId, now) > maxFeesDay ? 'the fees of a day are at their limit' : undefined
}

/** Nodes accept a replacement if both fees are 10 % higher. */
function checkReplacement({ versions }: SignedPayment, input: SignInput): string | undefined {
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
  input: SignInput,
  now: number,
): string | undefined {
  const next = state.nextNonces.get(walletKey(input)) ?? 0
  if (input.nonce < next) return 'the nonce belongs to another payment'
  if (input.nonce > next) return NONCE_GAP
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

function checkLimits(state: SignedPayments, asset: AssetPolicy, input: SignInput, now: number): string | undefined {
  const amount = BigInt(input.amount)
  if (amount > asset.maxAmount) return AMOUNT_REFUSED
  if (amount + spentSince(state, input, now, HOUR_MILLIS) > asset.maxHour) return 'the limit of an hour is reached'
  if (amount + spentSince(state, input, now, DAY_MILLIS) > asset.maxDay) return 'the limit of a day is reached'
  return undefined
}

function checkApproval(
  { approvals }: AssetPolicy,
  input: Extract<SignInput, { kind: 'withdrawal' }>,
): string | undefined {
  const demanded = approvals.filter(({ above }) => BigInt(input.amount) > above)
  if (demanded.length === 0) return undefined
  if (input.approval === null) return APPROVAL_MISSING
  const text = Buffer.from(approvalText(input))
  const signatures = input.approval.split(' ').map((signature) => Buffer.from(signature, 'base64'))
  const hasSigned = (key: string): boolean => {
    const spki = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
    return signatures.some((signature) => verify(null, text, spki, signature))
  }
  for (const { keys, need } of demanded) {
    const count = [...new Set(keys)].filter(hasSigned).length
    if (count < need) return count === 0 ? APPROVAL_INVALID : SECOND_APPROVAL_MISSING
  }
  return undefined
}
