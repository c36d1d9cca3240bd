/** Reads the answers of an endpoint strictly: any other shape throws `ChainUnavailable`. */

import { type BlockRef, ChainUnavailable, type EvmLog, type EvmReceipt, type EvmTrace } from './chain.ts'

type Fields = Readonly<Record<string, unknown>>

/** A block with full transactions, before its receipts are known. */
type RpcTransaction = {
  readonly txid: string
  readonly from: string
  readonly nonce: number
  readonly to: string | null
  readonly value: bigint
}

const QUANTITY = /^0x[0-9a-f]{1,64}$/i
const HASH = /^0x[0-9a-f]{64}$/i
const ADDRESS = /^0x[0-9a-f]{40}$/i
const DATA = /^0x([0-9a-f]{2})*$/i

const wrong = (what: string): ChainUnavailable => new ChainUnavailable(`the endpoint sent no ${what}`)

export function readObject(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(what)
  return value as Fields
}

export function readList(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(what)
  return value
}

function matching(value: unknown, format: RegExp, what: string): string {
  if (typeof value !== 'string' || !format.test(value)) throw wrong(what)
  return value.toLowerCase()
}

export const readQuantity = (value: unknown, what: string): bigint => BigInt(matching(value, QUANTITY, what))

export function readNumber(value: unknown, what: string): number {
  const number = Number(readQuantity(value, what))
  if (!Number.isSafeInteger(number)) throw wrong(what)
  return number
}

export const readHash = (value: unknown, what: string): string => matching(value, HASH, what)
export const readData = (value: unknown, what: string): string => matching(value, DATA, what)
export const readAddress = (value: unknown, what: string): string => matching(value, ADDRESS, what)
const readReceiver = (value: unknown, what: string): string | null =>
  value === null || value === undefined ? null : readAddress(value, what)

export function readBlockRef(value: unknown): BlockRef {
  const block = readObject(value, 'block')
  return {
    height: readNumber(block.number, 'block number'),
    hash: readHash(block.hash, 'block hash'),
    parentHash: readHash(block.parentHash, 'parent hash'),
    at: readNumber(block.timestamp, 'block time') * 1_000,
  }
}

export function readTransaction(value: unknown): RpcTransaction {
  const transaction = readObject(value, 'transaction')
  return {
    txid: readHash(transaction.hash, 'transaction hash'),
    from: readAddress(transaction.from, 'sender'),
    nonce: readNumber(transaction.nonce, 'nonce'),
    to: readReceiver(transaction.to, 'receiver'),
    value: readQuantity(transaction.value, 'value'),
  }
}

export function readReceipt(value: unknown): EvmReceipt {
  const receipt = readObject(value, 'receipt')
  const status = readNumber(receipt.status, 'status')
  if (status !== 0 && status !== 1) throw wrong('status')
  return {
    txid: readHash(receipt.transactionHash, 'transaction hash'),
    from: readAddress(receipt.from, 'sender'),
    height: readNumber(receipt.blockNumber, 'block number'),
    blockHash: readHash(receipt.blockHash, 'block hash'),
    status,
    gasUsed: readQuantity(receipt.gasUsed, 'gas'),
    effectiveGasPrice: readQuantity(receipt.effectiveGasPrice, 'gas price'),
    logs: readList(receipt.logs, 'logs').map(readLog),
  }
}

function readLog(value: unknown): EvmLog {
  const log = readObject(value, 'log')
  return {
    address: readAddress(log.address, 'log address'),
    topics: readList(log.topics, 'topics').map((topic) => readHash(topic, 'topic')),
    data: readData(log.data, 'log data'),
  }
}

/** Of `trace_block`. Only calls that move the coin of the chain: `delegatecall` names a value that does not move. */
export function readTraces(value: unknown): readonly EvmTrace[] {
  return readList(value, 'traces').flatMap((each): readonly EvmTrace[] => {
    const trace = readObject(each, 'trace')
    // The reward of a block has no transaction.
    if (typeof trace.transactionHash !== 'string') return []
    const action = readObject(trace.action, 'action')
    const isDestruction = trace.type === 'suicide' || trace.type === 'selfdestruct'
    const moves = isDestruction || (trace.type === 'call' && action.callType === 'call')
    return [
      {
        txid: readHash(trace.transactionHash, 'transaction hash'),
        path: readList(trace.traceAddress, 'trace address').map(Number),
        from: readAddress(isDestruction ? action.address : action.from, 'sender'),
        to: readReceiver(isDestruction ? action.refundAddress : action.to, 'receiver'),
        value: moves ? readQuantity(isDestruction ? action.balance : action.value, 'value') : 0n,
        failed: trace.error !== undefined && trace.error !== null,
      },
    ]
  })
}
