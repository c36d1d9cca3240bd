/**
 * Connections and the messages they get. All connections of a pair: order book, price, 24-hour statistics, trades and
 * candle, at most ten times a second. Each user: own balances and orders, at once. Only committed state is sent.
 */

import type { PairId, UserId } from '../../contract/ids.ts'
import { refuse } from '../../contract/refusals.ts'
import { type QueryName, type ServerMessage, USER_QUERIES } from '../../contract/socket.ts'
import type { State } from '../../engine/exchange.ts'
import { type CommittedMarkets, changedPairs } from '../markets/committed-markets.ts'
import type { MarketData } from '../markets/market-data.ts'
import { openOrders } from '../orders/list-orders.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Listener } from '../sequencer/deliveries.ts'
import type { ExecutedCommand } from '../sequencer/execute-batch.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { assetViews, positionViews } from '../wire/assets.ts'
import { orderView } from '../wire/order.ts'
import { type Connection, errorMessage, sendMessage, sendText } from './connection.ts'
import { openMarketBroadcaster } from './market-broadcaster.ts'
import { chartMessage, coinMessage, marketReply } from './market-messages.ts'
import { userMessages } from './user-messages.ts'

export type Subscriptions = Required<Omit<Listener, 'backpressure'>> & {
  readonly connections: ReadonlySet<Connection>
  add(connection: Connection): void
  remove(connection: Connection): void
  isConnected(user: UserId): boolean
  /** Sends a message to all connections of a user. */
  publish(user: UserId, message: ServerMessage): void
  /** Replies with committed state. */
  answer(connection: Connection, query: QueryName): Promise<void>
  /** Sends a page of the chart, unless the connection has changed its timeframe meanwhile. */
  showChart(connection: Connection, page: number): Promise<void>
  stop(): void
}

type SubscriptionsDeps = {
  readonly sequencer: Sequencer
  readonly markets: CommittedMarkets
  readonly marketData: MarketData
  readonly portfolio: Portfolio
  readonly clock: Clock
}

type UserQuery = (typeof USER_QUERIES)[number]
const isUserQuery = (query: QueryName): query is UserQuery => USER_QUERIES.some((each) => each === query)

export function openSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  const { sequencer, markets, marketData, portfolio, clock } = deps
  const connections = new Set<Connection>()
  const byUser = new Map<UserId, Set<Connection>>()
  const broadcaster = openMarketBroadcaster(sequencer, markets, marketData, connections, clock)

  async function answer(connection: Connection, query: QueryName): Promise<void> {
    const { pair, signedIn } = connection
    if (!isUserQuery(query) && pair === undefined) return refuseWithoutPair(connection)
    const reply = JSON.stringify(
      isUserQuery(query)
        ? await sequencer.read((state) => userReply(state, portfolio, query, signedIn?.user))
        : marketReply(markets, marketData, query, pair as PairId),
    )
    // The reply counts as sent: an equal broadcast is skipped.
    connection.lastSent.set(query.slice('get_'.length), reply)
    sendText(connection, reply)
  }

  const isConnected = (user: UserId): boolean => byUser.has(user)
  const publish = (user: UserId, message: ServerMessage): void => {
    for (const connection of byUser.get(user) ?? []) sendMessage(connection, message)
  }

  return {
    connections,
    isConnected,
    publish,
    add(connection) {
      connections.add(connection)
      const user = connection.signedIn?.user
      if (user !== undefined) byUser.set(user, (byUser.get(user) ?? new Set()).add(connection))
      if (connection.pair !== undefined) sendMessage(connection, coinMessage(markets, marketData, connection.pair))
      if (broadcaster.isStale) sendMessage(connection, { type: 'stale', data: true })
    },
    remove(connection) {
      connections.delete(connection)
      const user = connection.signedIn?.user
      const others = user === undefined ? undefined : byUser.get(user)
      others?.delete(connection)
      if (user !== undefined && others?.size === 0) byUser.delete(user)
    },
    onCommitted(batch, state) {
      for (const pair of changedPairs(batch)) broadcaster.markChanged(pair)
      for (const [user, messages] of userMessages(state, portfolio, batch, isConnected))
        for (const message of messages) publish(user, message)
      // During the start nobody is connected, and the copy of the markets is not loaded.
      if (connections.size > 0) sendListings({ connections, markets, marketData }, batch)
    },
    onRecovered() {
      broadcaster.resendAll()
      for (const connection of connections) {
        if (connection.signedIn === undefined) continue
        for (const query of USER_QUERIES) void answer(connection, query).catch(() => undefined)
      }
    },
    answer,
    showChart: (connection, page) => sendChart(deps, connection, page),
    stop: broadcaster.stop,
  }
}

async function sendChart(
  { markets, marketData }: SubscriptionsDeps,
  connection: Connection,
  page: number,
): Promise<void> {
  const { pair, timeframe } = connection
  if (pair === undefined) return refuseWithoutPair(connection)
  const older = page === 1 ? undefined : await marketData.olderPage(pair, timeframe, page)
  if (connection.timeframe !== timeframe) return
  // Read and sent synchronously, the page cannot be older than a sent candle.
  const candles = older ?? marketData.newestPage(pair, timeframe)
  sendMessage(connection, chartMessage(markets, pair, { ...candles, timeframe, page }))
}

function userReply(state: State, portfolio: Portfolio, query: UserQuery, user: UserId | undefined): ServerMessage {
  switch (query) {
    case 'get_assets':
      return { type: 'assets', data: user === undefined ? [] : assetViews(state, portfolio, user) }
    case 'get_positions':
      return { type: 'positions', data: user === undefined ? [] : positionViews(state, portfolio, user) }
    case 'get_open_orders':
      return { type: 'open_orders', data: user === undefined ? [] : openOrders(state, user).map(orderView) }
  }
}

function sendListings(
  {
    connections,
    markets,
    marketData,
  }: Pick<SubscriptionsDeps, 'markets' | 'marketData'> & Pick<Subscriptions, 'connections'>,
  batch: readonly ExecutedCommand[],
): void {
  for (const pair of changedListings(batch, markets)) {
    const message = coinMessage(markets, marketData, pair)
    for (const connection of connections) sendMessage(connection, message)
  }
}

const refuseWithoutPair = (connection: Connection): void =>
  sendMessage(connection, { type: 'error', ...errorMessage(refuse('PAIR_NOT_FOUND')) })

/** New pairs, and those whose rules, reference price or coins a batch has changed. */
function changedListings(batch: readonly ExecutedCommand[], markets: CommittedMarkets): ReadonlySet<PairId> {
  const pairs = new Set<PairId>()
  for (const { outcome } of batch)
    for (const event of outcome.events) {
      if (event.type === 'pair-listed') pairs.add(event.pair.id)
      if (event.type === 'pair-rules-set' || event.type === 'reference-price-set') pairs.add(event.pair)
      const currency =
        event.type === 'currency-hidden'
          ? event.currency
          : event.type === 'currency-listed'
            ? event.currency.id
            : undefined
      if (currency === undefined) continue
      for (const { pair } of markets.all())
        if (pair.base.id === currency || pair.quote.id === currency) pairs.add(pair.id)
    }
  return pairs
}
