/**
 * Makes the payments of a TON network: assigned by the engine, signed, stored, then sent, again in every round until the
 * list of the wallet has them. The watcher books their results. Every step can be repeated.
 */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import { readSignedMessage } from '../../../chains/ton/external-message.ts'
import { withdrawalUuid } from '../../../contract/ids.ts'
import { type NetworkInfo, networkOf, type Payment, streamOf } from '../../../engine/exchange.ts'
import { closeOthers, noteSent, paymentRow, storeVersion, versionRows } from '../base/payment-rows.ts'
import { isPassing, openRounds, type Rounds } from '../base/rounds.ts'
import { assignTonPayments, ownJettonWallet, type TonPayerDeps, type TonRoundDeps } from './assign-ton-payments.ts'
import { isMessageOf } from './executions.ts'
import { tonSignInput, type Underway, underwayIn } from './ton-terms.ts'

export function openTonPayer(deps: TonPayerDeps): Rounds {
  const { log, pollMillis, network } = deps
  /** By payment and nonce: what the signer has signed for this process. Rows could have other bytes. */
  const signed = new Map<string, Buffer>()
  let lastFailure = ''
  return openRounds(
    () => pollMillis,
    async (isStopping) => {
      try {
        await deps.refusals.during((noteRefused) => round({ ...deps, noteRefused, signed }))
        lastFailure = ''
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        // The same failure is logged once.
        if (isStopping() || reason === lastFailure) return
        lastFailure = reason
        const facts = { event: 'payer.round_failed', network: network.id, err: error }
        if (isPassing(error)) log.warn(facts, 'payments wait')
        else log.error(facts, 'payments wait for an operator')
      }
    },
  )
}

type Round = { readonly listed: NetworkInfo; readonly journal: string }

type SendDeps = TonRoundDeps & { readonly signed: Map<string, Buffer> }

const keyOf = ({ id, nonce }: Payment): string => `${id} ${nonce}`

async function round(deps: SendDeps): Promise<void> {
  const { network, sequencer, database, now, signed } = deps
  if (network.wallet === undefined) return
  const { listed, journal, open } = await sequencer.read((state) => {
    const info = networkOf(state, network.id)
    return { listed: info, journal: state.journal, open: info === undefined ? [] : underwayIn(state, info) }
  })
  if (listed === undefined || listed.paused !== null) return
  await closeOthers(
    database.pool,
    network.id,
    open.map(({ payment }) => payment.id),
    now(),
  )
  const keys = new Set(open.map(({ payment }) => keyOf(payment)))
  for (const key of signed.keys()) if (!keys.has(key)) signed.delete(key)
  const advanceOne = (each: Underway) => advanceOrWait(deps, { listed, journal }, each)
  for (const each of open) await advanceOne(each)
  await assignTonPayments(deps, listed, advanceOne)
}

/** Endpoints refuse a message that expired or was executed, which says nothing about the payments after it. */
async function advanceOrWait(deps: SendDeps, place: Round, underway: Underway): Promise<void> {
  try {
    await advance(deps, place, underway)
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    const { id } = underway.payment
    if (deps.isNews(`payment ${id}`, error.message))
      deps.log.info(
        { event: 'payment.send_failed', payment: id, reason: error.message },
        'a payment is sent again later',
      )
  }
}

/** Signs, stores and sends the message, unless the list of the wallet has it already. The signer repeats what it has signed. */
async function advance(deps: SendDeps, { listed, journal }: Round, { payment, terms }: Underway): Promise<void> {
  const { database, network, signer, now, signed: known, onStep = () => undefined } = deps
  const { pool } = database
  await paymentRow(pool, payment, { stream: streamOf(listed), journal, now: now() })
  // A row can say that a message was executed that was never sent.
  if (payment.executed !== undefined) return
  let raw = known.get(keyOf(payment))
  if (raw === undefined) {
    const input = tonSignInput(listed, terms, payment, await ownJettonWallet(deps, terms))
    const signed = await signer.sign(input)
    if ('refused' in signed) {
      // Reconcile can raise the number of the signer above that of a message that was signed.
      raw = await storedMessage(deps, payment)
      if (raw === undefined) noteRefusal(deps, payment, signed.refused)
    } else {
      onStep('signed')
      raw = Buffer.from(signed.raw.slice(2), 'hex')
      await storeVersion(pool, payment.id, { raw, txid: signed.txid, maxFee: 0n, tip: 0n }, now())
      onStep('stored')
      known.set(keyOf(payment), raw)
    }
  }
  if (raw === undefined) return
  await network.chain.send(raw)
  onStep('sent')
  if (!(await noteSent(pool, payment.id, now()))) return
  onStep('noted')
  const withdrawal = terms?.withdrawal
  if (withdrawal !== undefined) deps.onWithdrawal(withdrawal.user, withdrawalUuid(journal, withdrawal.id))
}

/** A row can have any bytes: those that the key of the signer has signed for this payment. */
async function storedMessage({ database, signer }: SendDeps, payment: Payment): Promise<Buffer | undefined> {
  const key = Buffer.from(await signer.tonKey(), 'hex')
  const stored = (await versionRows(database.pool, payment.id)).find(({ raw }) => {
    const message = readSignedMessage(raw, key)
    return message !== undefined && isMessageOf(message, payment)
  })
  return stored?.raw
}

function noteRefusal({ noteRefused, isNews, log }: SendDeps, { id, purpose }: Payment, reason: string): void {
  noteRefused(purpose, reason)
  if (isNews(`payment ${id}`, reason))
    log.error({ event: 'payment.not_signed', payment: id, reason }, 'the signer refuses an assigned payment')
}
