/** The endpoint of a simulated chain: what it answers can be wrong, old or missing. */

import { keccak256 } from 'viem'
import {
  type BlockRef,
  ChainUnavailable,
  type EvmBlock,
  type EvmChain,
  type EvmReceipt,
} from '../../../src/chains/evm/chain.ts'
import { readTransferData } from '../../../src/chains/evm/erc20.ts'
import type { Random } from '../simulated-traders.ts'
import { type Block, GWEI, type SimulatedChain } from './simulated-chain.ts'
import { CHAIN_ID } from './simulated-signer.ts'
import type { Owner, Steps } from './steps.ts'

export type EndpointDeps = {
  readonly chain: SimulatedChain
  readonly steps: Steps
  readonly owner: Owner
  readonly dice: Random
  readonly count: (name: string) => void
  readonly isFaulty: () => boolean
}

const FAILURES = ['the answer is not JSON-RPC', 'no answer in time', 'ECONNRESET', 'block: null is not an object']

const refOf = ({ height, hash, parentHash, at }: Block): BlockRef => ({ height, hash, parentHash, at })

const blockOf = ({ mined, ...block }: Block): EvmBlock => ({
  ...refOf({ mined, ...block }),
  transactions: mined.map(({ transaction: { txid, from, nonce, to, value }, receipt }) => ({
    txid,
    from,
    nonce,
    to,
    value,
    receipt,
  })),
  traces: mined.flatMap(({ transaction: { txid }, effect }) => effect.traces.map((trace) => ({ txid, ...trace }))),
})

export function simulatedEndpoint({ chain, steps, owner, dice, count, isFaulty }: EndpointDeps): EvmChain {
  const failure = (): Error => new ChainUnavailable(FAILURES[Math.floor(dice() * FAILURES.length)])
  const ask = <T>(answer: () => T): Promise<T> =>
    steps.take(owner, 'chain', failure, () => {
      answers += 1
      return answer()
    })
  let liedAt = Number.NEGATIVE_INFINITY
  let [lagUntil, lag] = [0, 0]
  let answers = 0
  /** True if this answer is to be false. Of two that belong together, one is true. */
  const lies = (name: string, probability: number): boolean => {
    if (!isFaulty() || answers - liedAt < 40 || dice() >= probability) return false
    liedAt = answers
    count(`chain: ${name}`)
    return true
  }
  const pick = <T>(from: readonly T[]): T => from[Math.floor(dice() * from.length)] as T

  function blockAt(height: number | 'latest'): Block {
    const block = height === 'latest' ? chain.tip : chain.blocks[height]
    if (block === undefined) throw new ChainUnavailable('block: null is not an object')
    return block
  }

  function replacedAt(height: number): Block | undefined {
    const others = chain.replaced.filter((block) => block.height === height)
    return others.length > 0 && lies('replaced blocks answered', 0.2) ? pick(others) : undefined
  }

  function receiptOf(txid: string): EvmReceipt | undefined {
    const old = chain.replaced.flatMap(({ mined }) => mined.filter(({ transaction }) => transaction.txid === txid))
    if (old.length > 0 && lies('receipts of replaced blocks answered', 0.2)) return pick(old).receipt
    for (let height = chain.tip.height; height >= 0; height--) {
      const found = blockAt(height).mined.find(({ transaction }) => transaction.txid === txid)
      if (found !== undefined) return lies('receipts missing', 0.05) ? undefined : found.receipt
    }
    return undefined
  }

  return {
    chainId: CHAIN_ID,
    head: () =>
      ask(() => {
        if (lies('endpoints that fell behind', 0.02)) [lagUntil, lag] = [answers + 60, 1 + Math.floor(dice() * 6)]
        const isBack = answers < lagUntil || lies('heads that went back', 0.04)
        if (!isBack) return { latest: refOf(chain.tip), final: refOf(chain.final) }
        const back = answers < lagUntil ? lag : 1 + Math.floor(dice() * 6)
        const at = (block: Block): BlockRef => refOf(blockAt(Math.max(0, block.height - back)))
        return {
          latest: at(chain.tip).height < at(chain.final).height ? at(chain.final) : at(chain.tip),
          final: at(chain.final),
        }
      }),
    block: (height) => ask(() => blockOf(replacedAt(height) ?? blockAt(height))),
    balance: (address, at) => ask(() => chain.balance(address, null, blockAt(at))),
    tokenBalance: (contract, address, at) => ask(() => chain.balance(address, contract, blockAt(at))),
    transactionCount: (address, at) => ask(() => blockAt(at).state.nonces.get(address) ?? 0),
    pendingCount: (address) => ask(() => chain.pendingCount(address)),
    receipt: (txid) => ask(() => receiptOf(txid)),
    fees: () => ask(() => ({ maxFee: 2n * chain.baseFee + GWEI, tip: GWEI })),
    wouldRevert: ({ from, to, value, data }) =>
      ask(() => {
        const { state } = chain.tip
        const call = readTransferData(data)
        if (call === undefined) return state.frozen.has(to) || (state.coins.get(from) ?? 0n) < value
        return state.frozen.has(call.to) || (state.tokens.get(from) ?? 0n) < call.raw
      }),
    send: (raw) =>
      ask(() => {
        const rejected = chain.send(raw, keccak256(raw))
        if (rejected === undefined) return
        count('sent transactions rejected')
        throw new ChainUnavailable(rejected)
      }),
  }
}
