/**
 * Sends changed market data to all connections of a pair, at most ten times a second, and never the same twice. A new minute
 * changes 24-hour figures without trades. Notifies all connections when the data becomes stale, and when it is current again.
 */

import type { PairId } from '../../contract/ids.ts'
import type { CommittedMarkets } from '../markets/committed-markets.ts'
import type { MarketData } from '../markets/market-data.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'
import { type Connection, sendMarketUpdate, sendMessage } from './connection.ts'
import { candleMessage, publicMessages } from './market-messages.ts'

type MarketBroadcaster = {
  markChanged(pair: PairId): void
  /** Sends everything again, also unchanged messages. */
  resendAll(): void
  /** What connections were last notified of. */
  readonly isStale: boolean
  stop(): void
}

const INTERVAL_MILLIS = 100
const MINUTE_MILLIS = 60_000

export function openMarketBroadcaster(
  sequencer: Pick<Sequencer, 'isStale'>,
  markets: CommittedMarkets,
  marketData: MarketData,
  connections: ReadonlySet<Connection>,
  clock: Clock,
): MarketBroadcaster {
  const changed = new Set<PairId>()
  let isStale = false
  let lastMinute = 0

  function broadcast(): void {
    const shown = new Set([...connections].map(({ pair }) => pair))
    const pairs = [...changed].filter((pair) => shown.has(pair))
    changed.clear()
    for (const pair of pairs) {
      const texts = publicMessages(markets, marketData, pair)
      const candles = candleTexts(connections, pair, (timeframe) => candleMessage(markets, marketData, pair, timeframe))
      for (const connection of connections) {
        if (connection.pair !== pair) continue
        const candle = candles.get(connection.timeframe)
        const messages = candle === undefined ? [...texts] : [...texts, ['chart_data', candle] as const]
        const sent = messages.map(([kind, text]) => sendMarketUpdate(connection, kind, text))
        if (sent.includes(false)) changed.add(pair)
      }
    }
  }

  function noteMinute(): void {
    const minute = Math.floor(clock.now() / MINUTE_MILLIS)
    if (minute === lastMinute) return
    lastMinute = minute
    for (const { pair } of connections) if (pair !== undefined) changed.add(pair)
  }

  function notifyStaleness(): void {
    if (sequencer.isStale === isStale) return
    isStale = sequencer.isStale
    for (const connection of connections) sendMessage(connection, { type: 'stale', data: isStale })
  }

  const timer = setInterval(() => {
    notifyStaleness()
    noteMinute()
    broadcast()
  }, INTERVAL_MILLIS)

  return {
    markChanged: (pair) => void changed.add(pair),
    resendAll() {
      for (const { pair, lastSent } of connections) {
        lastSent.clear()
        if (pair !== undefined) changed.add(pair)
      }
    },
    get isStale() {
      return isStale
    },
    stop: () => clearInterval(timer),
  }
}

/** The message of each timeframe that connections show of the pair. */
function candleTexts(
  connections: ReadonlySet<Connection>,
  shown: PairId,
  textOf: (timeframe: Connection['timeframe']) => string | undefined,
): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { pair, timeframe } of connections) {
    if (pair !== shown || texts.has(timeframe)) continue
    const text = textOf(timeframe)
    if (text !== undefined) texts.set(timeframe, text)
  }
  return texts
}
