/** Candles, 24 h statistics and recent trades: pushed, queried, paged and equal after a restart. */

import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { candleStart } from '../../../src/contract/markets/timeframes.ts'
import type { FullPairView, PriceHistoryView } from '../../../src/contract/markets/views.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer, startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const open = setUpTestServer()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Places a sell order and buys all of it at its price. */
async function trade(
  { placeSellOrder, request }: TestServer,
  access: string,
  price: string,
  volume: string,
): Promise<void> {
  await placeSellOrder(7, price, volume)
  const body = { client_order_id: crypto.randomUUID(), pair_id: 7, side: 'buy', type: 'limit', price, volume }
  const { status } = await request('POST', api.placeOrder.path, { access, body })
  expect(status).toBe(200)
}

const dogecoin = async ({ request }: TestServer): Promise<FullPairView> => {
  const { body } = await request<FullPairView[]>('GET', api.fullPairs.path)
  return body.find(({ id }) => id === 7) as FullPairView
}

const history = async ({ request }: TestServer, period: string): Promise<PriceHistoryView> =>
  (await request<PriceHistoryView>('GET', `${api.priceHistory.path.replace(':id', '7')}?period=${period}`)).body

test('Market data before the first trade is empty or null', async () => {
  const doge = await dogecoin(open())
  expect(doge.tags).toContain('meme')
  expect([doge.volume_24h, doge.turnover_24h, doge.high_24h, doge.low_24h, doge.percent_change_24h]).toEqual(
    Array(5).fill(null),
  )
  expect(doge.changes).toEqual([])
  expect(await history(open(), '7d')).toEqual({ period: '7d', change_percent: null, price_history: [] })
  const guest = await open().openSocket(7)
  guest.send('get_chart/1')
  expect(await guest.next('charts_data')).toEqual({
    type: 'charts_data',
    timeframe: '15m',
    page: 1,
    next: false,
    data: [],
  })
  guest.send('get_volume_24h')
  expect((await guest.next('volume_24h')).data).toBe(null)
  guest.socket.close()
})

test('Trades produce candles, statistics and recent trades, which are equal after a restart', async () => {
  const exchange = open()
  const { access } = await exchange.signUp()
  const guest = await exchange.openSocket(7)
  guest.send('change_timeframe/1h')
  await guest.next('charts_data')
  await trade(exchange, access, '0.11', '100')
  await trade(exchange, access, '0.12', '50')
  await trade(exchange, access, '0.1', '25')
  const live = await guest.next('chart_data')
  expect(live.timeframe).toBe('1h')
  exchange.advanceClock(2 * HOUR)
  const later = await exchange.signUp()
  await trade(exchange, later.access, '0.105', '10')
  guest.send('get_chart/1')
  const chart = await guest.next('charts_data')
  expect(chart.data.map(({ open, high, low, close, volume }) => [open, high, low, close, volume])).toEqual([
    ['0.11', '0.12', '0.1', '0.1', '175'],
    ['0.105', '0.105', '0.105', '0.105', '10'],
  ])
  const figures = ['0.105', '-4.54', '185', '20.55', '0.12', '0.1']
  const shown = async (from: TestServer) => {
    const doge = await dogecoin(from)
    return [doge.price, doge.percent_change_24h, doge.volume_24h, doge.turnover_24h, doge.high_24h, doge.low_24h]
  }
  expect(await shown(exchange)).toEqual(figures)
  for (const period of ['24h', '7d'] as const) {
    const { change_percent, price_history } = await history(exchange, period)
    const prices = price_history.map(({ price }) => price)
    // The 24h change counts from the first trade, at 0.11; a longer one from the close of its first hour.
    expect(change_percent).toBe(period === '24h' ? '-4.54' : '+5.00')
    expect([new Set(prices.slice(0, -1)), prices.at(-1)]).toEqual([new Set(['0.1']), '0.105'])
  }
  guest.send('get_trades')
  const recentTrades = (await guest.next('trades')).data
  guest.send('get_trades')
  expect((await guest.next('trades')).data.length).toBeGreaterThanOrEqual(recentTrades.length)

  await exchange.exchange.stop()
  // Another projection is behind, so its commands are sent again; they must not be counted twice.
  const behind = await openDatabase({ dataDir: '', databaseUrl: exchange.databaseUrl, log: quiet })
  await behind.pool.query("update projection_positions set seq = 0 where name = 'orders'")
  await behind.close()
  const again = await startTestServer(exchange.databaseUrl)
  try {
    again.advanceClock(2 * HOUR)
    expect(await shown(again)).toEqual(figures)
    const guest = await again.openSocket(7)
    guest.send('change_timeframe/1h')
    expect((await guest.next('charts_data')).data).toEqual(chart.data)
    guest.send('get_trades')
    expect((await guest.next('trades')).data.map(({ volume }) => volume)).toEqual(['10', '25', '50', '100'])
    // One day later the statistics cover a day without trades.
    again.advanceClock(26 * HOUR)
    const doge = await dogecoin(again)
    expect([doge.volume_24h, doge.percent_change_24h, doge.high_24h]).toEqual(['0', '0.00', '0.105'])
    guest.socket.close()
  } finally {
    await again.exchange.stop()
  }
})

test('Candles start at the boundary of their timeframe, weekly candles on Monday', () => {
  const at = Date.UTC(2026, 10, 21, 14, 37, 12)
  const starts = (['1m', '5m', '15m', '1h', '4h', '1d', '1w'] as const).map((timeframe) => candleStart(timeframe, at))
  expect(starts.map((start) => new Date(start).toISOString())).toEqual([
    '2026-11-21T14:37:00.000Z',
    '2026-11-21T14:35:00.000Z',
    '2026-11-21T14:30:00.000Z',
    '2026-11-21T14:00:00.000Z',
    '2026-11-21T12:00:00.000Z',
    '2026-11-21T00:00:00.000Z',
    '2026-11-16T00:00:00.000Z',
  ])
})
