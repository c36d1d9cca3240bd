/**
 * Connections and the messages they get. All connections of a pair: order book, price, 24-hour statistics, trades and
 * candle, at most ten times a second. Each user: own balances and orders, at once. Only committed state is sent.
 */

import type { PairId, UserId } from '../../contract/ids.ts'
import type { QueryName, ServerMessage } from '../../contract/socket.ts'
import type { State } from '../../engine/exchange.ts'
import type { MarketData } from '../markets/market-data.ts'
import { openOrders } from '../orders/list-orders.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import type { ExecutedCommand } from '../sequencer/execute-batch.ts'
import { type Listener, type Sequencer, Unavailable } from '../sequencer/sequencer.ts'
import { assetViews, positionViews } from '../wire/assets.ts'
import { orderView } from '../wire/order.ts'
import { type Connection, sendMessage, sendText } from './connection.ts'
import { openMarketBroadcaster } from './market-broadcaster.ts'
import { chartMessage, coinMessage, marketReply } from './market-messages.ts'
import { userMessages } from './user-messages.ts'

export type Subscriptions = Required<Omit<Listener, 'backpressure'>> & {
  readonly connections: ReadonlySet<Connection>
  add(connection: Connection): Promise<void>
  remove(connection: Connection): void
  /** Replies with committed state. */
  answer(connection: Connection, query: QueryName): Promise<void>
  /** Sends a page of the chart, unless the connection has changed its timeframe meanwhile. */
  showChart(connection: Connection, page: number): Promise<void>
  stop(): void
}

type SubscriptionsDeps = {
  readonly sequencer: Sequencer
  readonly marketData: MarketData
  readonly portfolio: Portfolio
}

const USER_QUERIES: readonly QueryName[] = ['get_assets', 'get_positions', 'get_open_orders']

export function openSubscriptions({ sequencer, marketData, portfolio }: SubscriptionsDeps): Subscriptions {
  const connections = new Set<Connection>()
  const byUser = new Map<UserId, Set<Connection>>()
  const broadcaster = openMarketBroadcaster(sequencer, marketData, connections)

  async function answer(connection: Connection, query: QueryName): Promise<void> {
    const reply = JSON.stringify(
      await sequencer.read((state) => replyTo(state, { marketData, portfolio }, query, connection)),
    )
    // The reply counts as sent: an equal broadcast is skipped.
    connection.lastSent.set(query.slice('get_'.length), reply)
    sendText(connection, reply)
  }

  return {
    connections,
    async add(connection) {
      connections.add(connection)
      const user = connection.signedIn?.user
      if (user !== undefined) byUser.set(user, (byUser.get(user) ?? new Set()).add(connection))
      sendMessage(connection, await sequencer.read((state) => coinMessage(state, marketData, connection.pair)))
    },
    remove(connection) {
      connections.delete(connection)
      const user = connection.signedIn?.user
      const others = user === undefined ? undefined : byUser.get(user)
      others?.delete(connection)
      if (user !== undefined && others?.size === 0) byUser.delete(user)
    },
    onCommitted(batch, state) {
      for (const pair of pairsOf(batch)) broadcaster.markChanged(pair)
      for (const [user, messages] of userMessages(state, portfolio, batch, (each) => byUser.has(each)))
        for (const connection of byUser.get(user) ?? [])
          for (const message of messages) sendMessage(connection, message)
      for (const pair of newRules(batch))
        for (const connection of connections)
          if (connection.pair === pair) sendMessage(connection, coinMessage(state, marketData, pair))
    },
    onRecovered() {
      broadcaster.resendAll()
      for (const connection of connections) {
        if (connection.signedIn === undefined) continue
        for (const query of USER_QUERIES) void answer(connection, query).catch(() => undefined)
      }
    },
    answer,
    async showChart(connection, page) {
      const { pair, timeframe } = connection
      const older = page === 1 ? undefined : await marketData.olderPage(pair, timeframe, page)
      if (connection.timeframe !== timeframe) return
      // Candles in memory are committed; read and sent synchronously, the page cannot be older than a sent candle.
      const message = sequencer.readUncommitted((state) =>
        chartMessage(state, pair, { ...(older ?? marketData.newestPage(pair, timeframe)), timeframe, page }),
      )
      if (message === undefined) throw new Unavailable(sequencer.unavailableReason)
      sendMessage(connection, message)
    },
    stop: broadcaster.stop,
  }
}

type Sources = Pick<SubscriptionsDeps, 'marketData' | 'portfolio'>

function replyTo(state: State, sources: Sources, query: QueryName, { pair, signedIn }: Connection): ServerMessage {
  const user = signedIn?.user
  switch (query) {
    case 'get_assets':
      return { type: 'assets', data: user === undefined ? [] : assetViews(state, sources.portfolio, user) }
    case 'get_positions':
      return { type: 'positions', data: user === undefined ? [] : positionViews(state, sources.portfolio, user) }
    case 'get_open_orders':
      return { type: 'open_orders', data: user === undefined ? [] : openOrders(state, user).map(orderView) }
    default:
      return marketReply(state, sources.marketData, query, pair)
  }
}

function* pairsOf(batch: readonly ExecutedCommand[]): Generator<PairId> {
  for (const { outcome } of batch) {
    for (const order of outcome.closed) yield order.pair
    for (const event of outcome.events) if (event.type === 'order-opened' || event.type === 'traded') yield event.pair
  }
}

const newRules = (batch: readonly ExecutedCommand[]): PairId[] =>
  batch.flatMap(({ outcome }) => outcome.events.flatMap((event) => (event.type === 'pair-rules-set' ? event.pair : [])))
