/**
 * Follows the chain of a network. The newest blocks are shown to users; final blocks are credited, each transfer once.
 * Every error of the chain or the database is transient: the next round continues where this one ended.
 */

import type { BlockRef } from '../../../chains/evm/chain.ts'
import type { Millis, UserId } from '../../../contract/ids.ts'
import { type NetworkInfo, networkOf, streamOf } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Log } from '../../runtime/log.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { smallLimits } from '../../transactions/small-deposits.ts'
import { type StreamInfo, writeSeen } from '../base/incoming.ts'
import type { Rounds } from '../base/rounds.ts'
import { openWatcherRounds } from '../base/watcher-rounds.ts'
import type { EvmNetwork } from './evm-network.ts'
import { FinalBlockReplaced, type FinalDeps, firstProcessed, type Processed, processFinal } from './final-blocks.ts'
import { ownPayments } from './own-payments.ts'
import { openRecentBlocks, type RecentBlocks, type Scan, type ScannedBlock } from './recent-blocks.ts'
import { incomingOf, scanFor } from './scan.ts'
import { openTokenFailures } from './token-balance.ts'

type WatcherDeps = {
  readonly network: EvmNetwork
  readonly database: Database
  readonly sequencer: Pick<Sequencer, 'read' | 'submit'>
  readonly clock: Clock
  readonly log: Log
  /** Its transfers to the hot wallet are funding; undefined in live mode. */
  readonly treasury: string | undefined
  readonly pollMillis: Millis
  /** How long all deposits wait for a token whose balance cannot be read. */
  readonly tokenPatienceMillis?: Millis
  /** The row of a deposit that is not small changed before the engine knows it. */
  readonly onDeposit: (user: UserId, uuid: string) => void
}

/** Woken, it looks at the chain now instead of at the next poll. */
export type Watcher = Rounds

/** What is known about one generation of the chain. */
type Following = {
  readonly info: StreamInfo
  readonly scan: Scan
  readonly recent: RecentBlocks
  /** The newest blocks whose transfers are written. */
  shown: readonly ScannedBlock[]
  processed: Processed
}

const TOKEN_PATIENCE_MILLIS: Millis = 60_000

export function openWatcher(deps: WatcherDeps): Watcher {
  const { network, tokenPatienceMillis = TOKEN_PATIENCE_MILLIS, log } = deps
  const tokenFailures = openTokenFailures(tokenPatienceMillis, (contract) => {
    const facts = { event: 'watcher.token_unreadable', network: network.id, contract }
    log.error(facts, 'the balance of a token cannot be read: its deposits are unclaimed until it can')
  })
  let following: Following | undefined
  return openWatcherRounds(
    deps,
    async () => {
      following = await round({ ...deps, tokenFailures }, following)
    },
    (error) => error instanceof FinalBlockReplaced,
  )
}

type RoundDeps = WatcherDeps & Pick<FinalDeps, 'tokenFailures'>

async function round(deps: RoundDeps, before: Following | undefined): Promise<Following | undefined> {
  const { network, sequencer, treasury } = deps
  const { chain, cursors, addresses } = network
  if (addresses === undefined) return before
  const { listed, journal } = await sequencer.read((state) => ({
    listed: networkOf(state, network.id),
    journal: state.journal,
  }))
  if (listed === undefined) return before
  const { latest, final } = await chain.head()
  const finalDeps: FinalDeps = { ...deps, chain, cursors, addresses }
  const stream = streamOf(listed)
  let following = before
  if (following === undefined || following.info.stream !== stream) {
    const info = { stream, network: network.id, journal }
    const scan: Scan = (block) => scanFor(addresses, network.listed() ?? listed)(block)
    const processed = await firstProcessed(finalDeps, info, final, treasury !== undefined)
    following = { info, scan, recent: openRecentBlocks(scan), shown: [], processed }
  }
  await show(deps, following, listed, latest)
  const { info, scan, recent } = following
  while (listed.paused === null && following.processed.height <= final.height) {
    const { processed } = following
    following.processed = await processFinal(
      finalDeps,
      { info, network: listed, scan },
      processed,
      { latest, final },
      recent,
    )
    if (following.processed === processed) break
  }
  network.succeeded({ latest, final })
  return following
}

/** Writes what the new blocks contain, and drops what those contained that the chain has replaced. */
async function show(deps: WatcherDeps, following: Following, listed: NetworkInfo, latest: BlockRef): Promise<void> {
  const { database, sequencer, network, treasury, clock, onDeposit } = deps
  const { info, recent, processed } = following
  const { chain, addresses } = network
  if (addresses === undefined || !(await recent.follow(chain, latest, processed.height))) return
  const { blocks } = recent
  const before = new Set(following.shown)
  const added = blocks.filter((block) => !before.has(block))
  const payments = await ownPayments({ sequencer, addresses }, network.id, added)
  const known = { ...deps, addresses, network: listed, payments }
  const seen = {
    incoming: added.flatMap((block) => incomingOf(block, known, treasury)),
    hashes: blocks.map(({ hash }) => hash),
    lowest: blocks[0]?.height ?? latest.height + 1,
    seenHeight: latest.height,
    smallLimits: await sequencer.read(smallLimits),
  }
  for (const { user_id, uuid } of await writeSeen(database, info, seen, clock.now())) onDeposit(user_id, uuid)
  following.shown = blocks
}
