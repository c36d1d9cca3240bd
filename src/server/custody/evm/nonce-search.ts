/** Finds the final transaction that used a nonce of an address. */

import { ChainUnavailable, type EvmChain, type EvmTransaction } from '../../../chains/evm/chain.ts'

/**
 * The nonce must be below the transaction count of `from` after block `final`. The block is found by counts at earlier
 * heights, so the endpoints need the state of old blocks. Throws `ChainUnavailable` if the chain does not tell.
 */
export async function transactionWithNonce(
  chain: EvmChain,
  { from, nonce }: { readonly from: string; readonly nonce: number },
  final: number,
): Promise<EvmTransaction> {
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
  const { hash, transactions } = await chain.block(used)
  const found = transactions.find((each) => each.from === from && each.nonce === nonce)
  if (found === undefined) throw new ChainUnavailable(`block ${used} does not have the transaction of nonce ${nonce}`)
  // An endpoint can still answer with a block that was replaced: two answers must agree.
  if ((await chain.receipt(found.txid))?.blockHash !== hash)
    throw new ChainUnavailable(`two answers differ in block ${used}`)
  return found
}
