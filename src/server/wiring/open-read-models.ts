/** All read models. */

import type { Seq, UserId } from '../../contract/ids.ts'
import type { Owner, State } from '../../engine/exchange.ts'
import { rewardWeeksProjection } from '../earn/reward-weeks-projection.ts'
import { candlesProjection } from '../markets/candles-projection.ts'
import { listingsProjection } from '../markets/listings-projection.ts'
import { tradesProjection } from '../markets/trades-projection.ts'
import { fillsProjection } from '../orders/fills-projection.ts'
import { orderHistoryProjection } from '../orders/order-history-projection.ts'
import { openInitialPositions } from '../portfolio/opening-positions.ts'
import type { Pairs } from '../portfolio/position.ts'
import { positionsProjection } from '../portfolio/positions-projection.ts'
import type { Database } from '../postgres/database.ts'
import { type Projection, type Projector, type ProjectorOptions, startProjector } from '../read-models/projector.ts'
import type { Log } from '../runtime/log.ts'
import { transactionsProjection } from '../transactions/transactions-projection.ts'

/** Whose orders, fills, positions and rewards are stored. */
type IsRecorded = (owner: Owner) => owner is UserId

/** `historyKey`: of the words in the history. */
export const allProjections = (pairs: Pairs, isRecorded: IsRecorded, historyKey: Uint8Array): readonly Projection[] => [
  orderHistoryProjection(isRecorded),
  fillsProjection(pairs, isRecorded),
  positionsProjection(pairs, isRecorded),
  candlesProjection(pairs),
  tradesProjection,
  listingsProjection,
  transactionsProjection(isRecorded, historyKey),
  rewardWeeksProjection(isRecorded),
]

/** The state right after a command; undefined if no usable snapshot has it. */
export type StateAt = (seq: Seq) => Promise<State | undefined>

type ReadModelDeps = Required<Pick<ProjectorOptions, 'forged' | 'sequencer'>> & {
  readonly database: Database
  readonly stateAt: StateAt
  readonly pairs: Pairs
  readonly isRecorded: IsRecorded
  readonly historyKey: Uint8Array
  /** Queued like a read model is written. */
  readonly notices: Projection
  readonly log: Log
}

/** Starts the projector. Positions of a truncated journal start with the balances of the snapshot there. */
export async function openReadModels(deps: ReadModelDeps): Promise<Projector> {
  const { database, stateAt, pairs, isRecorded, historyKey, notices, log } = deps
  const all = [...allProjections(pairs, isRecorded, historyKey), notices]
  const projector = await startProjector(database, all, log, deps)
  await openInitialPositions(database, stateAt, isRecorded)
  return projector
}
