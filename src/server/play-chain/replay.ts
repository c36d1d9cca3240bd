/** Builds the chain again in an empty anvil, from its stored blocks. */

import { type JsonRpc, RpcError } from '../../chains/evm/json-rpc.ts'
import { readBlockRef } from '../../chains/evm/rpc-shapes.ts'
import type { Millis } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { storedBlocks } from './blocks.ts'
import { GENESIS_AT } from './genesis.ts'

/** `emptyBlocks`: the newest blocks that have no transaction. */
export type Head = { readonly height: number; readonly at: Millis; readonly emptyBlocks: number }

/** The newest block, or how the replayed chain differs from the stored one. */
type Replayed = { readonly head: Head } | { readonly difference: string }

const hexOf = (raw: Uint8Array): string => `0x${Buffer.from(raw).toString('hex')}`

/** `minHeight`: the exchange has used blocks up to there. The genesis counts as block 0. */
export async function replayBlocks(
  rpc: JsonRpc,
  database: Database,
  generation: number,
  minHeight: number,
): Promise<Replayed> {
  let head: Head = { height: 0, at: GENESIS_AT, emptyBlocks: 0 }
  for await (const block of storedBlocks(database, generation)) {
    if (block.height !== head.height + 1) return { difference: `block ${head.height + 1} is missing` }
    try {
      for (const raw of block.transactions) await rpc.call('eth_sendRawTransaction', [hexOf(raw)])
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
      return { difference: `a transaction of block ${block.height} is refused: ${error.message}` }
    }
    await rpc.call('evm_mine', [{ timestamp: block.at / 1_000 }])
    const { hash, height } = readBlockRef(await rpc.call('eth_getBlockByNumber', ['latest', false]))
    if (hash !== block.hash || height !== block.height) return { difference: `block ${block.height} has another hash` }
    head = { height, at: block.at, emptyBlocks: block.transactions.length === 0 ? head.emptyBlocks + 1 : 0 }
  }
  if (head.height < minHeight) return { difference: `the blocks after ${head.height} are missing` }
  return { head }
}
