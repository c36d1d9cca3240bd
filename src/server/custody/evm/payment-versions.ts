/** The signed versions of a payment. Each is stored before it is sent; all of them stay valid until one is final. */

import type { EvmChain } from '../../../chains/evm/chain.ts'
import { bytesOf, maxGasCost } from '../../../chains/evm/transactions.ts'
import type { Millis, PaymentId } from '../../../contract/ids.ts'
import type { NetworkInfo, Payment } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import type { ForgedRows } from '../../runtime/forged-rows.ts'
import type { Log } from '../../runtime/log.ts'
import { storeVersion, transactionRows, type VersionRow } from '../base/payment-rows.ts'
import type { PaymentStep } from '../base/payment-step.ts'
import type { NoteRefused } from '../base/refusals.ts'
import type { SignerClient } from '../signer/signer-client.ts'
import { type Fees, type PaymentTerms, signInputOf } from './payment-terms.ts'

type VersionDeps = {
  readonly pool: Database['pool']
  readonly signer: SignerClient
  readonly chain: EvmChain
  readonly log: Log
  readonly forged: Pick<ForgedRows, 'note'>
  readonly now: () => Millis
  /** A payment that no block has after this time gets a version with higher fees. */
  readonly stuckMillis: Millis
  /** True if the text differs from the last one of this key. */
  readonly hasChanged: (key: string, text: string) => boolean
  readonly noteRefused: NoteRefused
  /** Since when this process waits for a block with the newest version of each payment. */
  readonly waitingSince: Map<PaymentId, Millis>
  /** Tests end the process here. */
  readonly onStep: (step: PaymentStep) => void
}

export type Underway = { readonly payment: Payment; readonly network: NetworkInfo; readonly terms: PaymentTerms }

/** Of a payment. */
export const MAX_VERSIONS = 6

/**
 * The versions that are stored; a payment without any gets those that the signer knows, or its first one. Empty if the
 * signer refuses or the wallet cannot pay the fee now.
 */
export async function versionsOf(deps: VersionDeps, underway: Underway): Promise<VersionRow[]> {
  const { chain } = deps
  const { payment } = underway
  const stored = await ownRows(deps, payment)
  if (stored.length > 0) return stored
  const known = await restoreVersions(deps, underway)
  if (known.length > 0) return known
  const fees = await chain.fees()
  if (!(await isCovered(deps, underway, fees))) return []
  await addVersion(deps, underway, fees, ['signed', 'stored'])
  return ownRows(deps, payment)
}

/** Of more rows than a payment has versions, those that the signer names: endpoints refuse to be asked for hundreds. */
async function ownRows({ pool, signer, forged }: VersionDeps, payment: Payment): Promise<VersionRow[]> {
  const rows = await transactionRows(pool, payment)
  if (rows.length <= MAX_VERSIONS) return rows
  forged.note('payment_versions', payment.id)
  const signed = new Set((await signer.versions(payment.id)).map(({ txid }) => txid))
  return rows.filter(({ txid }) => signed.has(txid))
}

/**
 * Nodes refuse a version whose fee the wallet cannot pay, and one with lower fees is never signed after it. Coins that are
 * not final can be gone when the block is replaced.
 */
async function isCovered({ chain, log, hasChanged }: VersionDeps, { payment, terms }: Underway, { maxFee }: Fees) {
  const { from, contract, raw } = terms
  const cost = maxGasCost(contract, maxFee) + (contract === null ? raw : 0n)
  const { final } = await chain.head()
  const covered = (await chain.balance(from, final.height)) >= cost && (await chain.balance(from, 'latest')) >= cost
  if (hasChanged(`fee of ${payment.id}`, String(covered)) && !covered)
    log.warn({ event: 'payment.fee_not_covered', payment: payment.id }, 'a payment waits for lower fees or more coins')
  return covered
}

/** Stores what the signer signed and the tables do not have, as after a kill or a restored database. */
export async function restoreVersions(deps: VersionDeps, underway: Underway): Promise<VersionRow[]> {
  const { payment } = underway
  const stored = new Set((await ownRows(deps, payment)).map(({ txid }) => txid))
  for (const { maxFee, tip, txid } of await deps.signer.versions(payment.id))
    if (!stored.has(txid))
      await addVersion(deps, underway, { maxFee: BigInt(maxFee), tip: BigInt(tip) }, ['signed', 'stored'])
  return ownRows(deps, payment)
}

