import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { balanceHistory } from '../../src/client/atoms/balance-history.ts'
import { balanceLine } from '../../src/client/atoms/balance-line.ts'
import { balanceWords } from '../../src/client/atoms/balance-words.ts'
import { areAssetsLateAtom, retryAssetsAtom, watchedAssetsAtom } from '../../src/client/atoms/balances.ts'
import { clockAtom } from '../../src/client/atoms/clock.ts'
import { coinAtom, coinFiguresAtom } from '../../src/client/atoms/coin.ts'
import { hearAtom } from '../../src/client/atoms/feed.ts'
import { hostAtom } from '../../src/client/atoms/host.ts'
import { closedOrdersOf, ownFillsOf } from '../../src/client/atoms/order-history.ts'
import { fillWords, orderWords } from '../../src/client/atoms/own-words.ts'
import { loadMarketsAtom } from '../../src/client/atoms/pairs.ts'
import { amountsHiddenAtom, totalInFiatAtom } from '../../src/client/atoms/preferences.ts'
import { leaveAtom } from '../../src/client/atoms/session.ts'
import { byWorth, sharesAtom, shareWords } from '../../src/client/atoms/shares.ts'
import type { Http } from '../../src/client/connection/http.ts'
import type { Answer } from '../../src/client/connection/request.ts'
import { moneyChange, wayOf } from '../../src/client/format/numbers.ts'
import { dayTime } from '../../src/client/format/times.ts'
import { api } from '../../src/contract/api.ts'
import type { AssetView, FullBalanceView, UserTradeView } from '../../src/contract/views.ts'
import { fakeStore } from './fake-host.ts'
import { asset, btc, order, pepe, views } from './markets.ts'

const fullBalance = (facts: Partial<FullBalanceView> = {}): FullBalanceView => ({
  period: '24h',
  balance: '10248.85',
  change_24h_balance: '94.999',
  change_24h_percent: '0.94',
  change_balance: '94.999',
  change_percent: '0.94',
  net_deposits: '0',
  balance_history: [
    { time: 1_795_000_000, balance: '10153.86' },
    { time: 1_795_000_900, balance: '10248.859' },
  ],
  seq: 1,
  hash: '',
  ...facts,
})

const ready = (value: unknown): Answer<unknown> => ({ ok: true, value })
const worth = (id: number, symbol: string, usdt: string, facts: Partial<AssetView> = {}): AssetView => ({
  ...asset(id, symbol, '1'),
  usdt_total: usdt,
  ...facts,
})

async function looking(facts: Partial<FullBalanceView> = {}) {
  const world = fakeStore({ [api.fullBalance.path]: ready(fullBalance(facts)) })
  world.store.set(hearAtom, { type: 'assets', data: [worth(1, 'USDT', '10248.85')] })
  await world.store.set(balanceHistory('24h'), 'refresh')
  return world
}

describe('the head of a balance', () => {
  test('tells the total, in other money too, and what the period did', async () => {
    const { store } = await looking()
    expect(store.get(balanceWords('24h'))).toEqual({
      isHidden: false,
      total: '10,248.85',
      unit: 'USDT',
      units: ['USDT', 'USD'],
      other: '$10,248.85',
      missing: undefined,
      period: '24h',
      change: { way: 'up', words: '+94.99 (+0.94%)' },
      outside: 'Nothing came in or went out',
    })
  })

  test.each([
    ['10000', '10,000.00 USDT came in, not counted as profit'],
    ['-250.5', '250.50 USDT went out, not counted as loss'],
  ])('tells %s from outside apart', async (net_deposits, words) => {
    const { store } = await looking({ net_deposits })
    expect(store.get(balanceWords('24h')).outside).toBe(words)
  })

  test('puts the chosen money first where the reader wants it so, and USDT beside it', async () => {
    const { store } = await looking()
    store.set(totalInFiatAtom, true)
    expect(store.get(balanceWords('24h'))).toMatchObject({
      total: '$10,248.85',
      unit: 'USD',
      other: '10,248.85 USDT',
      change: { words: '+94.99 USDT (+0.94%)' },
    })
  })

  test('hides every amount and keeps the percentage', async () => {
    const { store } = await looking({ net_deposits: '10000' })
    store.set(amountsHiddenAtom, true)
    const { change, outside } = store.get(balanceWords('24h'))
    expect([change?.words, outside]).toEqual(['+0.94%', undefined])
    const line = store.get(balanceLine('24h'))
    expect(line.state === 'ready' && [line.label, line.read(0)].join()).not.toMatch(/10,?153/)
  })

  test('knows no change before the history is there', () => {
    expect(fakeStore().store.get(balanceWords('7d'))).toMatchObject({ total: undefined, change: undefined })
  })
})

