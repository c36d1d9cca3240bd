/**
 * Makes blocks while transactions wait, and two more for finality. A block is in the database before any client can see
 * it, so that a chain that is replayed from there is the same.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { EvmBlock } from '../../chains/evm/chain.ts'
import type { JsonRpc } from '../../chains/evm/json-rpc.ts'
import { rpcChain } from '../../chains/evm/rpc-chain.ts'
import { readAddress, readData, readHash, readNumber, readObject } from '../../chains/evm/rpc-shapes.ts'
import { readTransaction } from '../../chains/evm/transactions.ts'
import { transfersOf } from '../../chains/evm/transfers.ts'
import type { Millis } from '../../contract/ids.ts'
import { PLAY_CHAIN_ID } from '../../contract/wallet/networks.ts'
import type { Database } from '../postgres/database.ts'
import type { Clock } from '../runtime/clock.ts'
import { addWaiting, type MinedTransfer, storeBlock, waitingTransactions } from './blocks.ts'
import type { Gate } from './gate.ts'
import { PLAY_TOKEN } from './genesis.ts'
import type { Head } from './replay.ts'

type MinerDeps = {
  readonly rpc: JsonRpc
  readonly database: Database
  readonly generation: number
  readonly gate: Gate
  readonly clock: Clock
  /** The time between two blocks while there is work. */
  readonly blockMillis: Millis
  readonly onBlock: () => void
}

export type Miner = {
  /** The hash of an accepted transaction, which is then mined, also after a crash. Throws `RpcError` if it is rejected. */
  submit(raw: Uint8Array): Promise<string>
  /** Makes one block. */
  mine(): Promise<void>
  /** Makes blocks until `stop`. Throws if the database or anvil fails: what was made since is not stored. */
  run(): Promise<void>
  stop(): void
}

/** A block is final when two follow it. */
const BLOCKS_TO_FINALITY = 3
/** So that transactions that are sent together share a block. */
const GATHER_MILLIS = 30
/** A transaction whose fee is too low for now does not cause blocks without end. */
const MAX_EMPTY_BLOCKS = 100
const CONTRACTS = new Set([PLAY_TOKEN])

/** `head` is the newest block that is stored. */
export function openMiner(deps: MinerDeps, head: Head): Miner {
  const { rpc, database, generation, gate, clock, blockMillis, onBlock } = deps
  const chain = rpcChain([rpc], PLAY_CHAIN_ID)
  let { height, at, emptyBlocks } = head
  // A transaction may have been mined just before the last stop.
  let wanted = Math.max(0, BLOCKS_TO_FINALITY - 1 - emptyBlocks)
  let isStopped = false
  let wake = Promise.withResolvers<void>()
  if (wanted > 0) wake.resolve()

  function want(blocks: number): void {
    wanted = Math.max(wanted, blocks)
    wake.resolve()
  }

  const submit = (raw: Uint8Array): Promise<string> =>
    gate.pass(async () => {
      const txid = readHash(
        await rpc.call('eth_sendRawTransaction', [`0x${Buffer.from(raw).toString('hex')}`]),
        'transaction hash',
      )
      const { from } = readObject(await rpc.call('eth_getTransactionByHash', [txid]), 'transaction')
      const waiting = { txid, sender: readAddress(from, 'sender'), raw: Buffer.from(raw), at: clock.now() }
      await addWaiting(database, generation, waiting)
      emptyBlocks = 0
      want(BLOCKS_TO_FINALITY)
      return txid
    })

  const mine = (): Promise<void> =>
    gate.close(async () => {
      const seconds = Math.max(at / 1_000 + 1, Math.floor(clock.now() / 1_000))
      await rpc.call('evm_mine', [{ timestamp: seconds }])
      const block = await chain.block(height + 1)
      await store(deps, block)
      height = block.height
      at = block.at
      emptyBlocks = block.transactions.length === 0 ? emptyBlocks + 1 : 0
      const { pending } = readObject(await rpc.call('txpool_status'), 'pool')
      const isWaiting = readNumber(pending, 'pool') > 0 && emptyBlocks < MAX_EMPTY_BLOCKS
      wanted = isWaiting ? BLOCKS_TO_FINALITY : Math.max(0, wanted - 1)
    })

  return {
    submit,
    mine,
    async run() {
      while (!isStopped) {
        await wake.promise
        await pause(GATHER_MILLIS)
        while (wanted > 0 && !isStopped) {
          await mine()
          onBlock()
          await pause(blockMillis)
        }
        if (wanted === 0) wake = Promise.withResolvers()
      }
    },
    stop() {
      isStopped = true
      wake.resolve()
    },
  }
}

async function store({ rpc, database, generation }: MinerDeps, block: EvmBlock): Promise<void> {
  const { height, at, hash } = block
  const txids = block.transactions.map(({ txid }) => txid)
  const waiting = txids.length === 0 ? [] : await waitingTransactions(database, generation)
  const rawOf = new Map(waiting.map(({ txid, raw }) => [txid, raw]))
  const transactions = await Promise.all(txids.map(async (txid) => rawOf.get(txid) ?? rawFromNode(rpc, txid)))
  const transfers = minedTransfers(block, transactions)
  await storeBlock(database, generation, { height, at, hash, transactions }, { txids, transfers })
}

const rawFromNode = async (rpc: JsonRpc, txid: string): Promise<Buffer> =>
  Buffer.from(readData(await rpc.call('eth_getRawTransactionByHash', [txid]), 'transaction').slice(2), 'hex')

/** What happened, and what a failed transfer was meant to move. */
function minedTransfers(block: EvmBlock, transactions: readonly Uint8Array[]): readonly MinedTransfer[] {
  const moved = transfersOf(block, CONTRACTS).map(({ position: _position, ...each }) => ({ ...each, failed: false }))
  const failed = block.transactions.flatMap(({ txid, from, receipt }, index): MinedTransfer[] => {
    const meant = receipt.status === 1 ? undefined : readTransaction(transactions[index] ?? Buffer.alloc(0))
    if (meant === undefined) return []
    return [{ txid, part: 0, from, to: meant.to, contract: meant.contract, raw: meant.raw, failed: true }]
  })
  return [...moved, ...failed]
}
