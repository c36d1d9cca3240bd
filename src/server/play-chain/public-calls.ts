/**
 * What an anonymous caller may ask of the play chain: calls whose work is bounded, and transfers that the next block can
 * take. Contracts of users are not possible, because one transaction could fill a block with more than the server reads.
 */

import type { Hex } from 'viem'
import { keccak256, parseTransaction, recoverAddress, serializeTransaction } from 'viem/utils'
import type { JsonRpc } from '../../chains/evm/json-rpc.ts'
import { readNumber, readObject, readQuantity } from '../../chains/evm/rpc-shapes.ts'

/** Of a call that is only simulated, and of a transaction; a transfer of a token needs about 60,000. */
const MAX_CALL_GAS = 500_000n
const MAX_GAS = 200_000n
const MAX_HEX_LENGTH = 8_192
/** Transactions of all senders that wait for a block. */
const MAX_WAITING = 200

const SIMULATED: ReadonlySet<string> = new Set(['eth_call', 'eth_estimateGas'])

type Params = readonly unknown[]

/** The parameters for the node, or why the call is not allowed. */
export async function publicParams(rpc: JsonRpc, method: string, params: Params): Promise<Params | string> {
  if (SIMULATED.has(method)) return simulation(params)
  const refused = method === 'eth_sendRawTransaction' ? await refuseTransaction(rpc, params[0]) : undefined
  return refused ?? params
}

/** The node simulates as much gas as the caller names, and further parameters replace the rules of the block. */
function simulation([call, block = 'latest', ...overrides]: Params): Params | string {
  if (typeof call !== 'object' || call === null) return 'the first parameter is not a call'
  if (overrides.some((each) => each !== undefined && each !== null)) return 'overrides are not available'
  const { gas } = call as { gas?: unknown }
  const limit = typeof gas === 'string' && /^0x[0-9a-f]{1,16}$/i.test(gas) ? BigInt(gas) : MAX_CALL_GAS
  return [{ ...call, gas: `0x${(limit < MAX_CALL_GAS ? limit : MAX_CALL_GAS).toString(16)}` }, block]
}

async function refuseTransaction(rpc: JsonRpc, raw: unknown): Promise<string | undefined> {
  const transaction = await readTransfer(raw)
  if (typeof transaction === 'string') return transaction
  const { sender, nonce, maxFee, cost } = transaction
  const pool = readObject(await rpc.call('txpool_status'), 'pool')
  if (readNumber(pool.pending, 'pool') + readNumber(pool.queued, 'pool') >= MAX_WAITING)
    return 'too many transactions wait for a block'
  const next = readNumber(await rpc.call('eth_getTransactionCount', [sender, 'pending']), 'count')
  if (nonce > next) return `the next nonce is ${next}`
  // The node does not check it. Without what waits, because that may not arrive, and with it, because it may be paid.
  for (const at of ['latest', 'pending'])
    if (readQuantity(await rpc.call('eth_getBalance', [sender, at]), 'balance') < cost)
      return 'insufficient funds for the amount and the fee'
  const block = readObject(await rpc.call('eth_getBlockByNumber', ['latest', false]), 'block')
  return maxFee < readQuantity(block.baseFeePerGas, 'base fee') ? 'the fee is below the base fee' : undefined
}

/** `cost`: the most that it takes from the sender. In wei. */
type Transfer = { readonly sender: string; readonly nonce: number; readonly maxFee: bigint; readonly cost: bigint }

async function readTransfer(raw: unknown): Promise<Transfer | string> {
  if (typeof raw !== 'string' || raw.length > MAX_HEX_LENGTH || !/^0x([0-9a-f]{2})+$/i.test(raw))
    return 'not a transaction of at most 4 kB'
  try {
    const { r, s, v, ...unsigned } = parseTransaction(raw.toLowerCase() as Hex)
    const { type, to, gas = 0n, nonce = 0, value = 0n, gasPrice, maxFeePerGas } = unsigned
    if (type !== 'legacy' && type !== 'eip2930' && type !== 'eip1559')
      return 'this type of transaction is not available'
    if (to === undefined || to === null) return 'contracts cannot be created on the play chain'
    if (gas > MAX_GAS) return `gas is at most ${MAX_GAS}`
    if (r === undefined || s === undefined || v === undefined) return 'not a signed transaction'
    const hash = keccak256(serializeTransaction(unsigned))
    const sender = await recoverAddress({ hash, signature: { r, s, v } })
    const maxFee = maxFeePerGas ?? gasPrice ?? 0n
    return { sender: sender.toLowerCase(), nonce, maxFee, cost: value + gas * maxFee }
  } catch {
    return 'not a signed transaction'
  }
}
