/** Tells everybody on a pair what is new of it, at most ten times a second, and nothing twice. */

import type { PairId } from '../../contract/ids.ts'
import type { State } from '../../engine/state.ts'
import type { Sequencer } from '../core/sequencer.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { candleNews, everybodysNews } from './market-news.ts'
import { type Session, sendMarket } from './session.ts'

export type MarketTeller = {
  changed(pair: PairId): void
  /** Everything counts as new again. */
  afresh(): void
  stop(): void
}

const EVERY_MILLIS = 100

export function openMarketTeller(
  sequencer: Sequencer,
  marketData: MarketData,
  sessions: ReadonlySet<Session>,
): MarketTeller {
  const changed = new Set<PairId>()
  /** What was last said, by pair and kind. */
  const said = new Map<string, string>()

  function isNews(pair: PairId, kind: string, text: string): boolean {
    const key = `${pair}/${kind}`
    if (said.get(key) === text) return false
    said.set(key, text)
    return true
  }

  function candlesOf(state: State, pair: PairId): Map<string, string> {
    const texts = new Map<string, string>()
    for (const session of sessions) {
      if (session.pair !== pair || texts.has(session.timeframe)) continue
      const text = candleNews(state, marketData, pair, session.timeframe)
      if (text !== undefined) texts.set(session.timeframe, text)
    }
    return texts
  }

  async function tell(): Promise<void> {
    const shown = new Set([...sessions].map(({ pair }) => pair))
    const pairs = [...changed].filter((pair) => shown.has(pair))
    changed.clear()
    if (pairs.length === 0) return
    const news = await sequencer.read((state) =>
      pairs.map((pair) => ({ pair, texts: everybodysNews(state, marketData, pair), candles: candlesOf(state, pair) })),
    )
    for (const { pair, texts, candles } of news) {
      const fresh = [...texts].filter(([kind, text]) => isNews(pair, kind, text))
      const freshCandles = new Map([...candles].filter(([timeframe, text]) => isNews(pair, timeframe, text)))
      for (const session of sessions) {
        if (session.pair !== pair) continue
        for (const [, text] of fresh) sendMarket(session, text)
        const candle = freshCandles.get(session.timeframe)
        if (candle !== undefined) sendMarket(session, candle)
      }
    }
  }

  // A read that fails is followed by a recovery, and that by everything afresh.
  const timer = setInterval(() => void tell().catch(() => undefined), EVERY_MILLIS)

  return {
    changed: (pair) => void changed.add(pair),
    afresh() {
      said.clear()
      for (const { pair } of sessions) changed.add(pair)
    },
    stop: () => clearInterval(timer),
  }
}
