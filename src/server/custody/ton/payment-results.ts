/** Books what own payments did, from the list of the hot wallet. Every step can be repeated. */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import { HIGHLOAD_TIMEOUT, queryIdOf, readExternalBody } from '../../../chains/ton/highload.ts'
import { readBouncedTransfer, readExcesses } from '../../../chains/ton/jetton.ts'
import type { TonTransaction } from '../../../chains/ton/transaction.ts'
import { transactionsSince } from '../../../chains/ton/wallet-list.ts'
import { type PaymentId, withdrawalUuid } from '../../../contract/ids.ts'
import { expectDefined } from '../../../engine/assert.ts'
import type { Command, NetworkInfo, Payment, Withdrawal } from '../../../engine/exchange.ts'
import { execute, query, queryOne } from '../../postgres/query.ts'
import { closePayment } from '../close-payment.ts'
import { noteMined, readPaymentRow, versionRows } from '../payment-rows.ts'
import { bookReturned, noteExcesses } from './jetton-results.ts'
import type { ResultDeps } from './result-deps.ts'
import type { TonNetwork } from './ton-network.ts'
import { type Underway, underwayIn } from './ton-terms.ts'

/** The wallet executed a message that this exchange does not know: its key was used elsewhere, or a restore lost it. */
export class UnknownPayment extends Error {
  override readonly name = 'UnknownPayment'
}

/** The chain may be ahead of the time of an answer by this much. */
export const CLOCK_SECONDS = 60

const underwayOf = ({ sequencer }: ResultDeps, listed: NetworkInfo): Promise<readonly Underway[]> =>
  sequencer.read((state) => underwayIn(state, listed))

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
  const { database, onStep = () => undefined } = deps
  const { hash: txid, lt, aborted, outgoing, balanceChange } = transaction
  const row = await queryOne<{ id: PaymentId }>(database.pool, BY_MESSAGE, [`0x${bodyHash}`])
  if (row === undefined && (await query(database.pool, BOOKED, [bodyHash])).length > 0) return true
  if (row === undefined) throw new UnknownPayment(`the transaction ${txid} has a message that is not known here`)
  // It may be executed again. Its fee is booked as that of any other transaction.
  if (aborted) return false
  const underway = (await underwayOf(deps, listed)).find(({ payment }) => payment.id === row.id)
  if (underway === undefined) return true
  const { payment, terms } = underway
  await noteMined(database.pool, payment.id, { txid, height: Number(lt) })
  onStep('final')
  const isCoin = terms !== undefined && terms.contract === null
  const gas = -balanceChange - (isCoin && outgoing.length > 0 ? terms.raw : 0n)
  if (outgoing.length === 0) {
    deps.log.warn({ event: 'payment.skipped', payment: payment.id, txid }, 'the wallet could not send the amount')
    await closePayment(deps, payment, afterSkip(payment, { txid, gas }))
  } else if (terms === undefined || isCoin)
    await closePayment(deps, payment, { type: 'settle-payment', payment: payment.id, txid, gas })
  else {
    await execute(database.pool, 'update payments set cost = $2 where id = $1', [payment.id, String(gas)])
    if (terms.withdrawal !== undefined) await publish(deps, terms.withdrawal)
  }
  return true
}

/** A deposit that is sent back is unclaimed again: an operator may try again. */
export const afterSkip = (
  { id: payment, purpose }: Payment,
  facts: { readonly txid: string; readonly gas: bigint },
): Extract<Command, { type: 'fail-payment' | 'retry-payment' }> =>
  purpose.kind === 'return'
    ? { type: 'fail-payment', payment, proof: 'reverted', ...facts }
    : { type: 'retry-payment', payment, proof: 'skipped', ...facts }

const BOOKED = 'select from ton_booked_messages where body_hash = $1'
const BY_MESSAGE = 'select payment_id as id from payment_versions where txid = $1'

/**
 * Payments whose message is not valid any more at `time` (seconds), up to which the lists were read. One that was not
 * executed is made again. One whose jettons left the wallet, but neither arrived nor came back, waits for an operator.
 */
export async function bookExpired(deps: ResultDeps, listed: NetworkInfo, time: number): Promise<void> {
  const { database } = deps
  for (const { payment } of await underwayOf(deps, listed)) {
    const end = expectDefined(payment.createdAt, 'a payment on TON has a time') + HIGHLOAD_TIMEOUT + CLOCK_SECONDS
    if (time <= end) continue
    const row = await readPaymentRow(database.pool, payment.id)
    // Its number must be signed first: the signer accepts no gap.
    if ((await versionRows(database.pool, payment.id)).length === 0) continue
    if (row !== undefined && row.mined_txid !== null) {
      if (row.cost !== null && row.missing_at === null) await noteMissing(deps, payment.id)
      continue
    }
    const txid = await executionOf(deps.network, payment)
    if (txid !== undefined)
      throw new UnknownPayment(`payment ${payment.id} was executed in ${txid}, but the stored rows do not say so`)
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

/**
 * The transaction that executed the message of the payment, from the list of the wallet alone: who changes the tables could
 * hide it, and the payment would be made again.
 */
export async function executionOf(
  { chain, wallet }: Pick<TonNetwork, 'chain' | 'wallet'>,
  { nonce, createdAt = 0 }: Payment,
): Promise<string | undefined> {
  if (wallet === undefined) throw new ChainUnavailable('the wallet of the exchange is not known')
  const { lastLt: lt, lastHash: hash } = await chain.account(wallet)
  const isOwn = ({ external, aborted }: TonTransaction): boolean => {
    const transfer = external === null || aborted ? undefined : readExternalBody(external.body)?.transfer
    return transfer?.queryId === queryIdOf(nonce) && transfer.createdAt === createdAt
  }
  return (await transactionsSince(chain, wallet, { lt, hash }, createdAt)).find(isOwn)?.hash
}

async function noteMissing({ database, log, now }: ResultDeps, id: PaymentId): Promise<void> {
  log.error({ event: 'payment.missing', payment: id }, 'jettons neither arrived nor came back: an operator must decide')
  await execute(database.pool, 'update payments set missing_at = $2 where id = $1', [id, now()])
}

async function publish({ sequencer, onWithdrawal }: ResultDeps, { id, user }: Withdrawal): Promise<void> {
  onWithdrawal(user, await sequencer.read(({ journal }) => withdrawalUuid(journal, id)))
}
