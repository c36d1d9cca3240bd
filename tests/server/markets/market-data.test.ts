/** Candles, the last 24 hours and the tape: pushed, asked for, paged, and the same after a restart. */

import { expect, test } from 'vitest'
import { api } from '../../src/contract/api.ts'
import { candleStart } from '../../src/contract/timeframes.ts'
import type { FullPairView, PriceHistoryView } from '../../src/contract/views.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { type House, house, openHouse } from './exchange-world.ts'
import { quiet } from './quiet.ts'

const open = house()
const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Somebody buys so much at the price that is offered for it. */
async function trade({ offer, ask }: House, access: string, price: string, volume: string): Promise<void> {
  await offer(7, price, volume)
  const body = { client_order_id: crypto.randomUUID(), pair_id: 7, side: 'buy', type: 'limit', price, volume }
  const { status } = await ask('POST', api.placeOrder.path, { access, body })
  expect(status).toBe(200)
}

const dogecoin = async ({ ask }: House): Promise<FullPairView> => {
  const { body } = await ask<FullPairView[]>('GET', api.fullPairs.path)
  return body.find(({ id }) => id === 7) as FullPairView
}

const history = async ({ ask }: House, period: string): Promise<PriceHistoryView> =>
  (await ask<PriceHistoryView>('GET', `${api.priceHistory.path.replace(':id', '7')}?period=${period}`)).body

test('before the first trade nothing is made up', async () => {
  const doge = await dogecoin(open())
  expect(doge.tags).toContain('meme')
  expect([doge.volume_24h, doge.turnover_24h, doge.high_24h, doge.low_24h, doge.percent_change_24h]).toEqual(
    Array(5).fill(null),
  )
  expect(doge.changes).toEqual([])
  expect(await history(open(), '7d')).toEqual({ period: '7d', change_percent: null, price_history: [] })
  const guest = await open().join(7)
  guest.say('get_chart/1')
  expect(await guest.next('charts_data')).toEqual({
    type: 'charts_data',
    timeframe: '15m',
    page: 1,
    next: false,
    data: [],
  })
  guest.say('get_volume_24h')
  expect((await guest.next('volume_24h')).data).toBe(null)
  guest.socket.close()
})

test('trades make candles, figures and a tape, live and asked for, and a restart changes nothing', async () => {
  const exchange = open()
  const { access } = await exchange.signUp()
  const guest = await exchange.join(7)
  guest.say('change_timeframe/1h')
  await guest.next('charts_data')
  await trade(exchange, access, '0.11', '100')
  await trade(exchange, access, '0.12', '50')
  await trade(exchange, access, '0.1', '25')
  const live = await guest.next('chart_data')
  expect(live.timeframe).toBe('1h')
  exchange.later(2 * HOUR)
  const later = await exchange.signUp()
  await trade(exchange, later.access, '0.105', '10')
  guest.say('get_chart/1')
  const chart = await guest.next('charts_data')
  expect(chart.data.map(({ open, high, low, close, volume }) => [open, high, low, close, volume])).toEqual([
    ['0.11', '0.12', '0.1', '0.1', '175'],
    ['0.105', '0.105', '0.105', '0.105', '10'],
  ])
  const figures = ['0.105', '-4.54', '185', '20.55', '0.12', '0.1']
  const shown = async (from: House) => {
    const doge = await dogecoin(from)
    return [doge.price, doge.percent_change_24h, doge.volume_24h, doge.turnover_24h, doge.high_24h, doge.low_24h]
  }
  expect(await shown(exchange)).toEqual(figures)
  for (const period of ['24h', '7d'] as const) {
    const { change_percent, price_history } = await history(exchange, period)
    const prices = price_history.map(({ price }) => price)
    // A day's change is since its first trade, at 0.11; a longer one's since where the first hour of it closed.
    expect(change_percent).toBe(period === '24h' ? '-4.54' : '+5.00')
    expect([new Set(prices.slice(0, -1)), prices.at(-1)]).toEqual([new Set(['0.1']), '0.105'])
  }
  guest.say('get_trades')
  const tape = (await guest.next('trades')).data
  guest.say('get_trades')
  expect((await guest.next('trades')).data.length).toBeGreaterThanOrEqual(tape.length)

  await exchange.exchange.stop()
  // Another table of the past is behind: its news is told again, and must not be counted again.
  const behind = await openDatabase({ dataDir: '', databaseUrl: exchange.databaseUrl, log: quiet })
  await behind.pool.query("update projection_places set seq = 0 where name = 'orders'")
  await behind.close()
  const again = await openHouse(exchange.databaseUrl)
  try {
    again.later(2 * HOUR)
    expect(await shown(again)).toEqual(figures)
    const guest = await again.join(7)
    guest.say('change_timeframe/1h')
    expect((await guest.next('charts_data')).data).toEqual(chart.data)
    guest.say('get_trades')
    expect((await guest.next('trades')).data.map(({ volume }) => volume)).toEqual(['10', '25', '50', '100'])
    // A day later the figures are of a day without a trade.
    again.later(26 * HOUR)
    const doge = await dogecoin(again)
    expect([doge.volume_24h, doge.percent_change_24h, doge.high_24h]).toEqual(['0', '0.00', '0.105'])
    guest.socket.close()
  } finally {
    await again.exchange.stop()
  }
})

test('candles begin where the timeframe says, weeks on Monday', () => {
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
