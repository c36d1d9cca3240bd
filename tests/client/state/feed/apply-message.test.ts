import { beforeEach, describe, expect, test, vi } from 'vitest'
import { markBookStaleAtom } from '../../../../src/client/state/book/book.ts'
import { bookAtom, selectedMarketAtom } from '../../../../src/client/state/book/selected-pair.ts'
import { stats24hAtom } from '../../../../src/client/state/book/stats-24h.ts'
import { applyMessageAtom } from '../../../../src/client/state/feed/apply-message.ts'
import { choosePairAtom } from '../../../../src/client/state/feed/choose-pair.ts'
import { lastPriceAtom } from '../../../../src/client/state/markets/last-price.ts'
import { allMarketsAtom, loadMarketsAtom } from '../../../../src/client/state/markets/markets.ts'
import { tradesAtom } from '../../../../src/client/state/markets/recent-trades.ts'
import { editFieldAtom } from '../../../../src/client/state/order-form/actions.ts'
import { draftAtom, isPriceEditedAtom } from '../../../../src/client/state/order-form/store.ts'
import { openOrdersAtom } from '../../../../src/client/state/orders/open-orders.ts'
import { assetsAtom, positionsAtom, totalUsdtAtom } from '../../../../src/client/state/portfolio/balances.ts'
import type { PairId } from '../../../../src/contract/ids.ts'
import type { ServerMessage } from '../../../../src/contract/socket.ts'
import { asset, order, views } from '../../../fixtures/client-markets.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'
import type { Plain } from '../../../fixtures/plain.ts'

let app: ReturnType<typeof fakeStore>
const receive = (message: Plain<ServerMessage>) => app.store.set(applyMessageAtom, message as ServerMessage)
const read = <Value>(atom: Parameters<typeof app.store.get<Value>>[0]) => app.store.get(atom)
const bookOf = (best: string) => ({
  buy: [[best, '0.5', '1'] as const],
  sell: [],
  buy_orders: 1,
  sell_orders: 0,
  buy_ratio: '100.00',
  sell_ratio: '0.00',
})

beforeEach(async () => {
  app = fakeStore({ '/api/trading_pairs/full': { ok: true, value: views } })
  await app.store.set(loadMarketsAtom)
})

describe('A server message', () => {
  test('An order book message replaces the book unless its sequence number is older', () => {
    receive({ type: 'orderbook', seq: 7, data: bookOf('63000') })
    receive({ type: 'orderbook', seq: 6, data: bookOf('1') })
    expect(read(bookAtom)?.bids).toEqual([{ price: 6_300_000, quantity: 500_000 }])
  })

  test('The first order book after a reconnect replaces the old one whatever its sequence number', () => {
    receive({ type: 'orderbook', seq: 7, data: bookOf('63000') })
    app.store.set(markBookStaleAtom)
    expect(read(bookAtom)?.bids[0]?.price).toBe(6_300_000)
    receive({ type: 'orderbook', seq: 1, data: bookOf('64000') })
    expect(read(bookAtom)?.bids[0]?.price).toBe(6_400_000)
  })

  test('A price message updates the last price and its direction', () => {
    for (const [price, direction] of [
      ['63412.05', 'none'],
      ['63412.1', 'up'],
      ['63412.1', 'up'],
      ['9999.5', 'down'],
    ] as const) {
      receive({ type: 'price', data: price })
      expect(read(lastPriceAtom)).toEqual({ text: price, direction })
    }
    expect(read(allMarketsAtom)[0]?.view.price).toBe('9999.5')
  })

  test('The 24h statistics come from the market list until their messages arrive', () => {
    expect(read(stats24hAtom)?.high_24h_price).toBeNull()
    receive({ type: 'high_24h_price', data: '64136.89' })
    receive({ type: 'price_change_24h', data: '1.84' })
    expect(read(stats24hAtom)).toMatchObject({
      high_24h_price: '64136.89',
      price_change_24h: '1.84',
      volume_24h: null,
    })
  })

  test('A trades message replaces the trades', () => {
    const trade = { id: 1, price: '63412.05', volume: '0.5', side: 'buy', time: 1 } as const
    receive({ type: 'trades', data: [trade] })
    receive({ type: 'trades', data: [{ ...trade, id: 2 }, trade] })
    expect(read(tradesAtom)?.map(({ id }) => id)).toEqual([2, 1])
  })

  test('A balance message updates assets and positions', () => {
    receive({ type: 'assets', data: [asset(1, 'USDT', '100'), asset(2, 'BTC', '0')] })
    receive({ type: 'positions', data: [asset(1, 'USDT', '100')] })
    const figures = { frozen_balance: '0', pnl: null, pnl_percent: null, avg_price: null }
    receive({ type: 'balance_change', data: { currency_id: 2, balance: '0.5', usdt_total: '30000', ...figures } })
    receive({ type: 'balance_change', data: { currency_id: 1, balance: '0', usdt_total: '0', ...figures } })
    expect(read(assetsAtom)?.map(({ balance }) => balance)).toEqual(['0', '0.5'])
    expect(read(positionsAtom)?.map(({ currency }) => currency.symbol)).toEqual(['BTC'])
    expect(read(totalUsdtAtom)).toBe(3_000_000_000_000n)
  })

  test('An order message updates an open order, and a closed order leaves the list', () => {
    receive({
      type: 'open_orders',
      data: [order({ uuid: 'a' }), order({ uuid: 'b', created_at: '2026-11-21T09:00:00.000Z' })],
    })
    expect(read(openOrdersAtom)?.map(({ uuid }) => uuid)).toEqual(['b', 'a'])
    receive({ type: 'order_update', data: order({ uuid: 'a', filled_volume: '0.004', status: 'partially_filled' }) })
    receive({ type: 'order_update', data: order({ uuid: 'b', status: 'cancelled' }) })
    expect(read(openOrdersAtom)?.map(({ uuid, filled_volume }) => [uuid, filled_volume])).toEqual([['a', '0.004']])
  })

  test('A coin message updates the rules of its pair', () => {
    receive({ type: 'coin', data: { ...views[0]!, status: 'halted' } })
    expect(read(selectedMarketAtom)?.pair.rules.status).toBe('halted')
  })
})

