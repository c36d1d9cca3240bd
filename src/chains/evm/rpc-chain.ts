/** An EVM chain over one endpoint, or over several that must agree. A disagreement throws `ChainUnavailable`. */

import { isDeepStrictEqual } from 'node:util'
import { type BlockRef, ChainUnavailable, type EvmBlock, type EvmChain, type EvmTrace } from './chain.ts'
import { balanceOfData } from './erc20.ts'
import { type JsonRpc, RpcError } from './json-rpc.ts'
import {
  readBlockRef,
  readData,
  readList,
  readNumber,
  readObject,
  readQuantity,
  readReceipt,
  readTraces,
  readTransaction,
} from './rpc-shapes.ts'
import { COIN_GAS, hexOf, TOKEN_GAS } from './transactions.ts'

const hex = (number: number | bigint): string => `0x${number.toString(16)}`
const blockTag = (at: number | 'latest'): string => (at === 'latest' ? at : hex(at))

const METHOD_MISSING = -32601
/** The codes of geth and of anvil, and what both write into the message. */
const REVERTED = /revert|out ?of ?gas|invalid opcode|stack (under|over)flow/i
const KNOWN = /already (known|imported)|known transaction|nonce too low/i

/** Throws `ChainUnavailable` if an endpoint serves another chain. */
export async function openRpcChain(endpoints: readonly [JsonRpc, ...JsonRpc[]], chainId: number): Promise<EvmChain> {
  for (const endpoint of endpoints) {
    const found = readNumber(await endpoint.call('eth_chainId'), 'chain id')
    if (found !== chainId) throw new ChainUnavailable(`an endpoint serves the chain ${found} instead of ${chainId}`)
  }
  return rpcChain(endpoints, chainId)
}

export function rpcChain(endpoints: readonly [JsonRpc, ...JsonRpc[]], chainId: number): EvmChain {
  const [first] = endpoints

  /** What all endpoints answer. */
  async function agreed<T>(read: (endpoint: JsonRpc) => Promise<T>): Promise<T> {
    const answers = await Promise.all(endpoints.map(read))
    const [answer] = answers
    if (answers.some((other) => !isDeepStrictEqual(other, answer))) throw new ChainUnavailable('the endpoints disagree')
    return answer as T
  }

  const blockRef = (height: number): Promise<BlockRef> =>
    agreed(async (endpoint) => readBlockRef(await endpoint.call('eth_getBlockByNumber', [hex(height), false])))

  /** The lower of the blocks that the endpoints know by this tag. */
  async function lowest(tag: 'latest' | 'finalized'): Promise<BlockRef> {
    const blocks = await Promise.all(
      endpoints.map(async (endpoint) => readBlockRef(await endpoint.call('eth_getBlockByNumber', [tag, false]))),
    )
    const [block] = blocks.toSorted((a, b) => a.height - b.height)
    if (block === undefined) throw new ChainUnavailable('no endpoint answers')
    return blocks.every(({ hash }) => hash === block.hash) ? block : blockRef(block.height)
  }

  const callAt = (to: string, data: string, at: number | 'latest') =>
    agreed(async (endpoint) => readData(await endpoint.call('eth_call', [{ to, data }, blockTag(at)]), 'result'))

  return {
    chainId,
    async head() {
      const final = await lowest('finalized')
      const latest = await lowest('latest')
      return { latest: latest.height < final.height ? final : latest, final }
    },
    block: (height) => agreed((endpoint) => readBlock(endpoint, height)),
    balance: (address, at) =>
      agreed(async (endpoint) =>
        readQuantity(await endpoint.call('eth_getBalance', [address, blockTag(at)]), 'balance'),
      ),
    async tokenBalance(contract, address, at) {
      return readQuantity(await callAt(contract, balanceOfData(address), at), 'balance')
    },
    transactionCount: (address, at) =>
      agreed(async (endpoint) =>
        readNumber(await endpoint.call('eth_getTransactionCount', [address, blockTag(at)]), 'count'),
      ),
    receipt: (txid) =>
      agreed(async (endpoint) => {
        const receipt = await endpoint.call('eth_getTransactionReceipt', [txid])
        return receipt === null ? undefined : readReceipt(receipt)
      }),
    async fees() {
      const block = readObject(await first.call('eth_getBlockByNumber', ['latest', false]), 'block')
      const tip = readQuantity(await first.call('eth_maxPriorityFeePerGas'), 'fee')
      return { maxFee: 2n * readQuantity(block.baseFeePerGas, 'base fee') + tip, tip }
    },
    async wouldRevert({ from, to, value, data }) {
      const gas = hex(data === '0x' ? COIN_GAS : TOKEN_GAS)
      try {
        const result = await first.call('eth_call', [{ from, to, value: hex(value), data, gas }, 'latest'])
        // A token may answer `false` instead of reverting.
        return data !== '0x' && /^0x0{64}$/.test(readData(result, 'result'))
      } catch (error) {
        if (error instanceof RpcError && (error.code === 3 || REVERTED.test(error.message))) return true
        throw error
      }
    },
    async send(raw) {
      const sent = await Promise.allSettled(
        endpoints.map((endpoint) => endpoint.call('eth_sendRawTransaction', [hexOf(raw)])),
      )
      const errors = sent.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
      const isKnown = errors.some((error) => error instanceof RpcError && KNOWN.test(error.message))
      if (errors.length === sent.length && !isKnown) throw errors[0]
    },
  }
}

async function readBlock(endpoint: JsonRpc, height: number): Promise<EvmBlock> {
  const found = readObject(await endpoint.call('eth_getBlockByNumber', [hex(height), true]), 'block')
  const ref = readBlockRef(found)
  const transactions = readList(found.transactions, 'transactions').map(readTransaction)
  if (transactions.length === 0) return { ...ref, transactions: [], traces: [] }
  const receipts = readList(await endpoint.call('eth_getBlockReceipts', [hex(height)]), 'receipts').map(readReceipt)
  if (ref.height !== height || receipts.length !== transactions.length)
    throw new ChainUnavailable('the receipts belong to another block')
  return {
    ...ref,
    transactions: transactions.map((transaction, index) => {
      const receipt = receipts[index]
      if (receipt === undefined || receipt.txid !== transaction.txid || receipt.blockHash !== ref.hash)
        throw new ChainUnavailable('the receipts belong to another block')
      return { ...transaction, receipt }
    }),
    traces: await readBlockTraces(endpoint, height),
  }
}

async function readBlockTraces(endpoint: JsonRpc, height: number): Promise<readonly EvmTrace[] | null> {
  try {
    return readTraces(await endpoint.call('trace_block', [hex(height)]))
  } catch (error) {
    if (
      error instanceof RpcError &&
      (error.code === METHOD_MISSING || /not (found|available|supported)/i.test(error.message))
    )
      return null
    throw error
  }
}
