/** Decides from a final block whether a payment moved its amount, or never will. */

import type { BlockRef, EvmBlock, EvmChain, EvmReceipt, EvmTransaction } from '../../../chains/evm/chain.ts'
import { readTransferLog } from '../../../chains/evm/erc20.ts'
import { transactionWithNonce } from './nonce-search.ts'
import type { PaymentTerms } from './payment-terms.ts'

/**
 * `waiting`: nothing is final; `mined` is the block that has it now. `unknown`: the nonce is used, but the endpoint does not
 * show yet by which transaction. `replaced`: another transaction of the wallet used the
 * nonce and did something else. `unclear`: it is final, but the token does not report the movement. `gas`: the fee in wei.
 */
type Verdict =
  | { readonly type: 'waiting'; readonly mined: EvmReceipt | undefined }
  | { readonly type: 'unknown' }
  | { readonly type: 'settled' | 'reverted' | 'unclear'; readonly receipt: EvmReceipt; readonly gas: bigint }
  | { readonly type: 'replaced'; readonly txid: string }

type Paid = PaymentTerms & { readonly nonce: number }

export async function verdictOf(
  chain: EvmChain,
  final: Pick<BlockRef, 'height'>,
  payment: Paid,
  txids: readonly string[],
): Promise<Verdict> {
  const used = await chain.transactionCount(payment.from, final.height)
  const receipts = await Promise.all(txids.map((txid) => chain.receipt(txid)))
  const mined = receipts.filter((receipt) => receipt !== undefined)
  if (used <= payment.nonce) return { type: 'waiting', mined: mined.find(({ from }) => from === payment.from) }
  for (const receipt of mined) {
    const block = await blockOf(chain, final, receipt)
    if (block === undefined) return { type: 'unknown' }
    if (hasOwn(block, payment, receipt)) return verdictOn(receipt, payment)
  }
  const user = await transactionWithNonce(chain, payment, final.height)
  // An endpoint can know a block before it answers for its transactions.
  if (txids.includes(user.txid)) return { type: 'unknown' }
  // One with the same effect is a version that tables and signer lost, for example because they were restored.
  return user.receipt.status === 0 || hasEffect(user, payment)
    ? verdictOn(user.receipt, payment)
    : { type: 'replaced', txid: user.txid }
}

/** An endpoint can still answer with the receipt of a block that was replaced: two answers must agree. Undefined: they do not. */
async function blockOf(
  chain: EvmChain,
  final: Pick<BlockRef, 'height'>,
  { height, blockHash }: EvmReceipt,
): Promise<EvmBlock | undefined> {
  if (height > final.height) return undefined
  const block = await chain.block(height)
  return block.hash === blockHash ? block : undefined
}

/** Who changes the table of versions can name any transaction: it must have the sender and the nonce of the payment. */
const hasOwn = ({ transactions }: EvmBlock, { from, nonce }: Paid, { txid }: EvmReceipt): boolean =>
  transactions.some((each) => each.txid === txid && each.from === from && each.nonce === nonce)

function verdictOn(receipt: EvmReceipt, payment: Paid): Verdict {
  const gas = feeOf(receipt)
  if (receipt.status === 0) return { type: 'reverted', receipt, gas }
  return { type: payment.contract === null || reports(receipt, payment) ? 'settled' : 'unclear', receipt, gas }
}

/** In wei. */
export const feeOf = ({ gasUsed, effectiveGasPrice }: EvmReceipt): bigint => gasUsed * effectiveGasPrice

/** Whether the transaction of an own address moved exactly what the payment moves. */
export const hasEffect = ({ from, to, value, receipt }: EvmTransaction, payment: PaymentTerms): boolean => {
  if (receipt.status === 0 || from !== payment.from) return false
  return payment.contract === null ? to === payment.to && value === payment.raw : reports(receipt, payment)
}

/** The exact Transfer log. */
const reports = ({ logs }: EvmReceipt, { contract, from, to, raw }: PaymentTerms): boolean =>
  logs.some((log) => {
    const transfer = log.address === contract ? readTransferLog(log) : undefined
    return transfer?.from === from && transfer.to === to && transfer.raw === raw
  })
