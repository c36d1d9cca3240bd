/**
 * The payments of an EVM network: signed, stored, then sent. What is not final is sent again in every round; a final block
 * decides.
 */

import type { BlockRef } from '../../../chains/evm/chain.ts'
import { withdrawalUuid } from '../../../contract/ids.ts'
import { type NetworkInfo, openPayments, type Payment, type State, streamOf } from '../../../engine/exchange.ts'
import { closePayment } from '../base/close-payment.ts'
import { pauseNetwork } from '../base/pause-network.ts'
import { openPayer } from '../base/payer.ts'
import type { PaymentKind } from '../base/payer-deps.ts'
import { withdrawalIn } from '../base/payment-purposes.ts'
import { noteMined, noteSent, paymentRow, type VersionRow } from '../base/payment-rows.ts'
import type { Rounds } from '../base/rounds.ts'
import { decideEvm } from './decide-evm.ts'
import type { EvmPayerDeps, EvmRoundDeps } from './evm-payer-deps.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { verdictOf } from './payment-proof.ts'
import { type PaymentTerms, termsOf } from './payment-terms.ts'
import { replaceIfStuck, restoreVersions, type Underway, versionsOf } from './payment-versions.ts'
import { TokenUnreadable } from './token-balance.ts'

export function openEvmPayer(deps: EvmPayerDeps): Rounds {
  const waitingSince: EvmRoundDeps['waitingSince'] = new Map()
  return openPayer(deps, (noteRefused) => {
    const { addresses } = deps.network
    return addresses && paymentsOn({ ...deps, noteRefused, waitingSince }, addresses)
  })
}

const paymentsOn = (deps: EvmRoundDeps, addresses: OwnAddresses): PaymentKind<PaymentTerms> => ({
  termsOf: (state, listed, purpose) => termsOf(listed, addresses, purpose, withdrawalIn(state, purpose)),
  begin({ listed, journal, open }) {
    const { network, waitingSince, otherPurposes } = deps
    const ids = new Set(open.map(({ payment }) => payment.id))
    for (const id of waitingSince.keys()) if (!ids.has(id)) waitingSince.delete(id)
    let final: Promise<BlockRef> | undefined
    // Not asked for in rounds without payments.
    const finalBlock = (): Promise<BlockRef> => {
      final ??= network.chain.head().then((head) => head.final)
      return final
    }
    const others = () => otherPurposes(listed, addresses)
    return {
      advance: (underway) => advance(deps, { ...underway, network: listed }, { journal, finalBlock }),
      plan: async () => ({ paysUsers: true, waiting: [], stamp: {}, others }),
      decide: (purpose, terms) => decideEvm(deps, listed, purpose, terms),
      unreadableToken: (error) => (error instanceof TokenUnreadable ? error.contract : undefined),
    }
  },
})

type Context = { readonly journal: string; readonly finalBlock: () => Promise<BlockRef> }

/** A paused network signs and sends nothing new, but what its own versions did in final blocks is booked. */
async function advance(deps: EvmRoundDeps, underway: Underway, { journal, finalBlock }: Context): Promise<void> {
  const { database, network, now, forged, onStep = () => undefined } = deps
  const { payment, network: listed, terms } = underway
  const { pool } = database
  await paymentRow(pool, payment, { stream: streamOf(listed), journal, now: now(), forged })
  const versionDeps = { ...deps, pool, chain: network.chain, onStep }
  const versions =
    listed.paused === null ? await versionsOf(versionDeps, underway) : await restoreVersions(versionDeps, underway)
  if (versions.length === 0) return
  const verdict = await verdictOf(
    network.chain,
    await finalBlock(),
    { ...terms, nonce: payment.nonce },
    txidsOf(versions),
  )
  if (verdict.type === 'unknown') return
  if (verdict.type === 'waiting') {
    const mined = verdict.mined && { txid: verdict.mined.txid, height: verdict.mined.height }
    if (await noteMined(pool, payment.id, mined)) publish(deps, journal, underway)
    if (listed.paused === null) await send(deps, underway, versions, { isMined: mined !== undefined, journal })
    return
  }
  if (verdict.type === 'replaced') {
    // After a restore, the engine may not know what its nonces were used for: an operator reconciles the network first.
    if (listed.paused !== null) return
    const { txid } = verdict
    // One of ours succeeded without the transfer that it should make. Tables can have lost it, the signer has not.
    if ((await deps.signer.versions(payment.id)).some((version) => version.txid === txid))
      return pauseForOperator(deps, listed, payment, txid)
    deps.log.error({ event: 'payment.replaced_unknown', payment: payment.id, txid }, 'an unknown transaction was paid')
    await closePayment(deps, payment, {
      type: 'fail-payment',
      payment: payment.id,
      proof: 'replaced',
      txid: null,
      gas: 0n,
    })
    return
  }
  const { receipt, gas } = verdict
  await noteMined(pool, payment.id, { txid: receipt.txid, height: receipt.height })
  onStep('final')
  const facts = { payment: payment.id, txid: receipt.txid, gas }
  if (verdict.type === 'settled') await closePayment(deps, payment, { type: 'settle-payment', ...facts })
  else if (verdict.type === 'reverted')
    await closePayment(deps, payment, { type: 'fail-payment', proof: 'reverted', ...facts })
  else await pauseForOperator(deps, listed, payment, receipt.txid)
}

const isOpen = (state: State, { id, network }: Payment): boolean =>
  openPayments(state, network).some((open) => open.id === id)

const txidsOf = (versions: readonly VersionRow[]): readonly string[] => versions.map(({ txid }) => txid)

/** All versions that are not final, again in every round: nodes forget transactions, and blocks are replaced. */
async function send(
  deps: EvmRoundDeps,
  underway: Underway,
  stored: readonly VersionRow[],
  { isMined, journal }: { readonly isMined: boolean; readonly journal: string },
): Promise<void> {
  const { database, network, now, log, onStep = () => undefined } = deps
  const { payment } = underway
  const { pool } = database
  const versions = isMined
    ? stored
    : await replaceIfStuck({ ...deps, pool, chain: network.chain, onStep }, underway, stored)
  // A play chain that began again has returned the payment, and the new chain would take its bytes.
  if (!(await deps.sequencer.read((state) => isOpen(state, payment)))) return
  const results = await Promise.allSettled(versions.map(({ raw }) => network.chain.send(raw)))
  onStep('sent')
  if (results.every(({ status }) => status === 'rejected') && !isMined) {
    const reasons = results.map((result) => (result.status === 'rejected' ? String(result.reason) : ''))
    log.info({ event: 'payment.send_failed', payment: payment.id, reasons }, 'a payment is sent again later')
    return
  }
  if (await noteSent(pool, payment.id, now())) {
    onStep('noted')
    publish(deps, journal, underway)
  }
}

function publish({ onWithdrawal }: EvmPayerDeps, journal: string, { terms: { withdrawal } }: Underway): void {
  if (withdrawal !== undefined) onWithdrawal(withdrawal.user, withdrawalUuid(journal, withdrawal.id))
}

/** The transaction succeeded, but the token does not say that the amount moved: an operator must look at it. */
async function pauseForOperator(
  { sequencer, log }: EvmPayerDeps,
  { network, paused }: NetworkInfo,
  payment: Payment,
  txid: string,
): Promise<void> {
  if (paused !== null) return
  const reason = `payment ${payment.id} succeeded without the transfer that it should make (${txid})`
  log.error({ event: 'payment.unclear', payment: payment.id, txid }, 'the network is paused')
  await pauseNetwork({ sequencer }, network.id, reason)
}
