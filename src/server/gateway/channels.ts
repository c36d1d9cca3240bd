/**
 * Who hears what. Everybody on a pair: its book and price, at most ten times a second, serialised once. The owner
 * alone: their balances and orders, at once. Nothing is said before it is committed.
 */

import type { PairId, UserId } from '../../contract/ids.ts'
import type { Question, ServerMessage } from '../../contract/socket.ts'
import { known } from '../../engine/assert.ts'
import type { State } from '../../engine/state.ts'
import type { Done } from '../core/carry-out.ts'
import type { Listener, Sequencer } from '../core/sequencer.ts'
import { openOrderViews } from '../orders/desk.ts'
import { assetViews, positionViews } from '../say/assets.ts'
import { bookView, fullPairView, pairView } from '../say/market.ts'
import { privateNews } from './private-news.ts'
import { type Session, say, sendMarket } from './session.ts'

export type Channels = Required<Listener> & {
  readonly sessions: ReadonlySet<Session>
  add(session: Session): Promise<void>
  remove(session: Session): void
  /** Answers with what is committed. */
  answer(session: Session, question: Question): Promise<void>
  stop(): void
}

const MARKET_EVERY_MILLIS = 100
const PRIVATE: readonly Question[] = ['get_assets', 'get_positions', 'get_open_orders']

export function openChannels(sequencer: Sequencer): Channels {
  const sessions = new Set<Session>()
  const byUser = new Map<UserId, Set<Session>>()
  const changed = new Set<PairId>()
  const lastPrices = new Map<PairId, string>()

  const answer = async (session: Session, question: Question): Promise<void> =>
    say(session, await sequencer.read((state) => replyTo(state, question, session)))

  async function tellMarkets(): Promise<void> {
    const pairs = [...changed].filter((pair) => [...sessions].some((session) => session.pair === pair))
    changed.clear()
    if (pairs.length === 0) return
    const news = await sequencer.read((state) => pairs.map((pair) => marketNews(state, pair)))
    for (const { pair, book, price } of news) {
      const isNewPrice = lastPrices.get(pair) !== price
      lastPrices.set(pair, price)
      for (const session of sessions) {
        if (session.pair !== pair) continue
        sendMarket(session, book)
        if (isNewPrice) sendMarket(session, price)
      }
    }
  }

  // A read that fails is followed by a recovery, and that by everything afresh.
  const timer = setInterval(() => void tellMarkets().catch(() => undefined), MARKET_EVERY_MILLIS)

  return {
    sessions,
    async add(session) {
      sessions.add(session)
      const user = session.signedIn?.user
      if (user !== undefined) byUser.set(user, (byUser.get(user) ?? new Set()).add(session))
      say(session, await sequencer.read((state) => coin(state, session.pair)))
    },
    remove(session) {
      sessions.delete(session)
      const user = session.signedIn?.user
      const others = user === undefined ? undefined : byUser.get(user)
      others?.delete(session)
      if (user !== undefined && others?.size === 0) byUser.delete(user)
    },
    done(batch) {
      for (const pair of pairsOf(batch)) changed.add(pair)
      sequencer.glance((state) => {
        for (const [user, news] of privateNews(state, batch, (each) => byUser.has(each)))
          for (const session of byUser.get(user) ?? []) for (const message of news) say(session, message)
        for (const pair of newRules(batch))
          for (const session of sessions) if (session.pair === pair) say(session, coin(state, pair))
      })
    },
    recovered() {
      for (const session of sessions) {
        changed.add(session.pair)
        if (session.signedIn === undefined) continue
        for (const question of PRIVATE) void answer(session, question).catch(() => undefined)
      }
    },
    answer,
    stop: () => clearInterval(timer),
  }
}

function replyTo(state: State, question: Question, { pair, signedIn }: Session): ServerMessage {
  const user = signedIn?.user
  switch (question) {
    case 'get_orderbook':
      return { type: 'orderbook', seq: state.seq, data: bookView(market(state, pair)) }
    case 'get_price':
      return { type: 'price', data: pairView(market(state, pair)).price }
    case 'get_assets':
      return { type: 'assets', data: user === undefined ? [] : assetViews(state, user) }
    case 'get_positions':
      return { type: 'positions', data: user === undefined ? [] : positionViews(state, user) }
    case 'get_open_orders':
      return { type: 'open_orders', data: user === undefined ? [] : openOrderViews(state, user) }
  }
}

function marketNews(state: State, pair: PairId): { pair: PairId; book: string; price: string } {
  const book: ServerMessage = { type: 'orderbook', seq: state.seq, data: bookView(market(state, pair)) }
  const price: ServerMessage = { type: 'price', data: pairView(market(state, pair)).price }
  return { pair, book: JSON.stringify(book), price: JSON.stringify(price) }
}

const coin = (state: State, pair: PairId): ServerMessage => ({ type: 'coin', data: fullPairView(market(state, pair)) })
const market = (state: State, pair: PairId) => known(state.markets.get(pair), 'a session shows a listed pair')

function* pairsOf(batch: readonly Done[]): Generator<PairId> {
  for (const { outcome } of batch) {
    for (const order of outcome.closed) yield order.pair
    for (const event of outcome.events) if (event.type === 'order-opened' || event.type === 'traded') yield event.pair
  }
}

const newRules = (batch: readonly Done[]): PairId[] =>
  batch.flatMap(({ outcome }) => outcome.events.flatMap((event) => (event.type === 'pair-rules-set' ? event.pair : [])))
