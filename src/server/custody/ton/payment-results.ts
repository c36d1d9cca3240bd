/** Books what own payments did, from the list of the hot wallet. Every step can be repeated. */

import { readBouncedTransfer, readExcesses } from '../../../chains/ton/jetton.ts'
import type { TonTransaction } from '../../../chains/ton/transaction.ts'
import { withdrawalUuid } from '../../../contract/ids.ts'
import {
  type Command,
  type NetworkInfo,
  nextNonce,
  type Payment,
  paymentOf,
  type Withdrawal,
} from '../../../engine/exchange.ts'
import { closePayment } from '../base/close-payment.ts'
import { noteMined } from '../base/payment-rows.ts'
import { type SignerClient, SignerUnavailable } from '../signer/signer-client.ts'
import { endOf, isMessageOf, messageIn, proveExpired, proveSkipped, UnknownPayment } from './executions.ts'
import { bookReturned, noteExcesses, settleIfArrived } from './jetton-results.ts'
import { isBooked } from './lost-messages.ts'
import type { ResultDeps } from './result-deps.ts'
import { type Underway, underwayIn } from './ton-terms.ts'
import { signedBy } from './valid-messages.ts'

export type ExpiryDeps = ResultDeps & { readonly signer: Pick<SignerClient, 'counters'> }

/** True for a transaction of the hot wallet that is wholly booked as a payment. Throws `UnknownPayment`. */
export async function bookWalletTransaction(
  deps: ResultDeps,
  listed: NetworkInfo,
  transaction: TonTransaction,
): Promise<boolean> {
  const { external, incoming } = transaction
  if (external !== null) return bookMessage(deps, listed, transaction, external.bodyHash)
  if (incoming === null) return false
  const excesses = incoming.bounced ? undefined : readExcesses(incoming.body)
  const bounced = incoming.bounced ? readBouncedTransfer(incoming.body) : undefined
  if (excesses !== undefined) await noteExcesses(deps, listed, excesses, incoming.from)
  else if (bounced?.from === 'own wallet') await bookReturned(deps, listed, transaction, bounced)
  return false
}

async function bookMessage(
  deps: ResultDeps,
  listed: NetworkInfo,
  transaction: TonTransaction,
  bodyHash: string,
): Promise<boolean> {
  const { database, sequencer, network, onStep = () => undefined } = deps
  const { hash: txid, lt, aborted, outgoing, balanceChange } = transaction
  const message = messageIn(transaction)
  const { open, next } = await sequencer.read((state) => ({
    open: underwayIn(state, listed),
    next: nextNonce(state, network.id, 0),
  }))
  const underway = message && open.find(({ payment }) => isMessageOf(message, payment))
  if (underway === undefined) {
    if (message === undefined || !(await isBooked(database.pool, bodyHash, message, next)))
      throw new UnknownPayment(`the transaction ${txid} has a message that is not known here`)
    return !aborted
  }
  // It may be executed again. Its fee is booked as that of any other transaction.
  if (aborted) return false
  const { payment, terms } = underway
  await noteMined(database.pool, payment.id, { txid, height: Number(lt) })
  onStep('final')
  const isCoin = terms !== undefined && terms.contract === null
  const gas = -balanceChange - (isCoin && outgoing.length > 0 ? terms.raw : 0n)
  if (outgoing.length === 0) {
    await proveSkipped(network, payment, transaction)
    deps.log.warn({ event: 'payment.skipped', payment: payment.id, txid }, 'the wallet could not send the amount')
    await closePayment(deps, payment, afterSkip(payment, { txid, gas }))
  } else if (terms === undefined || isCoin)
    await closePayment(deps, payment, { type: 'settle-payment', payment: payment.id, txid, gas })
  else {
    await bookExecution(deps, payment, { txid, gas })
    if (terms.withdrawal !== undefined) await publish(deps, terms.withdrawal)
  }
  return true
}

/** A refusal is logged: the result of the payment waits. */
async function bookExecution(
  { sequencer, log }: ResultDeps,
  { id: payment }: Payment,
  facts: { readonly txid: string; readonly gas: bigint },
): Promise<void> {
  const command = { type: 'execute-payment', payment, ...facts } as const
  const refused = await sequencer.submit(command, (_state, { answer }) =>
    answer.type === 'refused' ? answer.refusal.code : undefined,
  )
  if (refused !== undefined)
    log.error({ event: 'payment.not_booked', payment, refused }, 'the engine refuses what a payment did')
}

/** A deposit that is sent back is unclaimed again: an operator may try again. */
export const afterSkip = (
  { id: payment, purpose }: Payment,
  facts: { readonly txid: string; readonly gas: bigint },
): Extract<Command, { type: 'fail-payment' | 'retry-payment' }> =>
  purpose.kind === 'return'
    ? { type: 'fail-payment', payment, proof: 'reverted', ...facts }
    : { type: 'retry-payment', payment, proof: 'skipped', ...facts }

/**
 * Payments whose message is not valid any more at `time` (seconds), up to which the lists were read. One that was not
 * executed is made again. One whose jettons left the wallet, but neither arrived nor came back, waits for an operator.
 * Throws `UnknownPayment` for any other one that was executed: its message was not in the part of the list that was read.
 */
export async function bookExpired(deps: ExpiryDeps, listed: NetworkInfo, time: number): Promise<void> {
  const { sequencer, network } = deps
  for (const underway of await sequencer.read((state) => underwayIn(state, listed))) {
    const { payment } = underway
    if (time <= endOf(payment)) continue
    if (payment.executed !== undefined) {
      await noteMissing(deps, underway)
      continue
    }
    if (!(await isSigned(deps, listed, payment))) continue
    await proveExpired(network, payment)
    deps.log.warn({ event: 'payment.expired', payment: payment.id }, 'a payment was not executed and is made again')
    await closePayment(deps, payment, {
      type: 'retry-payment',
      payment: payment.id,
      proof: 'expired',
      txid: null,
      gas: 0n,
    })
  }
}

/** Its number must be signed first: the signer accepts no gap. It is asked, because a row could say so too early. */
async function isSigned({ signer }: ExpiryDeps, listed: NetworkInfo, { nonce }: Payment): Promise<boolean> {
  try {
    return nonce < (await signedBy(signer, listed)).next
  } catch (error) {
    if (error instanceof SignerUnavailable) return false
    throw error
  }
}

async function noteMissing(deps: ResultDeps, underway: Underway): Promise<void> {
  const { sequencer, network, log } = deps
  const { id } = underway.payment
  await settleIfArrived(deps, underway)
  if (network.missing.has(id) || (await sequencer.read((state) => paymentOf(state, id))) === undefined) return
  log.error({ event: 'payment.missing', payment: id }, 'jettons neither arrived nor came back: an operator must decide')
  network.missing.add(id)
}

async function publish({ sequencer, onWithdrawal }: ResultDeps, { id, user }: Withdrawal): Promise<void> {
  onWithdrawal(user, await sequencer.read(({ journal }) => withdrawalUuid(journal, id)))
}
