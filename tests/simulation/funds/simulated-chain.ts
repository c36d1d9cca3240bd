/**
 * An EVM chain in memory: blocks with the state after each, a pool of waiting transactions, replaced blocks, and a final
 * block that is never replaced. Own transactions are the bytes that the signer signed; others are made by the test.
 */

import { parseTransaction } from 'viem'
import type { EvmLog, EvmReceipt, EvmTrace } from '../../../src/chains/evm/chain.ts'
import { COIN_GAS, hexOf, maxGasCost, readTransaction } from '../../../src/chains/evm/transactions.ts'
import type { Random } from '../simulated-traders.ts'
import { addressOfWallet } from './simulated-signer.ts'

export const TOKEN = `0x${'70'.repeat(20)}`
export const GWEI = 10n ** 9n
const START = 1_700_000_000_000
const BLOCK_MILLIS = 12_000
/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** A movement that really happened. `part`: its place in the transaction, as `transfers.ts` counts. */
export type Move = {
  readonly contract: string | null
  readonly from: string
  readonly to: string
  readonly raw: bigint
  readonly part: number
}

type Effect = {
  readonly status: 0 | 1
  readonly gasUsed: bigint
  readonly logs: readonly EvmLog[]
  readonly traces: readonly Omit<EvmTrace, 'txid'>[]
  readonly moves: readonly Move[]
}

/** `wallet` undefined: not one of the exchange, and always affordable. */
export type Transaction = {
  readonly txid: string
  readonly wallet: number | undefined
  readonly from: string
  readonly nonce: number
  readonly to: string
  readonly value: bigint
  readonly maxFee: bigint
  readonly tip: bigint
  /** The most that the sender pays, the fee included. */
  readonly cost: bigint
  effect(state: ChainState): Effect
}

export type Mined = { readonly transaction: Transaction; readonly effect: Effect; readonly receipt: EvmReceipt }

export type ChainState = {
  readonly coins: Map<string, bigint>
  readonly tokens: Map<string, bigint>
  readonly nonces: Map<string, number>
  /** Receivers at which every transfer fails. */
  readonly frozen: Set<string>
}

export type Block = {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly at: number
  readonly mined: readonly Mined[]
  readonly state: ChainState
}

const word = (hex: string): string => hex.padStart(64, '0')
export const hash = (kind: string, number: number): string => `0x${word(kind + number.toString(16))}`

export const transferLog = (contract: string, from: string, to: string, raw: bigint): EvmLog => ({
  address: contract,
  topics: [TRANSFER, `0x${word(from.slice(2))}`, `0x${word(to.slice(2))}`],
  data: `0x${word(raw.toString(16))}`,
})

const add = (balances: Map<string, bigint>, address: string, raw: bigint): void => {
  balances.set(address, (balances.get(address) ?? 0n) + raw)
}

const copyOf = ({ coins, tokens, nonces, frozen }: ChainState): ChainState => ({
  coins: new Map(coins),
  tokens: new Map(tokens),
  nonces: new Map(nonces),
  frozen: new Set(frozen),
})

const REVERTED = { status: 0, logs: [], traces: [], moves: [] } as const

/** The transaction that signed bytes are. */
function transactionOf(raw: Uint8Array, txid: string): Transaction {
  const transfer = readTransaction(raw)
  const { s } = parseTransaction(hexOf(raw) as `0x02${string}`)
  if (transfer === undefined || s === undefined) throw new Error('the payer sends its own transactions only')
  const wallet = Number(BigInt(s)) - 1
  const from = addressOfWallet(wallet)
  const { contract, to, raw: amount, maxFee, tip, nonce } = transfer
  const value = contract === null ? amount : 0n
  return {
    txid,
    wallet,
    from,
    nonce,
    to: contract ?? to,
    value,
    maxFee,
    tip,
    cost: value + maxGasCost(contract, maxFee),
    effect({ tokens, frozen }) {
      const gasUsed = contract === null ? COIN_GAS : 52_000n
      const isCovered = contract === null || (tokens.get(from) ?? 0n) >= amount
      if (frozen.has(to) || !isCovered) return { ...REVERTED, gasUsed }
      const logs = contract === null ? [] : [transferLog(contract, from, to, amount)]
      const move = { contract, from, to, raw: amount, part: contract === null ? 0 : 1 }
      return { status: 1, gasUsed, logs, traces: [], moves: [move] }
    },
  }
}

