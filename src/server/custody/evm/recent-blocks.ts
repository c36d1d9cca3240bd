/** The blocks above the newest final one that was processed, as they are in the chain now. */

import type { BlockRef, EvmBlock, EvmChain } from '../../../chains/evm/chain.ts'
import type { BlockTransfer } from '../../../chains/evm/transfers.ts'

/** A block with the transfers from and to own addresses. */
export type ScannedBlock = BlockRef & { readonly transfers: readonly BlockTransfer[] }
export type Scan = (block: EvmBlock) => readonly BlockTransfer[]

/** Older blocks wait for the pass over final blocks. */
const MAX_BLOCKS = 200

export type RecentBlocks = {
  /** By height, without gaps up to the newest. */
  readonly blocks: readonly ScannedBlock[]
  /** True if the blocks changed. Replaces blocks that the chain has replaced. */
  follow(chain: EvmChain, latest: BlockRef, after: number): Promise<boolean>
  find(height: number, hash: string): ScannedBlock | undefined
}

export function openRecentBlocks(scan: Scan): RecentBlocks {
  let blocks: readonly ScannedBlock[] = []

  return {
    get blocks() {
      return blocks
    },
    find: (height, hash) => blocks.find((block) => block.height === height && block.hash === hash),
    async follow(chain, latest, after) {
      const lowest = Math.max(after + 1, latest.height - MAX_BLOCKS + 1)
      if (blocks.at(-1)?.hash === latest.hash && (blocks[0]?.height ?? lowest) >= lowest) return false
      const known = new Map(blocks.map((block) => [block.hash, block]))
      const found: ScannedBlock[] = []
      let hash = latest.hash
      for (let height = latest.height; height >= lowest; height--) {
        const block = known.get(hash) ?? (await scanned(chain, height, scan))
        // The chain changed while it was read: the next call follows it.
        if (block.hash !== hash) return false
        found.unshift(block)
        hash = block.parentHash
      }
      blocks = found
      return true
    },
  }
}

export async function scanned(chain: EvmChain, height: number, scan: Scan): Promise<ScannedBlock> {
  const block = await chain.block(height)
  const { hash, parentHash, at } = block
  return { height, hash, parentHash, at, transfers: scan(block) }
}
