import { beforeEach, describe, expect, test } from 'vitest'
import {
  areCandlesLateAtom,
  askOlderAtom,
  candlesAtom,
  chartQuestionsAtom,
  chooseTimeframeAtom,
  doubtCandlesAtom,
} from '../../src/client/atoms/candles.ts'
import { chartPictureAtom } from '../../src/client/atoms/chart-picture.ts'
import { choosePairAtom } from '../../src/client/atoms/choose-pair.ts'
import { hearAtom } from '../../src/client/atoms/feed.ts'
import { loadMarketsAtom } from '../../src/client/atoms/pairs.ts'
import { timeframeAtom } from '../../src/client/atoms/timeframe.ts'
import type { Timeframe } from '../../src/contract/timeframes.ts'
import type { CandleView } from '../../src/contract/views.ts'
import { fakeStore, memoryKeep } from './fake-host.ts'
import { order, views } from './markets.ts'

let world: ReturnType<typeof fakeStore>

const candle = (time: number, close = '100'): CandleView => ({
  time,
  open: '100',
  high: '110',
  low: '90',
  close,
  volume: '1',
})
const page = (number: number, data: readonly CandleView[], next = true, timeframe: Timeframe = '15m') =>
  world.store.set(hearAtom, { type: 'charts_data', timeframe, page: number, next, data })
const update = (data: CandleView, timeframe: Timeframe = '15m') =>
  world.store.set(hearAtom, { type: 'chart_data', timeframe, data })
const shown = () => {
  const candles = world.store.get(candlesAtom)
  return candles.state === 'ready' ? candles.all.map(({ time, close }) => `${time}:${close}`) : candles.state
}

beforeEach(async () => {
  world = fakeStore({ '/api/trading_pairs/full': { ok: true, value: views } })
  await world.store.set(loadMarketsAtom)
})

describe('a candle', () => {
  test('replaces the one with the same time, or follows', () => {
    page(1, [candle(900), candle(1800)])
    update(candle(1800, '101'))
    update(candle(2700, '102'))
    update(candle(2700, '103'))
    expect(shown()).toEqual(['900:100', '1800:101', '2700:103'])
  })

  test('is ignored when it is older than the last', () => {
    page(1, [candle(900), candle(1800)])
    update(candle(900, '1'))
    expect(shown()).toEqual(['900:100', '1800:100'])
  })

  test('is ignored until the history is there', () => {
    update(candle(900))
    expect(shown()).toBe('loading')
    page(1, [])
    update(candle(1800))
    expect(shown()).toEqual(['1800:100'])
  })

  test('of another timeframe is ignored', () => {
    page(1, [candle(900)])
    update(candle(1800), '1h')
    expect(shown()).toEqual(['900:100'])
  })

  test('is ignored after the line broke, until the newest page is there again', () => {
    page(1, [candle(900)])
    world.store.set(doubtCandlesAtom)
    update(candle(9900))
    expect(shown()).toEqual(['900:100'])
    page(1, [candle(8100), candle(9000)])
    update(candle(9900))
    expect(shown()).toEqual(['8100:100', '9000:100', '9900:100'])
  })
})

describe('a page', () => {
  test('is put in front, without what is known already', () => {
    page(1, [candle(1800), candle(2700)])
    update(candle(3600))
    page(2, [candle(900), candle(1800, '1')], false)
    expect(shown()).toEqual(['900:100', '1800:100', '2700:100', '3600:100'])
    expect(world.store.get(candlesAtom)).toMatchObject({ pages: 2, hasOlder: false })
  })

  test('is asked for once, and not when there is none', () => {
    page(1, [candle(900)])
    world.store.set(askOlderAtom)
    world.store.set(askOlderAtom)
    page(2, [candle(0)], false)
    world.store.set(askOlderAtom)
    expect(world.said).toEqual(['get_chart/2'])
  })

  test('that nobody asked for, or in another timeframe, is ignored', () => {
    page(2, [candle(0)])
    page(1, [candle(0)], true, '1h')
    expect(shown()).toBe('loading')
    page(1, [candle(900)])
    page(3, [candle(0)])
    expect(shown()).toEqual(['900:100'])
  })

  test('of the newest keeps older ones that reach up to it', () => {
    page(1, [candle(1800), candle(2700)])
    page(2, [candle(900)])
    page(1, [candle(2700, '5'), candle(3600)])
    expect(shown()).toEqual(['900:100', '1800:100', '2700:5', '3600:100'])
  })
})

describe('the timeframe', () => {
  test('is kept, and the former one is never shown again', () => {
    page(1, [candle(900)])
    world.store.set(chooseTimeframeAtom, '1h')
    expect(world.said).toEqual(['change_timeframe/1h'])
    page(1, [candle(900)])
    expect(shown()).toBe('loading')
    page(1, [candle(3600)], true, '1h')
    expect(shown()).toEqual(['3600:100'])
    expect(world.keep.get('timeframe')).toBe('1h')
  })

  test('is 15m at first, and said before the page when it is another one', () => {
    expect(world.store.get(chartQuestionsAtom)).toEqual(['get_chart/1', 'change_timeframe/15m'])
    const { store } = fakeStore({}, memoryKeep({ timeframe: '4h' }))
    expect(store.get(chartQuestionsAtom)).toEqual(['change_timeframe/4h', 'get_chart/1'])
    expect(fakeStore({}, memoryKeep({ timeframe: '7m' })).store.get(timeframeAtom)).toBe('15m')
  })
})

test('another pair shows nothing of the former one', () => {
  page(1, [candle(900)])
  world.store.set(choosePairAtom, 3)
  expect(shown()).toBe('loading')
  expect(world.store.get(areCandlesLateAtom)).toBe(false)
})

test('the picture has the reader’s own orders on this pair, with what is left of them', () => {
  const own = order({ uuid: 'a', filled_volume: '0.004', status: 'partially_filled' })
  world.store.set(hearAtom, { type: 'open_orders', data: [own, order({ uuid: 'b', pair_id: 2 })] })
  expect(world.store.get(chartPictureAtom)).toMatchObject({
    decimals: 2,
    isDaily: false,
    orders: [{ price: 62_000, side: 'buy', words: 'Buy 0.006000' }],
  })
})
