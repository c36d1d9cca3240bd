/** Opens what answers and publishes what was committed: markets, prices, portfolios and subscriptions. */

import { committedMarkets } from '../markets/committed-markets.ts'
import { openMarketData } from '../markets/market-data.ts'
import { pairCache } from '../markets/pair-cache.ts'
import { isUser } from '../play/demo-accounts.ts'
import { openPortfolio } from '../portfolio/portfolio.ts'
import type { Database } from '../postgres/database.ts'
import type { Projection } from '../read-models/projector.ts'
import type { Clock } from '../runtime/clock.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import type { Log } from '../runtime/log.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { openTransactionUpdates } from '../transactions/transaction-updates.ts'
import { openSubscriptions } from '../websocket/subscriptions.ts'
import { transactionMessage } from '../wire/transaction.ts'
import { openReadModels, type StateAt } from './open-read-models.ts'

type ViewsDeps = {
  readonly database: Database
  readonly sequencer: Sequencer
  readonly stateAt: StateAt
  readonly historyKey: Uint8Array
  readonly notices: Projection
  readonly forged: ForgedRows
  readonly clock: Clock
  readonly log: Log
}

/** They listen to the sequencer, which must not have started yet. */
export async function openViews(deps: ViewsDeps) {
  const { database, sequencer, stateAt, historyKey, notices, forged, clock, log } = deps
  const pairs = pairCache()
  const projector = await openReadModels({
    database,
    sequencer,
    stateAt,
    pairs,
    isRecorded: isUser,
    historyKey,
    notices,
    forged,
    log,
  })
  const marketData = await openMarketData(database, clock, pairs)
  const portfolio = await openPortfolio(database, pairs, isUser)
  const markets = committedMarkets()
  const subscriptions = openSubscriptions({ sequencer, markets, marketData, portfolio, clock })
  const transactionUpdates = openTransactionUpdates({
    database,
    sequencer,
    projector,
    historyKey,
    log,
    isConnected: subscriptions.isConnected,
    publish: (user, facts) => subscriptions.publish(user, transactionMessage(facts)),
  })
  const views = [pairs, markets, projector, marketData, portfolio, subscriptions, transactionUpdates]
  for (const view of views) sequencer.listen(view)
  return { projector, marketData, portfolio, markets, subscriptions, transactionUpdates }
}
