/**
 * Books what payments of jettons did: they left the own jetton wallet, and then arrived or came back. Every step can be
 * repeated.
 */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import { readBouncedTransfer, readExcesses, readJettonTransfer } from '../../../chains/ton/jetton.ts'
import { orderQueryId } from '../../../chains/ton/order-query-id.ts'
import type { TonTransaction } from '../../../chains/ton/transaction.ts'
import { transactionsSince } from '../../../chains/ton/wallet-list.ts'
import type { PaymentId } from '../../../contract/ids.ts'
import { expectDefined } from '../../../engine/assert.ts'
import { foundPayments, type NetworkInfo, type Payment, withdrawalOf } from '../../../engine/exchange.ts'
import { execute, query } from '../../postgres/query.ts'
import type { Tables } from '../../postgres/tables.ts'
import { closePayment } from '../base/close-payment.ts'
import { readPaymentRow, versionRows } from '../base/payment-rows.ts'
import { executionsOf, messageIn } from './executions.ts'
import type { ResultDeps } from './result-deps.ts'
import { type Underway, underwayIn } from './ton-terms.ts'

type JettonPayment = { readonly payment: Payment; readonly contract: string; readonly to: string }

const jettonPayments = async ({ sequencer }: ResultDeps, listed: NetworkInfo): Promise<readonly JettonPayment[]> =>
  (await sequencer.read((state) => underwayIn(state, listed))).flatMap(({ payment, terms }) =>
    terms === undefined || terms.contract === null ? [] : [{ payment, contract: terms.contract, to: terms.to }],
  )

/** The query id of an order is the number of its payment, or of the one that a restore lost and this one replaces. */
async function openPayment(deps: ResultDeps, listed: NetworkInfo, queryId: bigint): Promise<JettonPayment | undefined> {
  const open = await jettonPayments(deps, listed)
  const found = open.find(({ payment }) => BigInt(payment.id) === queryId)
  if (found !== undefined) return found
  for (const each of open) {
    const versions = await versionRows(deps.database.pool, each.payment.id)
    if (versions.some(({ raw }) => orderQueryId(raw) === queryId)) return each
  }
  return undefined
}

/**
 * Of an own jetton wallet: jettons that left, or came back. Returns who had received those that came back if they were booked as
 * paid before: anyone can make the wallet of a receiver answer that jettons arrived.
 */
export async function bookJettonResult(
  deps: ResultDeps,
  listed: NetworkInfo,
  transaction: TonTransaction,
): Promise<string | undefined> {
  const { incoming, aborted } = transaction
  if (incoming === null || aborted) return undefined
  if (!incoming.bounced && incoming.from === deps.network.wallet) await noteLeft(deps, listed, transaction)
  const bounced = incoming.bounced ? readBouncedTransfer(incoming.body) : undefined
  if (bounced?.from !== 'other wallet') return undefined
  // What came back to a payment is booked with it, and credited to nobody.
  if (await bookReturned(deps, listed, transaction, bounced)) return undefined
  return paidReceiver(deps, Number(bounced.queryId) as PaymentId, transaction.lt)
}

/** The order for an open payment was executed. Until this is known, an answer that the jettons arrived settles nothing. */
async function noteLeft(deps: ResultDeps, listed: NetworkInfo, { incoming, time }: TonTransaction): Promise<void> {
  const order = incoming === null ? undefined : readJettonTransfer(incoming.body)
  const found = order && (await openPayment(deps, listed, order.queryId))
  if (found !== undefined && isFrom(time, found.payment))
    await execute(deps.database.pool, 'update payments set jettons_left = true where id = $1', [found.payment.id])
}

/** What happened earlier has the number of this payment because a restore has lost another one. */
const isFrom = (time: number, { createdAt }: Payment): boolean =>
  time >= expectDefined(createdAt, 'a payment on TON has a time')

/** The receiver of a withdrawal that was settled, which the engine knows for a day, or of one that a restore lost. */
async function paidReceiver(
  { sequencer, database, network }: ResultDeps,
  payment: PaymentId,
  lt: bigint,
): Promise<string | undefined> {
  const row = Number.isSafeInteger(payment) ? await readPaymentRow(database.pool, payment) : undefined
  const id = row?.withdrawal_id ?? null
  if (row === undefined) {
    const rows = await query<{ txid: string; receiver: string | null }>(database.pool, BOOKED, [
      network.id,
      String(payment),
    ])
    const found = await sequencer.read(foundPayments)
    // A row only says which one has the number.
    const isFound = ({ txid, receiver }: (typeof rows)[number]): boolean =>
      found.some((each) => each.network === network.id && each.txid === txid && each.address === receiver)
    return rows.find(isFound)?.receiver ?? undefined
  }
  if (id === null || BigInt(row.mined_height ?? lt) >= lt) return undefined
  const withdrawal = await sequencer.read((state) => withdrawalOf(state, id))
  return withdrawal?.status === 'settled' && withdrawal.payment === payment ? withdrawal.address : undefined
}

const BOOKED = 'select txid, receiver from ton_booked_messages where network_id = $1 and query_id = $2'

/** Anyone can send such a message: `bookArrived` checks the sender. One that comes before the payment was executed is forged. */
export async function noteExcesses(
  deps: ResultDeps,
  listed: NetworkInfo,
  queryId: bigint,
  sender: string,
): Promise<void> {
  const found = await openPayment(deps, listed, queryId)
  if (found?.payment.executed !== undefined)
    await execute(deps.database.pool, NOTE_EXCESSES, [found.payment.id, sender])
}

