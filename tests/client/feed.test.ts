import { beforeEach, describe, expect, test, vi } from 'vitest'
import { assetsAtom, positionsAtom, totalUsdtAtom } from '../../src/client/atoms/balances.ts'
import { doubtBookAtom } from '../../src/client/atoms/book.ts'
import { choosePairAtom } from '../../src/client/atoms/choose-pair.ts'
import { dayFiguresAtom } from '../../src/client/atoms/day-figures.ts'
import { draftAtom } from '../../src/client/atoms/draft.ts'
import { hearAtom } from '../../src/client/atoms/feed.ts'
import { typeAtom } from '../../src/client/atoms/order-form.ts'
import { openOrdersAtom } from '../../src/client/atoms/orders.ts'
import { allMarketsAtom, loadMarketsAtom } from '../../src/client/atoms/pairs.ts'
import { lastPriceAtom } from '../../src/client/atoms/price.ts'
import { bookAtom, selectedMarketAtom } from '../../src/client/atoms/selected-pair.ts'
import { tradesAtom } from '../../src/client/atoms/trades.ts'
import type { ServerMessage } from '../../src/contract/socket.ts'
import { fakeStore } from './fake-host.ts'
import { asset, order, views } from './markets.ts'

let world: ReturnType<typeof fakeStore>
const hear = (message: ServerMessage) => world.store.set(hearAtom, message)
const see = <Value>(atom: Parameters<typeof world.store.get<Value>>[0]) => world.store.get(atom)
const bookOf = (best: string) => ({
  buy: [[best, '0.5', '1'] as const],
  sell: [],
  buy_orders: 1,
  sell_orders: 0,
  buy_ratio: '100.00',
  sell_ratio: '0.00',
})

beforeEach(async () => {
  world = fakeStore({ '/api/trading_pairs/full': { ok: true, value: views } })
  await world.store.set(loadMarketsAtom)
})

describe('a message replaces what it names', () => {
  test('the book, unless it was overtaken', () => {
    hear({ type: 'orderbook', seq: 7, data: bookOf('63000') })
    hear({ type: 'orderbook', seq: 6, data: bookOf('1') })
    expect(see(bookAtom)?.bids).toEqual([{ price: 6_300_000, quantity: 500_000 }])
  })

  test('the book of a new line, wherever it counts from; until then the old one is still seen', () => {
    hear({ type: 'orderbook', seq: 7, data: bookOf('63000') })
    world.store.set(doubtBookAtom)
    expect(see(bookAtom)?.bids[0]?.price).toBe(6_300_000)
    hear({ type: 'orderbook', seq: 1, data: bookOf('64000') })
    expect(see(bookAtom)?.bids[0]?.price).toBe(6_400_000)
  })

  test('the price, with the way it moved', () => {
    for (const [price, direction] of [
      ['63412.05', 'none'],
      ['63412.1', 'up'],
      ['63412.1', 'up'],
      ['9999.5', 'down'],
    ] as const) {
      hear({ type: 'price', data: price })
      expect(see(lastPriceAtom)).toEqual({ text: price, direction })
    }
    expect(see(allMarketsAtom)[0]?.view.price).toBe('9999.5')
  })

  test('the figures of the day; until they are there, those of the list', () => {
    expect(see(dayFiguresAtom)?.high_24h_price).toBeNull()
    hear({ type: 'high_24h_price', data: '64136.89' })
    hear({ type: 'price_change_24h', data: '1.84' })
    expect(see(dayFiguresAtom)).toMatchObject({
      high_24h_price: '64136.89',
      price_change_24h: '1.84',
      volume_24h: null,
    })
  })

  test('the trades', () => {
    const trade = { id: 1, price: '63412.05', volume: '0.5', side: 'buy', time: 1 } as const
    hear({ type: 'trades', data: [trade] })
    hear({ type: 'trades', data: [{ ...trade, id: 2 }, trade] })
    expect(see(tradesAtom)?.map(({ id }) => id)).toEqual([2, 1])
  })

  test('a balance, in assets and positions', () => {
    hear({ type: 'assets', data: [asset(1, 'USDT', '100'), asset(2, 'BTC', '0')] })
    hear({ type: 'positions', data: [asset(1, 'USDT', '100')] })
    const figures = { frozen_balance: '0', pnl: null, pnl_percent: null, avg_price: null }
    hear({ type: 'balance_change', data: { currency_id: 2, balance: '0.5', usdt_total: '30000', ...figures } })
    hear({ type: 'balance_change', data: { currency_id: 1, balance: '0', usdt_total: '0', ...figures } })
    expect(see(assetsAtom)?.map(({ balance }) => balance)).toEqual(['0', '0.5'])
    expect(see(positionsAtom)?.map(({ currency }) => currency.symbol)).toEqual(['BTC'])
    expect(see(totalUsdtAtom)).toBe(3_000_000_000_000n)
  })

  test('an order, and takes it out when it is closed', () => {
    hear({
      type: 'open_orders',
      data: [order({ uuid: 'a' }), order({ uuid: 'b', created_at: '2026-11-21T09:00:00.000Z' })],
    })
    expect(see(openOrdersAtom)?.map(({ uuid }) => uuid)).toEqual(['b', 'a'])
    hear({ type: 'order_update', data: order({ uuid: 'a', filled_volume: '0.004', status: 'partially_filled' }) })
    hear({ type: 'order_update', data: order({ uuid: 'b', status: 'cancelled' }) })
    expect(see(openOrdersAtom)?.map(({ uuid, filled_volume }) => [uuid, filled_volume])).toEqual([['a', '0.004']])
  })

  test('a pair, when its rules change', () => {
    hear({ type: 'coin', data: { ...views[0]!, status: 'halted' } })
    expect(see(selectedMarketAtom)?.pair.rules.status).toBe('halted')
  })
})

