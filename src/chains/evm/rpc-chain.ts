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

/** What geth and anvil write into the message. */
const REVERTED = /revert|out ?of ?gas|invalid opcode|stack (under|over)flow/i
const KNOWN = /already (known|imported)|known transaction|nonce too low/i

type Endpoints = readonly [JsonRpc, ...JsonRpc[]]

export function rpcChain(endpoints: Endpoints, chainId: number): EvmChain {
  const [first] = endpoints
  const { agreed, lowest } = agreement(endpoints)
  const balanceAt = (address: string, at: number | 'latest'): Promise<bigint> =>
    agreed(async (endpoint) => readQuantity(await endpoint.call('eth_getBalance', [address, blockTag(at)]), 'balance'))
  const countAt = (address: string, at: number | 'latest'): Promise<number> =>
    agreed(async (endpoint) =>
      readNumber(await endpoint.call('eth_getTransactionCount', [address, blockTag(at)]), 'count'),
    )
  async function tokenBalanceAt(contract: string, address: string, at: number | 'latest'): Promise<bigint> {
    const call = { to: contract, data: balanceOfData(address) }
    const data = await agreed(async (endpoint) =>
      readData(await endpoint.call('eth_call', [call, blockTag(at)]), 'result'),
    )
    // Before the contract was created.
    return data === '0x' ? 0n : readQuantity(data, 'balance')
  }

  return {
    chainId,
    async head() {
      const final = await lowest('finalized')
      const latest = await lowest('latest')
      return { latest: latest.height < final.height ? final : latest, final }
    },
    block: (height) => agreed((endpoint) => readBlock(endpoint, height)),
    balance: balanceAt,
    tokenBalance: tokenBalanceAt,
    transactionCount: countAt,
    async pendingCount(address) {
      const read = async (endpoint: JsonRpc): Promise<number> =>
        readNumber(await endpoint.call('eth_getTransactionCount', [address, 'pending']), 'count')
      return Math.max(...(await Promise.all(endpoints.map(read))))
    },
    receipt: (txid) =>
      agreed(async (endpoint) => {
        const receipt = await endpoint.call('eth_getTransactionReceipt', [txid])
        return receipt === null ? undefined : readReceipt(receipt)
      }),
    fees: () => feesOf(first),
    wouldRevert: (call) => wouldRevert(first, call),
    send: (raw) => sendToAll(endpoints, raw),
  }
}

/** What all endpoints answer. */
function agreement(endpoints: Endpoints) {
  async function agreed<T>(read: (endpoint: JsonRpc) => Promise<T>): Promise<T> {
    const answers = await Promise.all(endpoints.map(read))
    const [answer] = answers
    if (answers.some((other) => !isDeepStrictEqual(other, answer))) throw new ChainUnavailable('the endpoints disagree')
    return answer as T
  }

  const readRef = async (endpoint: JsonRpc, tag: string): Promise<BlockRef> =>
    readBlockRef(await endpoint.call('eth_getBlockByNumber', [tag, false]))

  /** The lower of the blocks that the endpoints know by this tag. */
  async function lowest(tag: 'latest' | 'finalized'): Promise<BlockRef> {
    const blocks = await Promise.all(endpoints.map((endpoint) => readRef(endpoint, tag)))
    const [block] = blocks.toSorted((a, b) => a.height - b.height)
    if (block === undefined) throw new ChainUnavailable('no endpoint answers')
    if (blocks.every(({ hash }) => hash === block.hash)) return block
    return agreed((endpoint) => readRef(endpoint, hex(block.height)))
  }

  return { agreed, lowest }
}

async function feesOf(endpoint: JsonRpc): Promise<{ readonly maxFee: bigint; readonly tip: bigint }> {
  const block = readObject(await endpoint.call('eth_getBlockByNumber', ['latest', false]), 'block')
  const tip = readQuantity(await endpoint.call('eth_maxPriorityFeePerGas'), 'fee')
  return { maxFee: 2n * readQuantity(block.baseFeePerGas, 'base fee') + tip, tip }
}

type Call = Parameters<EvmChain['wouldRevert']>[0]

async function wouldRevert(endpoint: JsonRpc, { from, to, value, data }: Call): Promise<boolean> {
  const gas = hex(data === '0x' ? COIN_GAS : TOKEN_GAS)
  try {
    const result = await endpoint.call('eth_call', [{ from, to, value: hex(value), data, gas }, 'latest'])
    // A token may answer `false` instead of reverting.
    return data !== '0x' && /^0x0{64}$/.test(readData(result, 'result'))
  } catch (error) {
    if (error instanceof RpcError && (error.code === 3 || REVERTED.test(error.message))) return true
    throw error
  }
}

/** Fails only if no endpoint knows the transaction now. */
async function sendToAll(endpoints: Endpoints, raw: Uint8Array): Promise<void> {
  const sent = await Promise.allSettled(endpoints.map((each) => each.call('eth_sendRawTransaction', [hexOf(raw)])))
  const errors = sent.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  const isKnown = errors.some((error) => error instanceof RpcError && KNOWN.test(error.message))
  if (errors.length === sent.length && !isKnown) throw errors[0]
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

/** Without them, coins that a contract sends would not be seen: an endpoint must offer them. */
async function readBlockTraces(endpoint: JsonRpc, height: number): Promise<readonly EvmTrace[]> {
  try {
    return readTraces(await endpoint.call('trace_block', [hex(height)]))
  } catch (error) {
    if (error instanceof RpcError) throw new ChainUnavailable(`the endpoint answers no trace_block: ${error.message}`)
    throw error
  }
}