describe('the line of a balance', () => {
  test('reads its points, and falls when prices fell though money came in', async () => {
    const { store } = await looking({ change_balance: '-1.5', net_deposits: '10000' })
    const line = store.get(balanceLine('24h'))
    if (line.state !== 'ready') throw new Error(line.state)
    expect([line.way, line.values, line.label]).toEqual([
      'down',
      ['10153.86', '10248.859'],
      'Balance over 24h, from 10,153.86 to 10,248.85 USDT',
    ])
    expect(line.read(1)).toMatch(/^10,248\.85 USDT, Today, \d\d:\d\d$/)
  })

  test('stays when asking again fails, and fails when nothing ever came', async () => {
    const replies: Record<string, Answer<unknown>> = {}
    const { store } = fakeStore(replies)
    await store.set(balanceHistory('24h'), 'refresh')
    expect(store.get(balanceLine('24h')).state).toBe('failed')
    replies[api.fullBalance.path] = ready(fullBalance())
    await store.set(balanceHistory('24h'), 'retry')
    delete replies[api.fullBalance.path]
    await store.set(balanceHistory('24h'), 'refresh')
    expect(store.get(balanceLine('24h')).state).toBe('ready')
  })

  test('is gone with the session, and an answer that comes late is nobody’s', async () => {
    const { store } = await looking()
    const late = store.set(balanceHistory('24h'), 'refresh')
    store.set(leaveAtom)
    await late
    expect(store.get(balanceHistory('24h')).state).toBe('loading')
  })
})

describe('assets that do not come', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const waitFor = (millis: number, store: ReturnType<typeof fakeStore>['store']) => {
    vi.advanceTimersByTime(millis)
    store.set(clockAtom)
  }

  test('are late after a while, and asked for on another line', () => {
    const { store, said } = fakeStore()
    const stop = store.sub(watchedAssetsAtom, () => undefined)
    waitFor(9_000, store)
    expect(store.get(areAssetsLateAtom)).toBe(false)
    waitFor(2_000, store)
    expect([store.get(areAssetsLateAtom), store.get(coinAtom)('BTC').state]).toEqual([true, 'failed'])
    store.set(retryAssetsAtom)
    expect([store.get(areAssetsLateAtom), said.at(-1)]).toEqual([false, 'reconnect'])
    stop()
  })

  test('are not late when they are there', () => {
    const { store } = fakeStore()
    const stop = store.sub(watchedAssetsAtom, () => undefined)
    store.set(hearAtom, { type: 'assets', data: [asset(1, 'USDT', '1')] })
    waitFor(60_000, store)
    expect(store.get(areAssetsLateAtom)).toBe(false)
    stop()
  })
})

describe('shares', () => {
  test('name the largest and put the rest together', () => {
    const { store } = fakeStore()
    const all = [worth(2, 'BTC', '324'), worth(3, 'ETH', '158'), worth(1, 'USDT', '408'), worth(4, 'TON', '71')]
    store.set(hearAtom, { type: 'assets', data: [...all, worth(5, 'XRP', '39'), worth(6, 'NOT', '0')] })
    expect(store.get(sharesAtom)).toEqual([
      { symbol: 'USDT', thousandths: 408 },
      { symbol: 'BTC', thousandths: 324 },
      { symbol: 'ETH', thousandths: 158 },
      { symbol: undefined, thousandths: 110 },
    ])
    expect([408, 1000, 1].map(shareWords)).toEqual(['40.8', '100.0', '0.1'])
  })

  test('of nothing are none, and of one thing all', () => {
    const { store } = fakeStore()
    expect(store.get(sharesAtom)).toEqual([])
    store.set(hearAtom, { type: 'assets', data: [worth(1, 'USDT', '0.3'), worth(2, 'BTC', '0')] })
    expect(store.get(sharesAtom)).toEqual([{ symbol: 'USDT', thousandths: 1000 }])
  })

  test('the dearest come first, equals as they are listed', () => {
    const all = [worth(1, 'A', '0'), worth(2, 'B', '10'), worth(3, 'C', '0'), worth(4, 'D', '9.5')]
    expect(byWorth(all).map(({ currency }) => currency.symbol)).toEqual(['B', 'D', 'A', 'C'])
  })
})

