/**
 * What everybody asks of a market all the time: its newest candles, its last 24 hours, its tape. In memory, begun
 * from the tables and kept up to date by what is committed; older candles are read from the tables.
 */

import type pg from 'pg'
import type { Pair } from '../../contract/catalogue.ts'
import type { Millis, PairId } from '../../contract/ids.ts'
import type { Ticks } from '../../contract/money.ts'
import { candleStart, type Period, TIMEFRAME_NAMES, type Timeframe } from '../../contract/timeframes.ts'
import type { Traded } from '../../engine/events.ts'
import type { Clock } from '../clock.ts'
import type { Done } from '../core/carry-out.ts'
import type { Database } from '../postgres/database.ts'
import { type Candle, withTrade } from '../projections/candle.ts'
import { candlePage, newestCandles } from '../projections/candles.ts'
import { knownListings, listingsIn } from '../projections/listings.ts'
import { lookAt } from '../projections/projector.ts'
import { newestTrades, type Trade } from '../projections/trades.ts'
import { type Close, closesOf, TOLD_IN } from './closes.ts'
import { type Day, dayOf } from './day.ts'

const CANDLES_A_PAGE = 500
/** More than a day of minutes, and more than a page of everything else. */
const KEPT: Readonly<Record<Timeframe, number>> = {
  '1m': 1_600,
  '5m': CANDLES_A_PAGE + 1,
  '15m': CANDLES_A_PAGE + 1,
  '1h': CANDLES_A_PAGE + 1,
  '4h': CANDLES_A_PAGE + 1,
  '1d': CANDLES_A_PAGE + 1,
  '1w': CANDLES_A_PAGE + 1,
}
const TAPE_LENGTH = 30

/** Oldest first, and whether there are older ones. */
export type Page = { readonly candles: readonly Candle[]; readonly next: boolean }

export type MarketData = {
  done(batch: readonly Done[]): void
  /** The candle that is being written. */
  lastCandle(pair: PairId, timeframe: Timeframe): Candle | undefined
  newestPage(pair: PairId, timeframe: Timeframe): Page
  /** From the tables, which run behind; page 2 follows the newest. */
  olderPage(pair: PairId, timeframe: Timeframe, page: number): Promise<Page>
  /** Newest first. */
  tape(pair: PairId): readonly Trade[]
  /** Undefined before the first trade. What time alone changes is a second old at most. */
  day(pair: PairId): Day | undefined
  /** The closing prices of the last 24 hours. */
  hourly(pair: PairId): readonly Ticks[]
  /** From where the price stood as the period began. */
  closesOver(pair: PairId, period: Period): readonly Close[]
  /** Undefined when the part of the journal that told is gone. */
  listedAt(pair: PairId): Millis | undefined
}

type Memory = {
  readonly candles: Record<Timeframe, Candle[]>
  tape: readonly Trade[]
  /** Summed up at `at`: a day has many minutes and many who ask. */
  day: { readonly at: Millis; readonly figures: Day | undefined }
}
const DAY_FOR_MILLIS = 1_000
/** Summed up before anything: what a trade makes of a sum that was good. */
const NEVER: Memory['day'] = { at: 0, figures: undefined }

export async function openMarketData(
  database: Database,
  clock: Clock,
  pairs: { get(id: PairId): Pair },
): Promise<MarketData> {
  const { place: loaded, found: memory } = await lookAt(database, 'candles', load)
  const listings = await knownListings(database)

  function memoryOf(pair: PairId): Memory {
    const found = memory.get(pair) ?? emptyMemory()
    memory.set(pair, found)
    return found
  }

  function add(trade: Traded): void {
    const pair = pairs.get(trade.pair)
    const of = memoryOf(trade.pair)
    of.day = NEVER
    for (const timeframe of TIMEFRAME_NAMES) extend(of.candles[timeframe], timeframe, pair, trade)
    const { trade: id, price, quantity, side, at } = trade
    if (id > (of.tape[0]?.id ?? 0)) of.tape = [{ id, price, quantity, side, at }, ...of.tape].slice(0, TAPE_LENGTH)
  }

  return {
    done(batch) {
      for (const done of batch) {
        for (const { pair, at } of listingsIn(done)) listings.set(pair, at)
        if (done.seq > loaded) for (const event of done.outcome.events) if (event.type === 'traded') add(event)
      }
    },
    lastCandle: (pair, timeframe) => memoryOf(pair).candles[timeframe].at(-1),
    newestPage(pair, timeframe) {
      const candles = memoryOf(pair).candles[timeframe]
      return { candles: candles.slice(-CANDLES_A_PAGE), next: candles.length > CANDLES_A_PAGE }
    },
    olderPage: (pair, timeframe, page) => candlePage(database, pair, timeframe, page, CANDLES_A_PAGE),
    tape: (pair) => memoryOf(pair).tape,
    day(pair) {
      const of = memoryOf(pair)
      const now = clock.now()
      if (Math.abs(now - of.day.at) >= DAY_FOR_MILLIS) of.day = { at: now, figures: dayOf(of.candles['1m'], now) }
      return of.day.figures
    },
    hourly: (pair) => closesOf(memoryOf(pair).candles['1h'], '1h', 24, clock.now()).map(({ price }) => price),
    closesOver(pair, period) {
      const { timeframe, count } = TOLD_IN[period]
      return closesOf(memoryOf(pair).candles[timeframe], timeframe, count + 1, clock.now())
    },
    listedAt: (pair) => listings.get(pair),
  }
}

function extend(candles: Candle[], timeframe: Timeframe, pair: Pair, trade: Traded): void {
  const start: Millis = candleStart(timeframe, trade.at)
  const last = candles.at(-1)
  if (last?.start === start) candles[candles.length - 1] = withTrade(last, start, pair, trade)
  else candles.push(withTrade(undefined, start, pair, trade))
  // In one go now and then: taking the first one off costs as much as taking off half.
  if (candles.length > 2 * KEPT[timeframe]) candles.splice(0, candles.length - KEPT[timeframe])
}

const emptyMemory = (): Memory => ({
  candles: { '1m': [], '5m': [], '15m': [], '1h': [], '4h': [], '1d': [], '1w': [] },
  tape: [],
  day: NEVER,
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
  for (const { pair, ...trade } of await newestTrades(client, TAPE_LENGTH)) {
    const found = of(pair)
    found.tape = [...found.tape, trade]
  }
  return memory
}