/** False if the signer refuses. */
async function addVersion(
  { pool, signer, log, now, hasChanged, noteRefused, onStep }: VersionDeps,
  { payment, network, terms }: Underway,
  fees: Fees,
  [signedStep, storedStep]: readonly [PaymentStep, PaymentStep],
): Promise<boolean> {
  const signed = await signer.sign(signInputOf(network, terms, payment, fees))
  if ('refused' in signed) {
    const reason = signed.refused
    noteRefused(payment.purpose, reason)
    if (hasChanged(`version of ${payment.id}`, reason))
      log.error({ event: 'payment.not_signed', payment: payment.id, reason }, 'the signer refuses an assigned payment')
    return false
  }
  onStep(signedStep)
  await storeVersion(pool, payment.id, { raw: bytesOf(signed.raw), txid: signed.txid, ...fees }, now())
  onStep(storedStep)
  return true
}

/** Nodes accept a replacement with 10 % more. */
const raised = (fee: bigint): bigint => (fee * 1_125n) / 1_000n + 1n
const higher = (a: bigint, b: bigint): bigint => (a > b ? a : b)

const raisedFees = (last: { readonly maxFee: string; readonly tip: string }, current: Fees): Fees => ({
  maxFee: higher(raised(BigInt(last.maxFee)), current.maxFee),
  tip: higher(raised(BigInt(last.tip)), current.tip),
})

/** Whether these fees can be signed after those, oldest first. */
export function canReplace(fees: Fees, signed: readonly Fees[]): boolean {
  const last = signed.at(-1)
  if (last === undefined) return true
  return signed.length < MAX_VERSIONS && fees.maxFee >= raised(last.maxFee) && fees.tip >= raised(last.tip)
}

/** Multiples of the present price. A version that offers more is not what keeps a payment out of the blocks. */
const MAX_MULTIPLE = 4n

/** At most the price that is not too far above the present one. */
export function limitedFees(fees: Fees, current: Fees): Fees {
  const lower = (a: bigint, b: bigint): bigint => (a < b ? a : b)
  const maxFee = lower(fees.maxFee, MAX_MULTIPLE * current.maxFee)
  return { maxFee, tip: lower(maxFee, lower(fees.tip, MAX_MULTIPLE * current.tip)) }
}

/**
 * Adds a version with higher fees if the payment is the next of its wallet and no block has it for too long. The rows decide
 * neither the fees nor the time: the signer tells what it signed, and the time counts from a start of this process.
 */
export async function replaceIfStuck(
  deps: VersionDeps,
  underway: Underway,
  versions: readonly VersionRow[],
): Promise<readonly VersionRow[]> {
  const { chain, signer, now, stuckMillis, log, waitingSince } = deps
  const { payment, terms } = underway
  const since = waitingSince.get(payment.id) ?? now()
  waitingSince.set(payment.id, since)
  if (now() - since < stuckMillis) return versions
  if ((await chain.transactionCount(terms.from, 'latest')) !== payment.nonce) return versions
  // The signer may have answered when nothing received it.
  const restored = await restoreVersions(deps, underway)
  if (restored.length > versions.length) {
    waitingSince.set(payment.id, now())
    return restored
  }
  const signed = await signer.versions(payment.id)
  const last = signed.at(-1)
  if (signed.length >= MAX_VERSIONS) return versions
  const current = await chain.fees()
  // Without one, the rows are of another program, or the signer has an older journal, and refuses what comes too early.
  const fees = last === undefined ? current : raisedFees(last, current)
  if (fees.maxFee > MAX_MULTIPLE * current.maxFee || !(await isCovered(deps, underway, fees))) return versions
  const isAdded = await addVersion(deps, underway, fees, ['replacement_signed', 'replacement_stored'])
  if (isAdded) {
    waitingSince.set(payment.id, now())
    log.warn({ event: 'payment.replaced', payment: payment.id, version: signed.length + 1 }, 'raised fees')
  }
  return ownRows(deps, payment)
}
