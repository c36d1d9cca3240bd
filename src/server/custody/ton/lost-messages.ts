/** The messages that the wallet on TON executed and that the tables do not have, because a restore lost them. */

import { ChainUnavailable } from '../../../chains/chain-unavailable.ts'
import { readComment } from '../../../chains/ton/comment.ts'
import { type HighloadTransfer, numberOfQueryId, readExternalBody } from '../../../chains/ton/highload.ts'
import { readJettonTransfer } from '../../../chains/ton/jetton.ts'
import type { TonTransaction } from '../../../chains/ton/transaction.ts'
import { transactionsAfter } from '../../../chains/ton/wallet-list.ts'
import type { CurrencyId } from '../../../contract/ids.ts'
import { type NetworkInfo, type State, streamOf } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import { query } from '../../postgres/query.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { BookLostProblem } from '../base/lost-booking.ts'
import { placeIn } from './list-place.ts'
import type { TonNetwork } from './ton-network.ts'

type FindDeps = {
  readonly network: TonNetwork
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read'>
}

/** A message that the tables do not have. `to` and `raw` of what left the exchange; null: nothing. */
export type Lost = {
  readonly nonce: number
  readonly transaction: TonTransaction
  readonly message: NonNullable<ReturnType<typeof readExternalBody>>
  readonly bodyHash: string
  readonly transfer: Moved | null
}
/** `executed`: all messages that the wallet executed up to `time` (seconds). */
export type Found = {
  readonly lost: readonly Lost[]
  readonly executed: readonly HighloadTransfer[]
  readonly time: number
}
export type Moved = {
  readonly currency: CurrencyId
  readonly contract: string | null
  readonly raw: bigint
  readonly to: string
  readonly memo: string | null
}

/** In the order of their nonces. */
export async function findLost(
  { network, database, sequencer }: FindDeps,
  listed: NetworkInfo,
  { journal, epoch }: Pick<State, 'journal' | 'epoch'>,
  { wallet, next }: { readonly wallet: string; readonly next: number },
): Promise<Found> {
  const account = await network.chain.account(wallet)
  const place = await placeIn({ network, sequencer }, { stream: streamOf(listed), network: network.id, journal, epoch })
  const last = { lt: account.lastLt, hash: account.lastHash }
  const lost: Lost[] = []
  const executed: HighloadTransfer[] = []
  for (const transaction of await transactionsAfter(network.chain, wallet, last, place)) {
    const { external, aborted } = transaction
    if (external === null || aborted) continue
    const { bodyHash } = external
    const message = readExternalBody(external.body)
    if (message !== undefined) executed.push(message.transfer)
    if (message !== undefined && (await isBooked(database.pool, bodyHash, message.transfer, next))) continue
    if (message === undefined)
      throw new BookLostProblem(`the transaction ${transaction.hash} is no payment of the exchange`)
    const nonce = numberOfQueryId(message.transfer.queryId, next)
    lost.push({
      nonce,
      transaction,
      message,
      bodyHash,
      transfer: await movedBy(network, listed, wallet, transaction, message.transfer),
    })
  }
  return { lost: lost.toSorted((a, b) => a.nonce - b.nonce), executed, time: account.time }
}

/**
 * Whether the tables know the message. They are not believed if the engine cannot have booked it, because its number is not
 * below `next`, the next one of the engine. Books and chain are compared: another wrong row pauses the network.
 */
export const isBooked = async (
  pool: Database['pool'],
  bodyHash: string,
  { queryId }: HighloadTransfer,
  next: number,
): Promise<boolean> =>
  numberOfQueryId(queryId, next) < next && (await query(pool, KNOWN, [bodyHash, `0x${bodyHash}`])).length > 0

const KNOWN = `select from payment_versions where txid = $2
union all select from ton_booked_messages where body_hash = $1`

async function movedBy(
  network: TonNetwork,
  { assets, network: { gasCurrency } }: NetworkInfo,
  wallet: string,
  { outgoing }: TonTransaction,
  { to, value, body }: HighloadTransfer,
): Promise<Moved | null> {
  if (outgoing.length === 0 || to === wallet) return null
  for (const { currency, contract } of assets.values()) {
    if (contract === null) continue
    const order = readJettonTransfer(body)
    const own = await network.jettonWallet(contract).catch((error: unknown) => {
      if (order !== undefined || !(error instanceof ChainUnavailable)) throw error
    })
    if (own !== to) continue
    if (order === undefined) return null
    return { currency, contract, raw: order.amount, to: order.to, memo: order.comment }
  }
  return { currency: gasCurrency, contract: null, raw: value, to, memo: readComment(body) ?? null }
}
