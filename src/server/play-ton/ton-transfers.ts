/** Transfers of coins and of the play jetton, as messages of a wallet. */

import { Cell } from '@ton/core'
import { commentCell } from '../../chains/ton/comment.ts'
import { jettonTransferBody } from '../../chains/ton/jetton.ts'
import { playJettonWallet } from './genesis.ts'

/** `jetton` false: the coin of the chain. `raw` in nanotons, or in the jetton's smallest units. */
export type TonTransfer = {
  readonly to: string
  readonly jetton: boolean
  readonly raw: bigint
  readonly comment: string | null
}

/** Goes with an order to a jetton wallet; what it does not use comes back. */
export const JETTON_GAS = 100_000_000n
/** So that the receiver gets a notification with the comment. */
const FORWARD_AMOUNT = 10_000_000n

/** `from`: the wallet that sends. `queryId` comes back with the coins that are left over. */
export function messageOf(from: string, { to, jetton, raw, comment }: TonTransfer, queryId: bigint) {
  if (!jetton) return { to, value: raw, bounce: false, body: comment === null ? Cell.EMPTY : commentCell(comment) }
  const forwardAmount = comment === null ? 0n : FORWARD_AMOUNT
  const body = jettonTransferBody({ queryId, amount: raw, to, responseTo: from, forwardAmount, comment })
  return { to: playJettonWallet(from), value: JETTON_GAS, bounce: true, body }
}