const NOTE_EXCESSES = 'insert into ton_excesses values ($1, $2) on conflict do nothing'

/** Settles the payments whose jettons left and arrived. Rows say when to look, and the chain decides. Those of a jetton that does not name its wallets are settled later. */
export async function bookArrived(deps: ResultDeps, listed: NetworkInfo): Promise<void> {
  const { network, database } = deps
  for (const { payment, contract, to } of await jettonPayments(deps, listed)) {
    const rows = await query<Pick<Tables['ton_excesses'], 'sender'>>(database.pool, EXCESSES, [payment.id])
    if (rows.length === 0) continue
    const wallet = await network.chain.jettonWallet(contract, to).catch(unavailable)
    if (wallet === undefined) continue
    if (rows.some(({ sender }) => sender === wallet)) await settleArrived(deps, { payment, contract }, wallet)
    else await execute(database.pool, 'delete from ton_excesses where payment_id = $1', [payment.id])
  }
}

/** Whether rows say so or not: a row that another program deletes must not make an operator return what was paid. */
export async function settleIfArrived(deps: ResultDeps, { payment, terms }: Underway): Promise<void> {
  if (terms === undefined || terms.contract === null) return
  const { contract, to } = terms
  const wallet = await deps.network.chain.jettonWallet(contract, to).catch(unavailable)
  if (wallet !== undefined) await settleArrived(deps, { payment, contract }, wallet)
}

const EXCESSES = `select sender from ton_excesses join payments on payments.id = payment_id
where payment_id = $1 and jettons_left`

function unavailable(error: unknown): undefined {
  if (!(error instanceof ChainUnavailable)) throw error
}

/** `wallet`: the receiver's. Nothing happens unless the lists of both own wallets show that the jettons left and arrived. */
async function settleArrived(
  deps: ResultDeps,
  { payment, contract }: Pick<JettonPayment, 'payment' | 'contract'>,
  wallet: string,
): Promise<void> {
  const { chain, wallet: owner, jettonWallet } = deps.network
  const ordered = await orderOf(deps, payment)
  if (ordered === undefined) return
  const { execution, queryId, list } = ordered
  const hasArrived = list.some(({ incoming, lt }) => {
    if (lt <= execution.lt || incoming === null || incoming.bounced) return false
    return incoming.from === wallet && readExcesses(incoming.body) === queryId
  })
  if (!hasArrived) return
  const own = await jettonWallet(contract)
  const { lastLt: lt, lastHash: hash } = await chain.account(own)
  const orders = await transactionsSince(chain, own, { lt, hash }, payment.createdAt ?? 0)
  const haveLeft = orders.some(({ incoming, aborted, lt: at }) => {
    if (at <= execution.lt || aborted || incoming === null || incoming.bounced) return false
    return incoming.from === owner && readJettonTransfer(incoming.body)?.queryId === queryId
  })
  if (haveLeft) await closePayment(deps, payment, { type: 'settle-payment', ...factsOf(payment, execution) })
}

type Ordered = {
  readonly execution: TonTransaction
  /** Of the order that the executed message gave. */
  readonly queryId: bigint
  /** Of the wallet, since the payment was made. */
  readonly list: readonly TonTransaction[]
}

/**
 * What the list of the wallet says about a payment of jettons. Undefined until the watcher has booked its message: before that,
 * the books would be ahead of the list.
 */
async function orderOf({ network }: ResultDeps, payment: Payment): Promise<Ordered | undefined> {
  if (payment.executed === undefined) return undefined
  const { executed, list } = await executionsOf(network, payment)
  const execution = executed.find(({ hash }) => hash === payment.executed)
  const message = execution && messageIn(execution)
  const order = message && readJettonTransfer(message.body)
  if (execution === undefined || order === undefined) return undefined
  return { execution, queryId: order.queryId, list }
}

/** What the message cost is booked. */
const factsOf = ({ id: payment }: Payment, { hash: txid }: TonTransaction) => ({ payment, txid, gas: 0n })

/** Jettons that came back to the own wallet. True if they close a payment now. Only the chain can mark a message as bounced. */
export async function bookReturned(
  deps: ResultDeps,
  listed: NetworkInfo,
  { incoming, time, lt }: TonTransaction,
  { queryId, from }: NonNullable<ReturnType<typeof readBouncedTransfer>>,
): Promise<boolean> {
  const found = await openPayment(deps, listed, queryId)
  if (found === undefined) return false
  if (from === 'own wallet' && incoming?.from !== (await deps.network.jettonWallet(found.contract))) return false
  if (!isFrom(time, found.payment)) return false
  const ordered = await orderOf(deps, found.payment)
  if (ordered === undefined) {
    if (from === 'own wallet') return false
    throw new ChainUnavailable('the list of the wallet is behind that of a jetton wallet')
  }
  const { execution, queryId: own } = ordered
  // Stored versions can name the number of another order.
  if (own !== queryId || lt <= execution.lt) return false
  await closePayment(deps, found.payment, {
    type: 'fail-payment',
    proof: 'reverted',
    ...factsOf(found.payment, execution),
  })
  return true
}
