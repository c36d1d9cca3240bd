/**
 * Market data in memory: newest candles, 24-hour statistics, recent trades. Loaded from the read models and updated with
 * committed commands; older candles are read from the database.
 */

import type pg from 'pg'
import type { Millis, PairId } from '../../contract/ids.ts'
import type { Pair } from '../../contract/markets/instruments.ts'
import { candleStart, type Period, TIMEFRAME_NAMES, type Timeframe } from '../../contract/markets/timeframes.ts'
import type { Ticks } from '../../contract/money.ts'
import type { Traded } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { readAtPosition } from '../read-models/projector.ts'
import type { Clock } from '../runtime/clock.ts'
import type { ExecutedCommand } from '../sequencer/execute-batch.ts'
import { type Candle, withTrade } from './candle.ts'
import { candlePage, newestCandles } from './candles-projection.ts'
import { CLOSE_SERIES, type Close, closeSeriesOf } from './close-series.ts'
import { listingsIn, storedListings } from './listings-projection.ts'
import { type Stats24h, stats24hOf } from './stats-24h.ts'
import { newestTrades, type Trade } from './trades-projection.ts'

const PAGE_SIZE = 500
/** More than a day of minutes, and more than a page of all other timeframes. */
const KEPT: Readonly<Record<Timeframe, number>> = {
  '1m': 1_600,
  '5m': PAGE_SIZE + 1,
  '15m': PAGE_SIZE + 1,
  '1h': PAGE_SIZE + 1,
  '4h': PAGE_SIZE + 1,
  '1d': PAGE_SIZE + 1,
  '1w': PAGE_SIZE + 1,
}
const RECENT_TRADES = 30

/** Oldest first; `next`: there are older candles. */
export type Page = { readonly candles: readonly Candle[]; readonly next: boolean }

export type MarketData = {
  onCommitted(batch: readonly ExecutedCommand[]): void
  /** The current candle. */
  lastCandle(pair: PairId, timeframe: Timeframe): Candle | undefined
  newestPage(pair: PairId, timeframe: Timeframe): Page
  /** From the read model, which lags behind; page 2 follows the newest page. */
  olderPage(pair: PairId, timeframe: Timeframe, page: number): Promise<Page>
  /** Newest first. */
  recentTrades(pair: PairId): readonly Trade[]
  /** Undefined before the first trade. Changes with trades, and when a minute begins: then an older one is no longer counted. */
  stats24h(pair: PairId): Stats24h | undefined
  /** The closing prices of the last 24 hours. */
  hourlyCloses(pair: PairId): readonly Ticks[]
  /** Starts with the price at the beginning of the period. */
  closeSeries(pair: PairId, period: Period): readonly Close[]
  /** Undefined if the pair was listed in a truncated part of the journal. */
  listedAt(pair: PairId): Millis | undefined
}

type Memory = {
  readonly candles: Record<Timeframe, Candle[]>
  trades: readonly Trade[]
  /** Computed in this minute since 1970. */
  stats: { readonly minute: number; readonly value: Stats24h | undefined }
}
const MINUTE: Millis = 60_000
const OUTDATED: Memory['stats'] = { minute: -1, value: undefined }

export async function openMarketData(
  database: Database,
  clock: Clock,
  pairs: { get(id: PairId): Pair },
): Promise<MarketData> {
  const { position: loaded, result: memory } = await readAtPosition(database, 'candles', load)
  const listings = await storedListings(database)

  function memoryOf(pair: PairId): Memory {
    const found = memory.get(pair) ?? emptyMemory()
    memory.set(pair, found)
    return found
  }

  function add(trade: Traded): void {
    const pair = pairs.get(trade.pair)
    const of = memoryOf(trade.pair)
    of.stats = OUTDATED
    for (const timeframe of TIMEFRAME_NAMES) extend(of.candles[timeframe], timeframe, pair, trade)
    const { trade: id, price, quantity, side, at } = trade
    if (id > (of.trades[0]?.id ?? 0))
      of.trades = [{ id, price, quantity, side, at }, ...of.trades].slice(0, RECENT_TRADES)
  }

  return {
    onCommitted(batch) {
      for (const command of batch) {
        for (const { pair, at } of listingsIn(command)) listings.set(pair, at)
        if (command.seq > loaded) for (const event of command.outcome.events) if (event.type === 'traded') add(event)
      }
    },
    lastCandle: (pair, timeframe) => memoryOf(pair).candles[timeframe].at(-1),
    newestPage(pair, timeframe) {
      const candles = memoryOf(pair).candles[timeframe]
      return { candles: candles.slice(-PAGE_SIZE), next: candles.length > PAGE_SIZE }
    },
    olderPage: (pair, timeframe, page) => candlePage(database, pair, timeframe, page, PAGE_SIZE),
    recentTrades: (pair) => memoryOf(pair).trades,
    stats24h(pair) {
      const of = memoryOf(pair)
      const now = clock.now()
      const minute = Math.floor(now / MINUTE)
      if (minute !== of.stats.minute) of.stats = { minute, value: stats24hOf(of.candles['1m'], now) }
      return of.stats.value
    },
    hourlyCloses: (pair) =>
      closeSeriesOf(memoryOf(pair).candles['1h'], '1h', 24, clock.now()).map(({ price }) => price),
    closeSeries(pair, period) {
      const { timeframe, count } = CLOSE_SERIES[period]
      return closeSeriesOf(memoryOf(pair).candles[timeframe], timeframe, count + 1, clock.now())
    },
    listedAt: (pair) => listings.get(pair),
  }
}

function extend(candles: Candle[], timeframe: Timeframe, pair: Pair, trade: Traded): void {
  const start: Millis = candleStart(timeframe, trade.at)
  const last = candles.at(-1)
  if (last?.start === start) candles[candles.length - 1] = withTrade(last, start, pair, trade)
  else candles.push(withTrade(undefined, start, pair, trade))
  // Rarely and many at once: removing one element costs as much as removing half.
  if (candles.length > 2 * KEPT[timeframe]) candles.splice(0, candles.length - KEPT[timeframe])
}

const emptyMemory = (): Memory => ({
  candles: { '1m': [], '5m': [], '15m': [], '1h': [], '4h': [], '1d': [], '1w': [] },
  trades: [],
  stats: OUTDATED,
})

async function load(client: pg.ClientBase): Promise<Map<PairId, Memory>> {
  const memory = new Map<PairId, Memory>()
  const of = (pair: PairId): Memory => {
    const found = memory.get(pair) ?? emptyMemory()
    memory.set(pair, found)
    return found
  }
  for (const timeframe of TIMEFRAME_NAMES)
    for (const { pair, ...candle } of await newestCandles(client, timeframe, KEPT[timeframe]))
      of(pair).candles[timeframe].push(candle)
  for (const { pair, ...trade } of await newestTrades(client, RECENT_TRADES)) {
    const found = of(pair)
    found.trades = [...found.trades, trade]
  }
  return memory
}
