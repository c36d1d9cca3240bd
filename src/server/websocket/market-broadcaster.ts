/** Sends changed market data to all connections of a pair, at most ten times a second, and never the same twice. */

import type { PairId } from '../../contract/ids.ts'
import type { State } from '../../engine/exchange.ts'
import type { MarketData } from '../markets/market-data.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { type Connection, sendMarketUpdate } from './connection.ts'
import { candleMessage, publicMessages } from './market-messages.ts'

type MarketBroadcaster = {
  markChanged(pair: PairId): void
  /** Sends everything again, also unchanged messages. */
  resendAll(): void
  stop(): void
}

const INTERVAL_MILLIS = 100

export function openMarketBroadcaster(
  sequencer: Sequencer,
  marketData: MarketData,
  connections: ReadonlySet<Connection>,
): MarketBroadcaster {
  const changed = new Set<PairId>()

  function candlesOf(state: State, pair: PairId): Map<string, string> {
    const texts = new Map<string, string>()
    for (const connection of connections) {
      if (connection.pair !== pair || texts.has(connection.timeframe)) continue
      const text = candleMessage(state, marketData, pair, connection.timeframe)
      if (text !== undefined) texts.set(connection.timeframe, text)
    }
    return texts
  }

  async function broadcast(): Promise<void> {
    const shown = new Set([...connections].map(({ pair }) => pair))
    const pairs = [...changed].filter((pair) => shown.has(pair))
    changed.clear()
    if (pairs.length === 0) return
    const markets = await sequencer.read((state) =>
      pairs.map((pair) => ({ pair, texts: publicMessages(state, marketData, pair), candles: candlesOf(state, pair) })),
    )
    for (const { pair, texts, candles } of markets)
      for (const connection of connections) {
        if (connection.pair !== pair) continue
        const candle = candles.get(connection.timeframe)
        const messages = candle === undefined ? [...texts] : [...texts, ['chart_data', candle] as const]
        const sent = messages.map(([kind, text]) => sendMarketUpdate(connection, kind, text))
        if (sent.includes(false)) changed.add(pair)
      }
  }

  // A failed read is followed by a recovery, which calls `resendAll`.
  const timer = setInterval(() => void broadcast().catch(() => undefined), INTERVAL_MILLIS)

  return {
    markChanged: (pair) => void changed.add(pair),
    resendAll() {
      for (const { pair, lastSent } of connections) {
        lastSent.clear()
        changed.add(pair)
      }
    },
    stop: () => clearInterval(timer),
  }
}