export type SimulatedChain = ReturnType<typeof simulatedChain>

export function simulatedChain(dice: Random, count: (name: string) => void) {
  const nothing: ChainState = { coins: new Map(), tokens: new Map(), nonces: new Map(), frozen: new Set() }
  const genesis = { height: 0, hash: hash('b', 0), parentHash: hash('b', 0xffff), at: START, mined: [], state: nothing }
  const blocks: Block[] = [genesis]
  const replaced: Block[] = []
  const pool = new Map<string, Transaction>()
  const early = new Set<string>()
  const signed = new Map<string, Transaction>()
  let late: { readonly transaction: Transaction; readonly from: number }[] = []
  let [made, final, baseFee] = [0, 0, 10n * GWEI]
  let isFaulty = true
  const tip = (): Block => blocks.at(-1) as Block
  const isIn = (txid: string): boolean =>
    blocks.some(({ mined }) => mined.some(({ transaction }) => transaction.txid === txid))
  const chance = (probability: number): boolean => isFaulty && dice() < probability

  function place(block: Omit<Block, 'mined'>, transaction: Transaction): Mined | undefined {
    const { state } = block
    const { from, wallet, maxFee, cost, txid, nonce } = transaction
    const isValid =
      wallet === undefined || ((state.nonces.get(from) ?? 0) === nonce && (state.coins.get(from) ?? 0n) >= cost)
    if (maxFee < baseFee || !isValid) return undefined
    const effect = transaction.effect(state)
    const price = baseFee + transaction.tip < maxFee ? baseFee + transaction.tip : maxFee
    state.nonces.set(from, nonce + 1)
    add(state.coins, from, -effect.gasUsed * price)
    for (const { contract, from: sender, to, raw } of effect.moves) {
      const balances = contract === null ? state.coins : state.tokens
      add(balances, sender, -raw)
      add(balances, to, raw)
    }
    const { status, gasUsed, logs } = effect
    const where = { txid, from, height: block.height, blockHash: block.hash }
    return { transaction, effect, receipt: { ...where, status, gasUsed, effectiveGasPrice: price, logs } }
  }

  /** Waiting transactions in random order, those of one sender in the order of their nonces. */
  function mine(): void {
    const parent = tip()
    const height = parent.height + 1
    for (const { transaction } of late.filter(({ from }) => from <= height)) pool.set(transaction.txid, transaction)
    late = late.filter(({ from }) => from > height)
    made += 1
    const hashes = { hash: hash('b', made), parentHash: parent.hash }
    const block = { height, ...hashes, at: parent.at + BLOCK_MILLIS, state: copyOf(parent.state) }
    const mined: Mined[] = []
    const order = [...pool.values()].map((transaction) => ({ transaction, rank: dice() }))
    for (const { transaction } of order.sort((a, b) => a.transaction.nonce - b.transaction.nonce || a.rank - b.rank)) {
      const placed = chance(0.15) ? undefined : place(block, transaction)
      if (placed === undefined) continue
      pool.delete(transaction.txid)
      mined.push(placed)
      if (placed.effect.status === 0 && transaction.wallet !== undefined) count('payments reverted')
    }
    blocks.push({ ...block, mined })
    for (const { txid, from, wallet, nonce } of pool.values())
      if (wallet !== undefined && nonce < (block.state.nonces.get(from) ?? 0)) pool.delete(txid)
    for (const txid of pool.keys()) if (chance(0.03)) forget(txid)
    forgetEarly()
    changeFees()
    const lag = 2 + Math.floor(dice() * 5)
    if (!chance(0.2)) final = Math.max(final, height - lag)
  }

  function forget(txid: string): void {
    count('waiting transactions forgotten')
    pool.delete(txid)
  }

  function changeFees(): void {
    if (!isFaulty) baseFee = 10n * GWEI
    else if (dice() < 0.05) {
      count('fees raised')
      baseFee = BigInt(20 + Math.floor(dice() * 80)) * GWEI
    } else if (dice() < 0.15) baseFee = BigInt(5 + Math.floor(dice() * 10)) * GWEI
  }

  function reorganise(): void {
    const depth = Math.min(1 + Math.floor(dice() * 4), tip().height - final)
    if (depth < 1) return
    count('blocks replaced')
    const lost = blocks.splice(blocks.length - depth)
    replaced.push(...lost)
    // Transactions of the replaced blocks wait again, or are gone.
    for (const { mined } of lost)
      for (const { transaction } of mined) if (dice() < 0.75) pool.set(transaction.txid, transaction)
    const added = Math.max(0, depth + Math.floor(dice() * 3) - 1)
    forgetEarly()
    for (let block = 0; block < added; block++) mine()
  }

  function accept(transaction: Transaction): string | undefined {
    const { from, nonce, txid, maxFee, tip: tipPerGas, cost } = transaction
    const state = tip().state
    if (pool.has(txid) || isIn(txid) || nonce < (state.nonces.get(from) ?? 0)) return undefined
    if ((state.coins.get(from) ?? 0n) < cost) return 'insufficient funds for gas * price + value'
    const other = [...pool.values()].find((each) => each.from === from && each.nonce === nonce)
    if (other !== undefined && (maxFee * 10n < other.maxFee * 11n || tipPerGas * 10n < other.tip * 11n))
      return 'replacement transaction underpriced'
    if (other !== undefined) pool.delete(other.txid)
    pool.set(txid, transaction)
    return undefined
  }

  function arrive(): void {
    for (const { transaction } of late) pool.set(transaction.txid, transaction)
    late = []
  }
  /** What was sent before a restore and waits for a missing one: an older signer is used again only when it is forgotten. */
  function forgetEarly(): void {
    for (const { txid, from, nonce } of pool.values())
      if (early.has(txid) && nonce > pendingCount(from)) pool.delete(txid)
  }
  /** Without those that wait for a missing one. */
  function pendingCount(from: string): number {
    const nonces = new Set([...pool.values()].filter((each) => each.from === from).map(({ nonce }) => nonce))
    let next = tip().state.nonces.get(from) ?? 0
    while (nonces.has(next)) next += 1
    return next
  }

  return {
    get blocks(): readonly Block[] {
      return blocks
    },
    get tip() {
      return tip()
    },
    get final(): Block {
      return blocks[final] as Block
    },
    get baseFee() {
      return baseFee
    },
    replaced: replaced as readonly Block[],
    signed: signed as ReadonlyMap<string, Transaction>,
    waiting: (from: string): number => [...pool.values()].filter((each) => each.from === from).length,
    mine,
    reorganise,
    /** From an address outside of the exchange. */
    add: (transaction: Transaction): void => void pool.set(transaction.txid, transaction),
    freeze(address: string, frozen: boolean): void {
      const { state } = tip()
      if (frozen) state.frozen.add(address)
      else state.frozen.delete(address)
    },
    /** The reason of a rejection. */
    send(raw: Uint8Array, txid: string): string | undefined {
      const transaction = signed.get(txid) ?? transactionOf(raw, txid)
      signed.set(txid, transaction)
      if (chance(0.06)) {
        count('sent transactions lost')
        return undefined
      }
      if (!chance(0.06)) return accept(transaction)
      count('sent transactions delayed')
      late.push({ transaction, from: tip().height + 2 + Math.floor(dice() * 8) })
      return undefined
    },
    pendingCount,
    /** What is delayed waits for a block now, or is forgotten because it cannot be executed yet. */
    flush(): void {
      arrive()
      for (const txid of signed.keys()) early.add(txid)
      forgetEarly()
    },
    /** No more faults: what is sent waits for a block, and fees are low. */
    calm(): void {
      isFaulty = false
      arrive()
      changeFees()
    },
    /** Coins and tokens of an address after the block. */
    balance: (address: string, contract: string | null, { state }: Block): bigint =>
      (contract === null ? state.coins : state.tokens).get(address) ?? 0n,
  }
}
