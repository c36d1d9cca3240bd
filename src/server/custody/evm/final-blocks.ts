/** Credits the transfers of final blocks, in the order of the chain. */

import { type BlockRef, ChainUnavailable, type EvmChain } from '../../../chains/evm/chain.ts'
import { endOf, heightOf } from '../../../chains/evm/transfers.ts'
import { type Credit, type NetworkInfo, positionOf } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import type { Cursor, Cursors } from '../base/cursors.ts'
import { type Incoming, type StreamInfo, writeFinal } from '../base/incoming.ts'
import { creditDeposits } from '../base/watcher-rounds.ts'
import type { OwnAddresses } from './own-addresses.ts'
import { ownPayments } from './own-payments.ts'
import { received } from './received.ts'
import { type RecentBlocks, type Scan, type ScannedBlock, scanned } from './recent-blocks.ts'
import { FUNDING, incomingOf } from './scan.ts'
import type { TokenFailures } from './token-balance.ts'

export type FinalDeps = {
  readonly chain: EvmChain
  readonly cursors: Cursors
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly addresses: OwnAddresses
  readonly treasury: string | undefined
  readonly tokenFailures: TokenFailures
  readonly clock: Clock
  readonly log: Log
}

/** Block `height` is processed and was final. The chain must continue it. */
export type Processed = { readonly height: number; readonly hash: string }

/** The chain replaced a block that it had called final. */
export class FinalBlockReplaced extends Error {
  constructor(height: number) {
    super(`block ${height} was final and has been replaced`)
  }
}

/** Blocks of one step: their transfers are credited by one command. */
const STEP = 25

/**
 * Where to continue. The engine decides: if the stored cursor was written at another position, the engine has lost
 * credits since, or has made credits that the cursor does not know. A chain that is followed for the first time begins at
 * its final block, which the engine notes: the next start must not begin at a later one.
 */
export async function firstProcessed(
  { chain, cursors, sequencer, clock }: FinalDeps,
  info: StreamInfo,
  final: BlockRef,
  isNewChain: boolean,
): Promise<Processed> {
  const readPosition = (): Promise<bigint> => sequencer.read((state) => positionOf(state, info.stream))
  const isFirst = !isNewChain && (await readPosition()) === 0n
  if (isFirst) await sequencer.submit(beginAfter(info, final), () => undefined)
  const position = await readPosition()
  const stored = await cursors.read(info)
  const height = isFirst ? final.height : Math.max(heightOf(position) - 1, 0)
  const first = stored?.position === position ? stored : await cursorAt(chain, height, final, position)
  await cursors.write(info, first, clock.now())
  return first
}

async function cursorAt(chain: EvmChain, height: number, final: BlockRef, position: bigint): Promise<Cursor> {
  const { hash } = await chain.block(height)
  if (hash !== (await finalHash(chain, height, final)))
    throw new ChainUnavailable(`two answers differ in block ${height}`)
  return { height, hash, seen_height: height, booked_until: null, position }
}

const beginAfter = ({ network }: StreamInfo, { height }: BlockRef) =>
  ({ type: 'begin-stream', network, position: endOf(height) }) as const

/** Known from the block after it, so that a replaced block, which an endpoint may still answer, is recognised. */
const finalHash = async (chain: EvmChain, height: number, final: BlockRef): Promise<string> =>
  height === final.height ? final.hash : (await chain.block(height + 1)).parentHash

type Heads = { readonly latest: BlockRef; readonly final: BlockRef }

/** Processes the next final blocks and returns the newest of them. Throws `FinalBlockReplaced`. */
export async function processFinal(
  deps: FinalDeps,
  { info, network, scan }: { readonly info: StreamInfo; readonly network: NetworkInfo; readonly scan: Scan },
  processed: Processed,
  { latest, final }: Heads,
  recent: RecentBlocks,
): Promise<Processed> {
  const { chain, cursors, database, sequencer, clock } = deps
  const blocks = await nextBlocks(chain, scan, processed, final, recent)
  const newest = blocks.at(-1)
  if (newest === undefined) return processed
  const known = { ...deps, network, payments: await ownPayments(deps, info.network, blocks) }
  const perBlock = await Promise.all(
    blocks.map((block) => received(chain, known, block, incomingOf(block, known, deps.treasury), deps.tokenFailures)),
  )
  const found = perBlock.flat()
  if (found.length > 0) {
    await writeFinal(database, info, found, clock.now())
    await creditDeposits(deps, commandOf(info, found))
  }
  const position = await sequencer.read((state) => positionOf(state, info.stream))
  const { height, hash } = newest
  await cursors.write(info, { height, hash, seen_height: latest.height, booked_until: null, position }, clock.now())
  return newest
}

const commandOf = ({ stream, network }: StreamInfo, found: readonly Incoming[]) => ({
  type: 'credit-deposits' as const,
  network,
  stream,
  credits: found.filter(({ raw }) => raw > 0n).map(creditOf),
})

function creditOf({ position, txid, part, currency, raw, from, to: address, user, reason }: Incoming): Credit {
  const to = reason === FUNDING ? 'world' : reason === null && user !== null ? user : 'unclaimed'
  return { position, txid, part, currency, raw, to, address, ...(to === 'unclaimed' && { sender: from }) }
}

/** Oldest first, each linked to the one before, the first to the processed one. */
async function nextBlocks(
  chain: EvmChain,
  scan: Scan,
  processed: Processed,
  final: BlockRef,
  recent: RecentBlocks,
): Promise<readonly ScannedBlock[]> {
  if (final.height === processed.height && final.hash !== processed.hash) throw new FinalBlockReplaced(final.height)
  const last = Math.min(final.height, processed.height + STEP)
  const blocks: ScannedBlock[] = []
  if (last <= processed.height) return blocks
  let hash = await finalHash(chain, last, final)
  for (let height = last; height > processed.height; height--) {
    const block = recent.find(height, hash) ?? (await scanned(chain, height, scan))
    if (block.hash !== hash) throw new ChainUnavailable(`block ${height} changed while it was read`)
    blocks.unshift(block)
    hash = block.parentHash
  }
  if (hash !== processed.hash) throw new FinalBlockReplaced(processed.height)
  return blocks
}
