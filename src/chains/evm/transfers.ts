/** Finds the transfers to own addresses in a block. */

import type { EvmBlock, EvmTrace, EvmTransaction } from './chain.ts'
import { readTransferLog } from './erc20.ts'

/**
 * A transfer that the chain reports. `contract` is null for the coin of the chain. `part` is its place within its
 * transaction, which stays the same when the transaction moves to another block: 0 is the transaction itself, then come
 * its logs, then its inner calls.
 * `sender` and `nonce` are those of its transaction, also if a contract moved the coins.
 */
export type BlockTransfer = {
  readonly txid: string
  readonly sender: string
  readonly nonce: number
  readonly part: number
  readonly position: bigint
  readonly contract: string | null
  readonly from: string
  readonly to: string
  readonly raw: bigint
}

/** Parts from which on logs and inner calls are counted. A place that does not fit is not reported. */
const FIRST_LOG = 1
const FIRST_CALL = 50_000
const PARTS = 100_000

const positionOf = (height: number, index: number, part: number): bigint =>
  (BigInt(height) * BigInt(PARTS) + BigInt(index)) * BigInt(PARTS) + BigInt(part)

/** The last position of a block. */
export const endOf = (height: number): bigint => positionOf(height + 1, 0, 0) - 1n

/** The height of a position. */
export const heightOf = (position: bigint): number => Number(position / BigInt(PARTS) / BigInt(PARTS))

/** All transfers of the coin and of listed contracts, in rising positions. */
export function transfersOf(block: EvmBlock, contracts: ReadonlySet<string>): readonly BlockTransfer[] {
  const traces = Map.groupBy(block.traces, ({ txid }) => txid)
  return block.transactions.flatMap((transaction, index) => {
    // A transaction that failed moved nothing, and it has no logs.
    if (transaction.receipt.status === 0) return []
    const found = [
      ...ofCoin(transaction),
      ...ofTokens(transaction, contracts),
      ...ofInnerCalls(traces.get(transaction.txid) ?? []),
    ]
    const { txid, from: sender, nonce } = transaction
    return found.map((each) => ({
      txid,
      sender,
      nonce,
      ...each,
      position: positionOf(block.height, index, each.part),
    }))
  })
}

type Found = Omit<BlockTransfer, 'txid' | 'sender' | 'nonce' | 'position'>

const ofCoin = ({ from, to, value }: EvmTransaction): readonly Found[] =>
  to === null || value === 0n ? [] : [{ part: 0, contract: null, from, to, raw: value }]

const ofTokens = ({ receipt }: EvmTransaction, contracts: ReadonlySet<string>): readonly Found[] =>
  receipt.logs.flatMap((log, index) => {
    const part = FIRST_LOG + index
    const movement = contracts.has(log.address) && part < FIRST_CALL ? readTransferLog(log) : undefined
    return movement === undefined || movement.raw === 0n ? [] : [{ part, contract: log.address, ...movement }]
  })

/** A call below a failed one is listed as successful, but had no effect. */
function ofInnerCalls(traces: readonly EvmTrace[]): readonly Found[] {
  const failed = new Set(traces.filter((trace) => trace.failed).map(({ path }) => path.join()))
  const hasEffect = ({ path }: EvmTrace): boolean =>
    Array.from({ length: path.length + 1 }, (_, depth) => path.slice(0, depth).join()).every(
      (each) => !failed.has(each),
    )
  return traces.flatMap((trace, index) => {
    const { path, from, to, value } = trace
    const part = FIRST_CALL + index
    const counts = path.length > 0 && to !== null && value > 0n && part < PARTS && hasEffect(trace)
    return counts ? [{ part, contract: null, from, to, raw: value }] : []
  })
}
