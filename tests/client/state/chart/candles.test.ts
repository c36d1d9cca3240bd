import { beforeEach, describe, expect, test } from 'vitest'
import {
  candlesAtom,
  chartRequestsAtom,
  chooseTimeframeAtom,
  isCandlesTimeoutAtom,
  loadOlderAtom,
  markCandlesStaleAtom,
} from '../../../../src/client/state/chart/candles.ts'
import { chartDataAtom } from '../../../../src/client/state/chart/chart-data.ts'
import { timeframeAtom } from '../../../../src/client/state/chart/timeframe.ts'
import { applyMessageAtom } from '../../../../src/client/state/feed/apply-message.ts'
import { choosePairAtom } from '../../../../src/client/state/feed/choose-pair.ts'
import { loadMarketsAtom } from '../../../../src/client/state/markets/markets.ts'
import type { PairId } from '../../../../src/contract/ids.ts'
import type { Timeframe } from '../../../../src/contract/markets/timeframes.ts'
import type { CandleView } from '../../../../src/contract/markets/views.ts'
import { order, views } from '../../../fixtures/client-markets.ts'
import { fakeStore, memoryStorage } from '../../../fixtures/fake-host.ts'

let app: ReturnType<typeof fakeStore>

const candle = (time: number, close = '100'): CandleView => ({
  time,
  open: '100',
  high: '110',
  low: '90',
  close,
  volume: '1',
})
const page = (number: number, data: readonly CandleView[], next = true, timeframe: Timeframe = '15m') =>
  app.store.set(applyMessageAtom, { type: 'charts_data', timeframe, page: number, next, data })
const update = (data: CandleView, timeframe: Timeframe = '15m') =>
  app.store.set(applyMessageAtom, { type: 'chart_data', timeframe, data })
const shownCandles = () => {
  const candles = app.store.get(candlesAtom)
  return candles.state === 'ready' ? candles.all.map(({ time, close }) => `${time}:${close}`) : candles.state
}

beforeEach(async () => {
  app = fakeStore({ '/api/trading_pairs/full': { ok: true, value: views } })
  await app.store.set(loadMarketsAtom)
})

describe('A candle update', () => {
  test('A candle update replaces the candle with the same time or is appended', () => {
    page(1, [candle(900), candle(1800)])
    update(candle(1800, '101'))
    update(candle(2700, '102'))
    update(candle(2700, '103'))
    expect(shownCandles()).toEqual(['900:100', '1800:101', '2700:103'])
  })

  test('A candle update older than the last candle is ignored', () => {
    page(1, [candle(900), candle(1800)])
    update(candle(900, '1'))
    expect(shownCandles()).toEqual(['900:100', '1800:100'])
  })

  test('A candle update before the history is ignored', () => {
    update(candle(900))
    expect(shownCandles()).toBe('loading')
    page(1, [])
    update(candle(1800))
    expect(shownCandles()).toEqual(['1800:100'])
  })

  test('A candle update of another timeframe is ignored', () => {
    page(1, [candle(900)])
    update(candle(1800), '1h')
    expect(shownCandles()).toEqual(['900:100'])
  })

  test('A candle update after a lost connection is ignored until the newest page arrives', () => {
    page(1, [candle(900)])
    app.store.set(markCandlesStaleAtom)
    update(candle(9900))
    expect(shownCandles()).toEqual(['900:100'])
    page(1, [candle(8100), candle(9000)])
    update(candle(9900))
    expect(shownCandles()).toEqual(['8100:100', '9000:100', '9900:100'])
  })
})

describe('A candle page', () => {
  test('An older candle page is prepended without duplicates', () => {
    page(1, [candle(1800), candle(2700)])
    update(candle(3600))
    page(2, [candle(900), candle(1800, '1')], false)
    expect(shownCandles()).toEqual(['900:100', '1800:100', '2700:100', '3600:100'])
    expect(app.store.get(candlesAtom)).toMatchObject({ pages: 2, hasOlder: false })
  })

  test('An older candle page is requested once, and not after the last page', () => {
    page(1, [candle(900)])
    app.store.set(loadOlderAtom)
    app.store.set(loadOlderAtom)
    page(2, [candle(0)], false)
    app.store.set(loadOlderAtom)
    expect(app.said).toEqual(['get_chart/2'])
  })

  test('A candle page that was not requested or has another timeframe is ignored', () => {
    page(2, [candle(0)])
    page(1, [candle(0)], true, '1h')
    expect(shownCandles()).toBe('loading')
    page(1, [candle(900)])
    page(3, [candle(0)])
    expect(shownCandles()).toEqual(['900:100'])
  })

  test('The newest candle page keeps older candles that connect to it', () => {
    page(1, [candle(1800), candle(2700)])
    page(2, [candle(900)])
    page(1, [candle(2700, '5'), candle(3600)])
    expect(shownCandles()).toEqual(['900:100', '1800:100', '2700:5', '3600:100'])
  })
})

describe('The chart timeframe', () => {
  test('The chart timeframe is stored, and pages of the former timeframe are ignored', () => {
    page(1, [candle(900)])
    app.store.set(chooseTimeframeAtom, '1h')
    expect(app.said).toEqual(['change_timeframe/1h'])
    page(1, [candle(900)])
    expect(shownCandles()).toBe('loading')
    page(1, [candle(3600)], true, '1h')
    expect(shownCandles()).toEqual(['3600:100'])
    expect(app.keep.get('timeframe')).toBe('1h')
  })

  test('The default timeframe is 15m, and another one is sent before the page request', () => {
    expect(app.store.get(chartRequestsAtom)).toEqual(['get_chart/1', 'change_timeframe/15m'])
    const { store } = fakeStore({}, memoryStorage({ timeframe: '4h' }))
    expect(store.get(chartRequestsAtom)).toEqual(['change_timeframe/4h', 'get_chart/1'])
    expect(fakeStore({}, memoryStorage({ timeframe: '7m' })).store.get(timeframeAtom)).toBe('15m')
  })
})

test('A pair change clears the candles', () => {
  page(1, [candle(900)])
  app.store.set(choosePairAtom, 3 as PairId)
  expect(shownCandles()).toBe('loading')
  expect(app.store.get(isCandlesTimeoutAtom)).toBe(false)
})

test("The chart shows the user's open orders on this pair with their remaining amounts", () => {
  const own = order({ uuid: 'a', filled_volume: '0.004', status: 'partially_filled' })
  app.store.set(applyMessageAtom, { type: 'open_orders', data: [own, order({ uuid: 'b', pair_id: 2 })] })
  expect(app.store.get(chartDataAtom)).toMatchObject({
    decimals: 2,
    isDaily: false,
    orders: [{ price: 62_000, side: 'buy', text: 'Buy 0.006000' }],
  })
})
