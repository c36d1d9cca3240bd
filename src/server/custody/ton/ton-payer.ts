/**
 * The payments of a TON network: signed, stored, then sent, again in every round until the list of the wallet has them. The
 * watcher books their results.
 */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import { readSignedMessage } from '../../../chains/ton/external-message.ts'
import { withdrawalUuid } from '../../../contract/ids.ts'
import { type Payment, streamOf } from '../../../engine/exchange.ts'
import { openPayer } from '../base/payer.ts'
import type { PaymentKind, Place } from '../base/payer-deps.ts'
import { noteSent, paymentRow, storeVersion, versionRows } from '../base/payment-rows.ts'
import type { Rounds } from '../base/rounds.ts'
import { decideTon, ownJettonWallet, planTon, type TonPayerDeps, type TonRoundDeps } from './decide-ton.ts'
import { isMessageOf } from './executions.ts'
import { type TonTerms, termsOfPurpose, tonSignInput, type Underway } from './ton-terms.ts'

export function openTonPayer(deps: TonPayerDeps): Rounds {
  /** By payment and nonce: what the signer has signed for this process. Rows could have other bytes. */
  const signed = new Map<string, Buffer>()
  return openPayer(deps, (noteRefused) =>
    deps.network.wallet === undefined ? undefined : paymentsOn({ ...deps, noteRefused, signed }),
  )
}

/** Of a network. Undefined: the deployment of its wallet. */
type Terms = TonTerms | undefined

type SendDeps = TonRoundDeps & { readonly signed: Map<string, Buffer> }

const keyOf = ({ id, nonce }: Payment): string => `${id} ${nonce}`

const paymentsOn = (deps: SendDeps): PaymentKind<Terms> => ({
  termsOf: termsOfPurpose,
  begin(place) {
    const keys = new Set(place.open.map(({ payment }) => keyOf(payment)))
    for (const key of deps.signed.keys()) if (!keys.has(key)) deps.signed.delete(key)
    return {
      advance: (underway) => advanceOrWait(deps, place, underway),
      plan: () => planTon(deps, place.open),
      decide: (purpose, terms, plan) => decideTon(deps, place.listed, purpose, terms, plan.stamp),
      unreadableToken: (error, terms) =>
        error instanceof ChainUnavailable ? (terms?.contract ?? undefined) : undefined,
    }
  },
})

/** Endpoints refuse a message that expired or was executed, which says nothing about the payments after it. */
async function advanceOrWait(deps: SendDeps, place: Place<Terms>, underway: Underway): Promise<void> {
  if (place.listed.paused !== null) return
  try {
    await advance(deps, place, underway)
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error
    const { id } = underway.payment
    if (deps.hasChanged(`payment ${id}`, error.message))
      deps.log.info(
        { event: 'payment.send_failed', payment: id, reason: error.message },
        'a payment is sent again later',
      )
  }
}

/** Signs, stores and sends the message, unless the list of the wallet has it already. The signer repeats what it has signed. */
async function advance(deps: SendDeps, { listed, journal }: Place<Terms>, { payment, terms }: Underway): Promise<void> {
  const { database, network, signer, now, forged, signed: known, onStep = () => undefined } = deps
  const { pool } = database
  await paymentRow(pool, payment, { stream: streamOf(listed), journal, now: now(), forged })
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

function noteRefusal({ noteRefused, hasChanged, log }: SendDeps, { id, purpose }: Payment, reason: string): void {
  noteRefused(purpose, reason)
  if (hasChanged(`payment ${id}`, reason))
    log.error({ event: 'payment.not_signed', payment: id, reason }, 'the signer refuses an assigned payment')
}
