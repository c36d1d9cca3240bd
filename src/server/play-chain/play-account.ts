/** Sends transfers from a key of the play chain. */

import { privateKeyToAccount } from 'viem/accounts'
import { balanceOfData } from '../../chains/evm/erc20.ts'
import type { JsonRpc } from '../../chains/evm/json-rpc.ts'
import { rpcChain } from '../../chains/evm/rpc-chain.ts'
import { readData, readHash, readNumber, readQuantity } from '../../chains/evm/rpc-shapes.ts'
import { hexOf, unsignedTransaction } from '../../chains/evm/transactions.ts'
import { PLAY_CHAIN_ID } from '../../contract/wallet/networks.ts'
import type { PlayKey } from './play-keys.ts'

/** `contract` null: the coin of the chain. */
type PlayTransfer = { readonly to: string; readonly contract: string | null; readonly raw: bigint }

/** The hash of the transaction, which waits for a block. Call it once at a time for a key: it counts what waits. */
export async function sendTransfer(rpc: JsonRpc, key: PlayKey, transfer: PlayTransfer): Promise<string> {
  const nonce = readNumber(await rpc.call('eth_getTransactionCount', [key.address, 'pending']), 'count')
  const fees = await rpcChain([rpc], PLAY_CHAIN_ID).fees()
  const transaction = unsignedTransaction({ ...transfer, ...fees, chainId: PLAY_CHAIN_ID, nonce })
  const raw = await privateKeyToAccount(hexOf(key.privateKey)).signTransaction(transaction)
  return readHash(await rpc.call('eth_sendRawTransaction', [raw]), 'transaction hash')
}

/** With the effect of transactions that wait for a block. */
export async function waitingBalance(rpc: JsonRpc, contract: string | null, address: string): Promise<bigint> {
  if (contract === null) return readQuantity(await rpc.call('eth_getBalance', [address, 'pending']), 'balance')
  const call = { to: contract, data: balanceOfData(address) }
  return readQuantity(readData(await rpc.call('eth_call', [call, 'pending']), 'balance'), 'balance')
}
