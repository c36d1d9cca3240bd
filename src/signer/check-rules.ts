/** The rules for payments on all kinds of chains. A rule returns the reason of its refusal, or undefined. */

import { createPublicKey, verify } from 'node:crypto'
import type { AssetPolicy, Policy } from './policy.ts'
import {
  AMOUNT_REFUSED,
  APPROVAL_INVALID,
  APPROVAL_MISSING,
  approvalText,
  NONCE_GAP,
  SECOND_APPROVAL_MISSING,
  type SignInput,
  SKIP_NOT_ALLOWED,
  type Skipped,
} from './protocol.ts'
import { type SignedPayments, spentSince, walletKey } from './signed-payments.ts'

/** `known`: this version was signed before. */
export type Verdict = { readonly type: 'new' | 'known' } | { readonly type: 'refused'; readonly reason: string }

export const refused = (reason: string): Verdict => ({ type: 'refused', reason })

export const FEES_REACHED = 'the fees of a day are at their limit'

const HOUR_MILLIS = 60 * 60 * 1_000
const DAY_MILLIS = 24 * HOUR_MILLIS

type AnyNetwork = { readonly chainId: number; readonly generation: number | null }

/** The reason if it is not in the policy. */
export function networkIn<N extends AnyNetwork>(
  networks: readonly N[],
  { chainId, generation }: Pick<Skipped, 'chainId' | 'generation'>,
): N | string {
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
  const network = networkIn<AnyNetwork>([...policy.networks, ...policy.tonNetworks], input)
  if (typeof network === 'string') return network
  return network.generation === null || isAllowed ? undefined : SKIP_NOT_ALLOWED
}

export function checkNonce(
  state: SignedPayments,
  input: Pick<SignInput, 'chainId' | 'generation' | 'wallet' | 'nonce'>,
): string | undefined {
  const next = state.nextNonces.get(walletKey(input)) ?? 0
  if (input.nonce < next) return 'the nonce belongs to another payment'
  return input.nonce > next ? NONCE_GAP : undefined
}

/** A withdrawal on any chain. */
type Withdrawal = {
  readonly withdrawal: number
  readonly chainId: number
  readonly contract: string | null
  readonly to: string
  readonly amount: string
  readonly memo?: string | null
  readonly approval: string | null
}
type Limits = Pick<AssetPolicy, 'maxAmount' | 'maxHour' | 'maxDay' | 'approvals'>

export function checkLimits(state: SignedPayments, asset: Limits, input: Withdrawal, now: number): string | undefined {
  const amount = BigInt(input.amount)
  if (amount > asset.maxAmount) return AMOUNT_REFUSED
  if (amount + spentSince(state, input, now, HOUR_MILLIS) > asset.maxHour) return 'the limit of an hour is reached'
  if (amount + spentSince(state, input, now, DAY_MILLIS) > asset.maxDay) return 'the limit of a day is reached'
  return undefined
}

export function checkApproval({ approvals }: Limits, input: Withdrawal): string | undefined {
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