describe('Fill messages', () => {
  test('A fill of a resting order shows one message with the net amounts', async () => {
    receive({ type: 'open_orders', data: [order()] })
    const filled = order({
      filled_volume: '0.01',
      filled_total: '619.995',
      fee: '0.00001',
      fee_currency: 'BTC',
      avg_price: '61999.5',
      status: 'filled',
    })
    receive({ type: 'order_update', data: filled })
    receive({ type: 'order_update', data: filled })
    await vi.waitFor(() => expect(app.toasts.length).toBeGreaterThan(0), { timeout: 30_000 })
    expect(app.toasts).toMatchObject([{ title: 'Order filled', detail: 'Bought 0.00999 BTC for 619.99 USDT' }])
  })

  test('A fill of an order that is being placed shows no message', async () => {
    receive({ type: 'order_update', data: order({ filled_volume: '0.01', avg_price: '62000', status: 'filled' }) })
    await import('../../../../src/client/state/orders/order-message.ts')
    expect(app.toasts).toEqual([])
  })
})

describe('A pair change', () => {
  test('A pair change clears the market data and the order form', () => {
    receive({ type: 'price', data: '63412.05' })
    receive({ type: 'orderbook', seq: 99, data: bookOf('63000') })
    expect(read(draftAtom).price).toBe('63412.05')
    app.store.set(editFieldAtom, { field: 'amount', text: '0.5' })
    app.store.set(choosePairAtom, 3 as PairId)
    expect([read(bookAtom), read(lastPriceAtom), read(draftAtom).price, read(draftAtom).amount]).toEqual([
      undefined,
      undefined,
      '',
      '',
    ])
    expect([app.said, app.keep.get('selectedPairId')]).toEqual([['open 3'], '3'])
  })

  test('A new price never overwrites a typed price', () => {
    app.store.set(editFieldAtom, { field: 'price', text: '60000' })
    receive({ type: 'price', data: '63412.05' })
    expect(read(draftAtom).price).toBe('60000')
    app.store.set(editFieldAtom, { field: 'price', text: '' })
    receive({ type: 'price', data: '63412.06' })
    expect(read(draftAtom).price).toBe('')
  })

  test('A new price does not fill an empty price field that has the focus', () => {
    app.store.set(isPriceEditedAtom, true)
    receive({ type: 'price', data: '63412.05' })
    expect(read(draftAtom).price).toBe('')
    app.store.set(isPriceEditedAtom, false)
    receive({ type: 'price', data: '63412.06' })
    expect(read(draftAtom).price).toBe('63412.06')
  })
})
