/** Tells everybody on a pair what is new of it, at most ten times a second, and nobody the same twice. */

import type { PairId } from '../../contract/ids.ts'
import type { State } from '../../engine/state.ts'
import type { Sequencer } from '../core/sequencer.ts'
import type { MarketData } from '../market-data/market-data.ts'
import { candleNews, everybodysNews } from './market-news.ts'
import { type Session, tellMarket } from './session.ts'

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
    const markets = await sequencer.read((state) =>
      pairs.map((pair) => ({ pair, texts: everybodysNews(state, marketData, pair), candles: candlesOf(state, pair) })),
    )
    for (const { pair, texts, candles } of markets)
      for (const session of sessions) {
        if (session.pair !== pair) continue
        const candle = candles.get(session.timeframe)
        const news = candle === undefined ? [...texts] : [...texts, ['chart_data', candle] as const]
        const told = news.map(([kind, text]) => tellMarket(session, kind, text))
        if (told.includes(false)) changed.add(pair)
      }
  }

  // A read that fails is followed by a recovery, and that by everything afresh.
  const timer = setInterval(() => void tell().catch(() => undefined), EVERY_MILLIS)

  return {
    changed: (pair) => void changed.add(pair),
    afresh() {
      for (const { pair, told } of sessions) {
        told.clear()
        changed.add(pair)
      }
    },
    stop: () => clearInterval(timer),
  }
}
