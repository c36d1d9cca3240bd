/** Finds the deposits among the transactions of the exchange's wallet and of its jetton wallets. */

import type { Cell } from '@ton/core'
import { readComment } from './comment.ts'
import { readBouncedTransfer, readInternalTransfer, readJettonTransfer } from './jetton.ts'
import { numberOfMemo } from './memo.ts'
import type { TonTransaction } from './transaction.ts'

/**
 * What arrived: nanotons, or smallest units of a jetton. `from` raw; null for jettons that were created.
 * `number`: that of the memo; undefined if there is no valid memo.
 */
export type TonDeposit = {
  readonly txid: string
  readonly lt: bigint
  readonly from: string | null
  readonly raw: bigint
  readonly number: number | undefined
  /** The comment as it is; undefined if there is none that can be read. */
  readonly comment: string | undefined
}

/**
 * The coins that a transaction of our wallet brought; undefined if it brought none. Coins that were sent back, bounced
 * messages of our own, and aborted transactions are no deposits.
 */
export function coinDepositOf(transaction: TonTransaction): TonDeposit | undefined {
  const { hash: txid, lt, incoming, aborted, outgoing } = transaction
  if (incoming === null || incoming.bounced || aborted || outgoing.length > 0 || incoming.value === 0n) return undefined
  return { txid, lt, from: incoming.from, raw: incoming.value, ...memoIn(incoming.body) }
}

/**
 * The jettons that a transaction of our own jetton wallet brought. Our wallet aborts a transfer that does not come from
 * a wallet of the same jetton, so a transaction that was not aborted is true. Notifications are no evidence.
 */
export function jettonDepositOf(transaction: TonTransaction): TonDeposit | undefined {
  const { hash: txid, lt, incoming, aborted } = transaction
  if (incoming === null || incoming.bounced || aborted) return undefined
  const transfer = readInternalTransfer(incoming.body)
  if (transfer === undefined || transfer.amount === 0n) return undefined
  const { from, amount, payload } = transfer
  return { txid, lt, from, raw: amount, ...memoIn(payload) }
}

/** The balance of our own jetton wallet after the transaction minus the balance before. */
export function jettonChangeOf({ incoming, aborted }: TonTransaction): bigint {
  if (incoming === null || aborted) return 0n
  const { bounced, body } = incoming
  if (bounced) {
    const transfer = readBouncedTransfer(body)
    return transfer?.from === 'other wallet' ? transfer.amount : 0n
  }
  return (readInternalTransfer(body)?.amount ?? 0n) - (readJettonTransfer(body)?.amount ?? 0n)
}

function memoIn(body: Cell): Pick<TonDeposit, 'number' | 'comment'> {
  const comment = readComment(body)
  return { comment, number: comment === undefined ? undefined : numberOfMemo(comment) }
}