describe('fills of resting orders are told', () => {
  test('once, with the figures', async () => {
    hear({ type: 'open_orders', data: [order()] })
    const filled = order({ filled_volume: '0.01', avg_price: '61999.5', status: 'filled' })
    hear({ type: 'order_update', data: filled })
    hear({ type: 'order_update', data: filled })
    await vi.waitFor(() => expect(world.notices.length).toBeGreaterThan(0))
    expect(world.notices).toMatchObject([{ title: 'Order filled', detail: 'Bought 0.01 BTC at 61,999.50' }])
  })

  test('but not those of an order that is just being placed', async () => {
    hear({ type: 'order_update', data: order({ filled_volume: '0.01', avg_price: '62000', status: 'filled' }) })
    await import('../../src/client/atoms/order-news.ts')
    expect(world.notices).toEqual([])
  })
})

describe('another pair', () => {
  test('leaves nothing of the former one', () => {
    hear({ type: 'price', data: '63412.05' })
    hear({ type: 'orderbook', seq: 99, data: bookOf('63000') })
    expect(see(draftAtom).price).toBe('63412.05')
    world.store.set(typeAtom, { field: 'amount', text: '0.5' })
    world.store.set(choosePairAtom, 3)
    expect([see(bookAtom), see(lastPriceAtom), see(draftAtom).price, see(draftAtom).amount]).toEqual([
      undefined,
      undefined,
      '',
      '',
    ])
    expect([world.said, world.keep.get('selectedPairId')]).toEqual([['open 3'], '3'])
  })

  test('a new price never overwrites one that was typed', () => {
    world.store.set(typeAtom, { field: 'price', text: '60000' })
    hear({ type: 'price', data: '63412.05' })
    expect(see(draftAtom).price).toBe('60000')
    world.store.set(typeAtom, { field: 'price', text: '' })
    hear({ type: 'price', data: '63412.06' })
    expect(see(draftAtom).price).toBe('')
  })
})