describe('a coin', () => {
  const held = worth(2, 'BTC', '3322.79', {
    balance: '0.0424',
    frozen_balance: '0.01',
    pnl: '-115.699',
    pnl_percent: '-3.61',
    avg_price: '61204.3',
  })
  async function world() {
    const made = fakeStore({ [api.fullPairs.path]: ready(views) })
    made.store.set(hearAtom, { type: 'assets', data: [worth(1, 'USDT', '5'), held] })
    await made.store.set(loadMarketsAtom)
    return made
  }
  const known = (coin: ReturnType<ReturnType<typeof readCoin>>) => {
    if (coin.state !== 'known') throw new Error(coin.state)
    return coin
  }
  const readCoin = (store: Awaited<ReturnType<typeof world>>['store']) => (symbol: string) =>
    store.get(coinAtom)(symbol)

  test('is known with its markets; what all is measured in has no price of its own', async () => {
    const coin = readCoin((await world()).store)
    expect(known(coin('BTC')).main?.pair.symbol).toBe('BTC/USDT')
    expect([known(coin('USDT')).main, known(coin('USDT')).markets.length]).toEqual([undefined, 3])
    expect(coin('NOPE').state).toBe('unknown')
    expect(readCoin(fakeStore().store)('BTC').state).toBe('loading')
  })

  test('is told in figures', async () => {
    const { store } = await world()
    const { asset, main } = known(store.get(coinAtom)('BTC'))
    expect(store.get(coinFiguresAtom)(asset, main)).toEqual({
      total: '0.0524',
      worth: '3,322.79 USDT, ≈ $3,322.79',
      available: '0.0424 BTC',
      inOrders: '0.01 BTC',
      average: '61,204.30',
      pnl: { way: 'down', words: '−115.69 (−3.61%)' },
    })
    store.set(amountsHiddenAtom, true)
    expect(store.get(coinFiguresAtom)(asset, main)).toMatchObject({ total: '••••••', pnl: { words: '−3.61%' } })
  })
})

describe('the past with a coin', () => {
  const fill: UserTradeView = {
    trade_id: 1,
    order_uuid: 'order-1',
    pair_id: 1,
    pair_symbol: 'BTC/USDT',
    side: 'buy',
    price: '63847.1',
    volume: '0.01',
    total: '638.471',
    fee: '0.00001',
    fee_currency: 'BTC',
    role: 'taker',
    time: 1,
  }
  const market = { pair: btc, view: views[0]! }

  test('a fill is what it did to the coin that is looked at', () => {
    expect(fillWords(market, fill, 'BTC')).toMatchObject({
      title: 'Bought at 63,847.10',
      figure: '+0.00999',
      under: 'Fee 0.00001 BTC',
    })
    expect(fillWords(market, fill, 'USDT')).toMatchObject({ title: 'Bought BTC at 63,847.10', figure: '−638.47' })
    const sold = { ...fill, side: 'sell', fee: '0.638471', fee_currency: 'USDT' } as const
    expect(fillWords(market, sold, 'BTC').figure).toBe('−0.01')
    expect(fillWords(market, sold, 'USDT').figure).toBe('+637.83')
  })

  test('an order tells how much of it was filled, and at what price', () => {
    const closed = order({ filled_volume: '0.004', avg_price: '61999.5', status: 'cancelled' })
    expect(orderWords(market, closed)).toEqual({
      title: 'Limit buy',
      line: 'Cancelled',
      figure: '0.004000 / 0.010000 BTC',
      under: 'at 61,999.50',
    })
    const spent = order({ type: 'market', price: null, volume: null, avg_price: null, status: 'expired' })
    expect(orderWords({ pair: pepe, view: views[2]! }, spent)).toMatchObject({ figure: '0 PEPE', under: 'Not filled' })
  })

  test('is asked for by pair, and again when an order of that pair was told anew', async () => {
    const { store, host } = fakeStore()
    const asked: unknown[] = []
    const http = (async (_what, input) => {
      asked.push(input?.query)
      return { ok: true, value: { orders: [], fills: [fill], next: false } }
    }) as Http
    store.set(hostAtom, { ...host, http })
    const stop = store.sub(ownFillsOf.pair(1).list, () => undefined)
    expect(asked).toEqual([{ pair_id: 1, offset: 0, limit: 10 }])
    store.set(hearAtom, { type: 'order_update', data: order({ pair_id: 2, filled_volume: '1' }) })
    store.set(hearAtom, { type: 'order_update', data: order({ pair_id: 1, filled_volume: '1' }) })
    expect(asked.length).toBe(2)
    expect(closedOrdersOf.pair(1)).toBe(closedOrdersOf.pair(1))
    store.set(leaveAtom)
    await Promise.resolve()
    await Promise.resolve()
    expect(store.get(ownFillsOf.pair(1).list).state).toBe('loading')
    stop()
  })
})

describe('words', () => {
  test('of a change have a sign that says the way', () => {
    expect(['94.999', '-12', '0', '-0.001', '1234.5'].map(moneyChange)).toEqual([
      '+94.99',
      '−12.00',
      '0.00',
      '0.00',
      '+1,234.50',
    ])
    expect(['+1%', '−1%', '0.00%'].map(wayOf)).toEqual(['up', 'down', 'flat'])
  })

  test('of a day are short', () => {
    const now = new Date(2026, 10, 21, 14, 20).getTime()
    const at = (...parts: [number, number, number, number, number]) => dayTime(new Date(...parts).toISOString(), now)
    expect([at(2026, 10, 21, 9, 5), at(2026, 10, 20, 22, 14), at(2025, 10, 3, 1, 0)]).toEqual([
      'Today, 09:05',
      'Yesterday, 22:14',
      '3 Nov 2025',
    ])
  })
})
