/** Books what own payments did, from the lists of the own wallets. Every step can be repeated. */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import { HIGHLOAD_TIMEOUT } from '../../../chains/ton/highload.ts'
import { readBouncedTransfer, readExcesses, readJettonTransfer } from '../../../chains/ton/jetton.ts'
import type { TonTransaction } from '../../../chains/ton/transaction.ts'
import { type Millis, type PaymentId, type UserId, withdrawalUuid } from '../../../contract/ids.ts'
import { expectDefined } from '../../../engine/assert.ts'
import {
  type Command,
  type NetworkInfo,
  type Payment,
  type Withdrawal,
  withdrawalOf,
} from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import { execute, query, queryOne } from '../../postgres/query.ts'
import type { Tables } from '../../postgres/tables.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { closePayment } from '../close-payment.ts'
import { noteMined, readPaymentRow, versionRows } from '../payment-rows.ts'
import type { PaymentStep } from '../payment-versions.ts'
import type { TonNetwork } from './ton-network.ts'
import { type Underway, underwayIn } from './ton-terms.ts'

export type ResultDeps = {
  readonly network: TonNetwork
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly log: Log
  readonly now: () => Millis
  /** The row of a withdrawal changed outside of the engine. */
  readonly onWithdrawal: (user: UserId, uuid: string) => void
  readonly onStep?: ((step: PaymentStep) => void) | undefined
}

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

/**
 * Of an own jetton wallet: jettons that left, or came back. Returns the withdrawal of those that came back if it was settled
 * before: anyone can make the wallet of a receiver answer that jettons arrived.
 */
export async function bookJettonResult(
  deps: ResultDeps,
  listed: NetworkInfo,
  transaction: TonTransaction,
): Promise<Withdrawal | undefined> {
  const { incoming, aborted } = transaction
  if (incoming === null || aborted) return undefined
  if (!incoming.bounced && incoming.from === deps.network.wallet) await noteLeft(deps, listed, transaction)
  const bounced = incoming.bounced ? readBouncedTransfer(incoming.body) : undefined
  if (bounced?.from !== 'other wallet') return undefined
  await bookReturned(deps, listed, transaction, bounced)
  return settledWithdrawal(deps, Number(bounced.queryId) as PaymentId, transaction.lt)
}

/** The order for an open payment was executed. Until this is known, an answer that the jettons arrived settles nothing. */
async function noteLeft(deps: ResultDeps, listed: NetworkInfo, { incoming, time }: TonTransaction): Promise<void> {
  const order = incoming === null ? undefined : readJettonTransfer(incoming.body)
  const found = (await jettonPayments(deps, listed)).find(({ payment }) => BigInt(payment.id) === order?.queryId)
  if (found !== undefined && isFrom(time, found.payment))
    await execute(deps.database.pool, 'update payments set jettons_left = true where id = $1', [found.payment.id])
}

/** What happened earlier has the number of this payment because a restore has lost another one. */
const isFrom = (time: number, { createdAt }: Payment): boolean =>
  time >= expectDefined(createdAt, 'a payment on TON has a time')

