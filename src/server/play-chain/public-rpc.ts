/** The JSON-RPC calls of the play chain that external wallets may use: the ones that need no key of the node. */

import { ChainUnavailable } from '../../chains/evm/chain.ts'
import { type JsonRpc, RpcError } from '../../chains/evm/json-rpc.ts'
import { publicParams } from './public-calls.ts'

const ALLOWED: ReadonlySet<unknown> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
])

const MAX_BATCH = 20

type Id = string | number | null
type Reply = { readonly jsonrpc: '2.0'; readonly id: Id } & (
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
)

const failure = (id: Id, code: number, message: string): Reply => ({ jsonrpc: '2.0', id, error: { code, message } })

/** The replies to a request or to a batch of them. Never throws for a request of a client. */
export async function answerPublic(rpc: JsonRpc, body: unknown): Promise<Reply | readonly Reply[]> {
  if (!Array.isArray(body)) return answerOne(rpc, body)
  if (body.length === 0 || body.length > MAX_BATCH)
    return failure(null, -32_600, `a batch has from 1 to ${MAX_BATCH} requests`)
  const replies: Reply[] = []
  for (const request of body) replies.push(await answerOne(rpc, request))
  return replies
}

async function answerOne(rpc: JsonRpc, request: unknown): Promise<Reply> {
  if (typeof request !== 'object' || request === null) return failure(null, -32_600, 'not a request')
  const { id = null, method, params = [] } = request as { id?: unknown; method?: unknown; params?: unknown }
  const shownId: Id = typeof id === 'string' || typeof id === 'number' ? id : null
  if (typeof method !== 'string') return failure(shownId, -32_600, 'not a request')
  if (!ALLOWED.has(method)) return failure(shownId, -32_601, 'this method is not available')
  if (!Array.isArray(params)) return failure(shownId, -32_602, 'params must be a list')
  try {
    const allowed = await publicParams(rpc, method, params)
    if (typeof allowed === 'string') return failure(shownId, -32_602, allowed)
    return { jsonrpc: '2.0', id: shownId, result: await rpc.call(method, allowed) }
  } catch (error) {
    if (error instanceof RpcError) return failure(shownId, error.code, error.message)
    if (error instanceof ChainUnavailable) return failure(shownId, -32_000, 'the chain is not available')
    throw error
  }
}
