/** The transfers of a wallet on the play TON chain: its coins, and the jettons of its jetton wallet. */

import type { Cell } from '@ton/core'
import type { TonChain } from '../../chains/ton/chain.ts'
import { readComment } from '../../chains/ton/comment.ts'
import { readInternalTransfer, readJettonTransfer } from '../../chains/ton/jetton.ts'
import type { TonTransaction } from '../../chains/ton/transaction.ts'
import { PLAY_JETTON, playJettonWallet } from '../play-ton/genesis.ts'
import { type Coin, MAX_TRANSACTIONS, type WalletTransaction } from './wallet-facts.ts'

/** Newest first. All of them are in blocks. */
export async function tonWalletTransactions(
  chain: TonChain,
  coins: readonly Coin[],
  address: string,
): Promise<readonly WalletTransaction[]> {
  const jettonWallet = playJettonWallet(address)
  const coinOf = (contract: string | null) => coins.find(({ asset }) => asset.contract === contract)
  const [coin, jetton] = [coinOf(null), coinOf(PLAY_JETTON)]
  const [own, ofJettons] = await Promise.all([newest(chain, address), newest(chain, jettonWallet)])
  const transfers = [
    ...own.flatMap((transaction) => (coin ? coinTransfers(transaction, coin, jettonWallet) : [])),
    ...ofJettons.flatMap((transaction) => (jetton ? jettonTransfers(transaction, jetton, address) : [])),
  ]
  return transfers.toSorted((a, b) => b.at - a.at).slice(0, MAX_TRANSACTIONS)
}

async function newest(chain: TonChain, address: string): Promise<readonly TonTransaction[]> {
  const { lastLt, lastHash } = await chain.account(address)
  return lastLt === 0n ? [] : chain.transactionsBefore(address, lastLt, lastHash, MAX_TRANSACTIONS)
}

const statusOf = (isFailed: boolean) => (isFailed ? 'failed' : 'confirmed')
const commentOf = (body: Cell): string | null => readComment(body) || null

/** Without the messages between the wallet and its jetton wallet. */
function coinTransfers(transaction: TonTransaction, coin: Coin, jettonWallet: string): readonly WalletTransaction[] {
  const { hash: txid, time, incoming, outgoing, skippedActions } = transaction
  const rest = { txid, coin, at: time * 1_000 }
  const sent = outgoing.flatMap(({ to, value: raw, body }): readonly WalletTransaction[] => {
    if (to === jettonWallet) return []
    const status = statusOf(skippedActions > 0)
    return [{ ...rest, direction: 'out', raw, address: to, memo: commentOf(body), status }]
  })
  if (incoming === null || incoming.from === jettonWallet || incoming.value === 0n) return sent
  const { from, value: raw, body } = incoming
  // Every transfer of jettons sends a small amount of coins back.
  if (readComment(body) === undefined && body.bits.length > 0) return sent
  return [{ ...rest, direction: 'in', raw, address: from, memo: commentOf(body), status: 'confirmed' }, ...sent]
}

function jettonTransfers(
  { hash: txid, time, incoming, aborted }: TonTransaction,
  coin: Coin,
  owner: string,
): readonly WalletTransaction[] {
  if (incoming === null) return []
  const rest = { txid, coin, at: time * 1_000, status: statusOf(aborted) } as const
  if (incoming.from === owner) {
    const order = readJettonTransfer(incoming.body)
    if (order === undefined) return []
    return [{ ...rest, direction: 'out', raw: order.amount, address: order.to, memo: order.comment || null }]
  }
  const received = aborted ? undefined : readInternalTransfer(incoming.body)
  if (received === undefined) return []
  const { amount: raw, from, payload } = received
  return [{ ...rest, direction: 'in', raw, address: from ?? incoming.from, memo: commentOf(payload) }]
}