/** Known to the engine for a day. */
async function settledWithdrawal(
  { sequencer, database }: ResultDeps,
  payment: PaymentId,
  lt: bigint,
): Promise<Withdrawal | undefined> {
  const row = Number.isSafeInteger(payment) ? await readPaymentRow(database.pool, payment) : undefined
  const id = row?.withdrawal_id ?? null
  if (id === null || BigInt(row?.mined_height ?? lt) >= lt) return undefined
  const withdrawal = await sequencer.read((state) => withdrawalOf(state, id))
  return withdrawal?.status === 'settled' && withdrawal.payment === payment ? withdrawal : undefined
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

type JettonPayment = { readonly payment: Payment; readonly contract: string; readonly to: string }

const jettonPayments = async (deps: ResultDeps, listed: NetworkInfo): Promise<readonly JettonPayment[]> =>
  (await underwayOf(deps, listed)).flatMap(({ payment, terms }) =>
    terms === undefined || terms.contract === null ? [] : [{ payment, contract: terms.contract, to: terms.to }],
  )

/** Anyone can send such a message: `bookArrived` checks the sender. One that comes before the payment was executed is forged. */
async function noteExcesses(deps: ResultDeps, listed: NetworkInfo, queryId: bigint, sender: string): Promise<void> {
  const found = (await jettonPayments(deps, listed)).find(({ payment }) => BigInt(payment.id) === queryId)
  if (found !== undefined) await execute(deps.database.pool, NOTE_EXCESSES, [found.payment.id, sender])
}

const NOTE_EXCESSES = `insert into ton_excesses
select id, $2 from payments where id = $1 and cost is not null on conflict do nothing`

/** Settles the payments whose jettons left and arrived. Those of a jetton that does not name its wallets are settled later. */
export async function bookArrived(deps: ResultDeps, listed: NetworkInfo): Promise<void> {
  const { network, database } = deps
  for (const { payment, contract, to } of await jettonPayments(deps, listed)) {
    const rows = await query<Pick<Tables['ton_excesses'], 'sender'>>(database.pool, EXCESSES, [payment.id])
    if (rows.length === 0) continue
    const wallet = await network.chain.jettonWallet(contract, to).catch(unavailable)
    if (wallet === undefined) continue
    if (rows.some(({ sender }) => sender === wallet)) await closeExecuted(deps, payment, 'settle-payment')
    else await execute(database.pool, 'delete from ton_excesses where payment_id = $1', [payment.id])
  }
}

const EXCESSES = `select sender from ton_excesses join payments on payments.id = payment_id
where payment_id = $1 and jettons_left`

function unavailable(error: unknown): undefined {
  if (!(error instanceof ChainUnavailable)) throw error
}

/** Jettons that came back to the own wallet. Only the chain can mark a message as bounced. */
async function bookReturned(
  deps: ResultDeps,
  listed: NetworkInfo,
  { incoming, time }: TonTransaction,
  { queryId, from }: NonNullable<ReturnType<typeof readBouncedTransfer>>,
): Promise<void> {
  const found = (await jettonPayments(deps, listed)).find(({ payment }) => BigInt(payment.id) === queryId)
  if (found === undefined) return
  if (from === 'own wallet' && incoming?.from !== (await deps.network.jettonWallet(found.contract))) return
  if (!isFrom(time, found.payment)) return
  const isClosed = await closeExecuted(deps, found.payment, 'fail-payment')
  if (!isClosed && from === 'other wallet')
    throw new ChainUnavailable('the list of the wallet is behind that of a jetton wallet')
}

/** False for a payment that the list of the wallet does not have. */
async function closeExecuted(
  deps: ResultDeps,
  payment: Payment,
  type: 'settle-payment' | 'fail-payment',
): Promise<boolean> {
  const row = await readPaymentRow(deps.database.pool, payment.id)
  if (row === undefined || row.mined_txid === null || row.cost === null) return false
  const facts = { payment: payment.id, txid: row.mined_txid, gas: row.cost }
  await closePayment(
    deps,
    payment,
    type === 'settle-payment' ? { type, ...facts } : { type, proof: 'reverted', ...facts },
  )
  return true
}

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

async function noteMissing({ database, log, now }: ResultDeps, id: PaymentId): Promise<void> {
  log.error({ event: 'payment.missing', payment: id }, 'jettons neither arrived nor came back: an operator must decide')
  await execute(database.pool, 'update payments set missing_at = $2 where id = $1', [id, now()])
}

async function publish({ sequencer, onWithdrawal }: ResultDeps, { id, user }: Withdrawal): Promise<void> {
  onWithdrawal(user, await sequencer.read(({ journal }) => withdrawalUuid(journal, id)))
}
