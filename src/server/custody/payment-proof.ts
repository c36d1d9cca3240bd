/** Decides from a final block whether a payment moved its amount, or never will. */

import type { BlockRef, EvmChain, EvmReceipt } from '../../chains/evm/chain.ts'
import { readTransferLog } from '../../chains/evm/erc20.ts'
import type { PaymentTerms } from './payment-terms.ts'

/**
 * `waiting`: nothing is final; `mined` is the block that has it now. `replaced`: the final block that used the nonce has
 * other transactions of the wallet. `unclear`: it is final, but the token does not report the movement. `gas`: the fee in
 * wei.
 */
type Verdict =
  | { readonly type: 'waiting'; readonly mined: EvmReceipt | undefined }
  | { readonly type: 'settled' | 'reverted' | 'unclear'; readonly receipt: EvmReceipt; readonly gas: bigint }
  | { readonly type: 'replaced'; readonly txids: readonly string[] }

type Paid = PaymentTerms & { readonly nonce: number }

export async function verdictOf(
  chain: EvmChain,
  final: BlockRef,
  payment: Paid,
  txids: readonly string[],
): Promise<Verdict> {
  const used = await chain.transactionCount(payment.from, final.height)
  const receipts = await Promise.all(txids.map((txid) => chain.receipt(txid)))
  const mined = receipts.find((receipt) => receipt !== undefined)
  if (used <= payment.nonce || (mined !== undefined && mined.height > final.height)) return { type: 'waiting', mined }
  if (mined === undefined) {
    const others = await usersOfNonce(chain, payment, final.height)
    // An endpoint can know a block before it answers for its transactions.
    const isOurs = others.length === 0 || others.some((txid) => txids.includes(txid))
    return isOurs ? { type: 'waiting', mined: undefined } : { type: 'replaced', txids: others }
  }
  const gas = mined.gasUsed * mined.effectiveGasPrice
  if (mined.status === 0) return { type: 'reverted', receipt: mined, gas }
  return { type: payment.contract === null || reports(mined, payment) ? 'settled' : 'unclear', receipt: mined, gas }
}

/** The transactions of the wallet in the block that used the nonce. Throws if the chain does not tell. */
async function usersOfNonce(chain: EvmChain, { from, nonce }: Paid, final: number): Promise<readonly string[]> {
  const isUsedAt = async (height: number): Promise<boolean> => (await chain.transactionCount(from, height)) > nonce
  let [unused, used] = [final, final]
  for (let step = 1; unused > 0 && (await isUsedAt(unused)); step *= 2) {
    used = unused
    unused = Math.max(0, unused - step)
  }
  while (used - unused > 1) {
    const middle = Math.floor((unused + used) / 2)
    if (await isUsedAt(middle)) used = middle
    else unused = middle
  }
  const { transactions } = await chain.block(used)
  return transactions.filter((transaction) => transaction.from === from).map(({ txid }) => txid)
}

/** The exact Transfer log. */
const reports = ({ logs }: EvmReceipt, { contract, from, to, raw }: PaymentTerms): boolean =>
  logs.some((log) => {
    const transfer = log.address === contract ? readTransferLog(log) : undefined
    return transfer?.from === from && transfer.to === to && transfer.raw === raw
  })
