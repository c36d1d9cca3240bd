/**
 * Who hears what. Everybody on a pair: its book, price, figures, tape and candle, at most ten times a second. The
 * owner alone: their balances and orders, at once. Nothing is said before it is committed.
 */

import type { PairId, UserId } from '../../contract/ids.ts'
import type { Question, ServerMessage } from '../../contract/socket.ts'
import type { State } from '../../engine/state.ts'
import type { Done } from '../core/carry-out.ts'
import { type Listener, type Sequencer, Unavailable } from '../core/sequencer.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { openOrderViews } from '../orders/desk.ts'
import type { Portfolio } from '../portfolio/portfolio.ts'
import { assetViews, positionViews } from '../say/assets.ts'
import { chartMessage, coinMessage, marketReply } from './market-news.ts'
import { openMarketTeller } from './market-teller.ts'
import { privateNews } from './private-news.ts'
import { type Session, say, send } from './session.ts'

export type Channels = Required<Omit<Listener, 'room'>> & {
  readonly sessions: ReadonlySet<Session>
  add(session: Session): Promise<void>
  remove(session: Session): void
  /** Answers with what is committed. */
  answer(session: Session, question: Question): Promise<void>
  /** A page of the chart in the session's timeframe; nothing when it shows another one by then. */
  showChart(session: Session, page: number): Promise<void>
  stop(): void
}

export type ChannelParts = {
  readonly sequencer: Sequencer
  readonly marketData: MarketData
  readonly portfolio: Portfolio
}

const PRIVATE: readonly Question[] = ['get_assets', 'get_positions', 'get_open_orders']

export function openChannels({ sequencer, marketData, portfolio }: ChannelParts): Channels {
  const sessions = new Set<Session>()
  const byUser = new Map<UserId, Set<Session>>()
  const teller = openMarketTeller(sequencer, marketData, sessions)

  async function answer(session: Session, question: Question): Promise<void> {
    const reply = JSON.stringify(
      await sequencer.read((state) => replyTo(state, { marketData, portfolio }, question, session)),
    )
    // An answer counts as told: what is pushed next is measured by it.
    session.told.set(question.slice('get_'.length), reply)
    send(session, reply)
  }

  return {
    sessions,
    async add(session) {
      sessions.add(session)
      const user = session.signedIn?.user
      if (user !== undefined) byUser.set(user, (byUser.get(user) ?? new Set()).add(session))
      say(session, await sequencer.read((state) => coinMessage(state, marketData, session.pair)))
    },
    remove(session) {
      sessions.delete(session)
      const user = session.signedIn?.user
      const others = user === undefined ? undefined : byUser.get(user)
      others?.delete(session)
      if (user !== undefined && others?.size === 0) byUser.delete(user)
    },
    done(batch, state) {
      for (const pair of pairsOf(batch)) teller.changed(pair)
      for (const [user, news] of privateNews(state, portfolio, batch, (each) => byUser.has(each)))
        for (const session of byUser.get(user) ?? []) for (const message of news) say(session, message)
      for (const pair of newRules(batch))
        for (const session of sessions) if (session.pair === pair) say(session, coinMessage(state, marketData, pair))
    },
    recovered() {
      teller.afresh()
      for (const session of sessions) {
        if (session.signedIn === undefined) continue
        for (const question of PRIVATE) void answer(session, question).catch(() => undefined)
      }
    },
    answer,
    async showChart(session, page) {
      const { pair, timeframe } = session
      const older = page === 1 ? undefined : await marketData.olderPage(pair, timeframe, page)
      if (session.timeframe !== timeframe) return
      // What is in memory is committed; said in the same turn, it cannot be older than a candle said before.
      const message = sequencer.glance((state) =>
        chartMessage(state, pair, { ...(older ?? marketData.newestPage(pair, timeframe)), timeframe, page }),
      )
      if (message === undefined) throw new Unavailable(sequencer.trouble)
      say(session, message)
    },
    stop: teller.stop,
  }
}

type Known = Pick<ChannelParts, 'marketData' | 'portfolio'>

function replyTo(state: State, known: Known, question: Question, { pair, signedIn }: Session): ServerMessage {
  const user = signedIn?.user
  switch (question) {
    case 'get_assets':
      return { type: 'assets', data: user === undefined ? [] : assetViews(state, known.portfolio, user) }
    case 'get_positions':
      return { type: 'positions', data: user === undefined ? [] : positionViews(state, known.portfolio, user) }
    case 'get_open_orders':
      return { type: 'open_orders', data: user === undefined ? [] : openOrderViews(state, user) }
    default:
      return marketReply(state, known.marketData, question, pair)
  }
}

function* pairsOf(batch: readonly Done[]): Generator<PairId> {
  for (const { outcome } of batch) {
    for (const order of outcome.closed) yield order.pair
    for (const event of outcome.events) if (event.type === 'order-opened' || event.type === 'traded') yield event.pair
  }
}

const newRules = (batch: readonly Done[]): PairId[] =>
  batch.flatMap(({ outcome }) => outcome.events.flatMap((event) => (event.type === 'pair-rules-set' ? event.pair : [])))
