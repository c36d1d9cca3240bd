import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Http } from '../../../../src/client/connection/http.ts'
import type { Answer } from '../../../../src/client/connection/request.ts'
import { directionOf, moneyChange } from '../../../../src/client/format/numbers.ts'
import { dayTime } from '../../../../src/client/format/times.ts'
import { monotonicAtom } from '../../../../src/client/state/app/clock.ts'
import { hostAtom } from '../../../../src/client/state/app/host.ts'
import {
  amountsHiddenAtom,
  selectedCurrencyAtom,
  totalInFiatAtom,
} from '../../../../src/client/state/app/preferences.ts'
import { beginSessionAtom, onSignedOutAtom } from '../../../../src/client/state/auth/session.ts'
import { applyMessageAtom } from '../../../../src/client/state/feed/apply-message.ts'
import { loadMarketsAtom } from '../../../../src/client/state/markets/markets.ts'
import { closedOrders, ownFills } from '../../../../src/client/state/orders/order-history.ts'
import { filledPercent } from '../../../../src/client/state/orders/ordered-text.ts'
import { allocationAtom, sharesAtom, shareText } from '../../../../src/client/state/portfolio/allocation.ts'
import { assetDetailAtom, assetFiguresAtom } from '../../../../src/client/state/portfolio/asset-detail.ts'
import { assetCellsAtom } from '../../../../src/client/state/portfolio/asset-table.ts'
import { assetTextAtom } from '../../../../src/client/state/portfolio/asset-text.ts'
import { balanceChart, hasBalanceLineAtom } from '../../../../src/client/state/portfolio/balance-chart.ts'
import { balanceHistory } from '../../../../src/client/state/portfolio/balance-history.ts'
import { balanceText } from '../../../../src/client/state/portfolio/balance-text.ts'
import {
  clearBalancesAtom,
  isAssetsTimeoutAtom,
  retryAssetsAtom,
  topCoinCountAtom,
  watchedAssetsAtom,
} from '../../../../src/client/state/portfolio/balances.ts'
import { foldEmpty } from '../../../../src/client/state/portfolio/fold-empty.ts'
import { sortByValue } from '../../../../src/client/state/portfolio/sort-by-value.ts'
import { api } from '../../../../src/contract/api.ts'
import type { TradeId } from '../../../../src/contract/ids.ts'
import type { UserTradeView } from '../../../../src/contract/orders/views.ts'
import type { AssetView, FullBalanceView } from '../../../../src/contract/portfolio/views.ts'
import { asset, btc, order, views } from '../../../fixtures/client-markets.ts'
import { fakeStore, memoryStorage } from '../../../fixtures/fake-host.ts'

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
    { time: 1_795_000_450, balance: '10200' },
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

async function loadedStore(facts: Partial<FullBalanceView> = {}) {
  const storeWithBitcoin = fakeStore({ [api.fullBalance.path]: ready(fullBalance(facts)) })
  storeWithBitcoin.store.set(applyMessageAtom, { type: 'assets', data: [worth(1, 'USDT', '10248.85')] })
  await storeWithBitcoin.store.set(balanceHistory('24h'), 'refresh')
  return storeWithBitcoin
}

describe('The balance header', () => {
  test('The balance header shows the total and the change of the period, and no dollars that repeat it', async () => {
    const { store } = await loadedStore()
    expect(store.get(balanceText('24h'))).toEqual({
      isHidden: false,
      total: '10,248.85',
      unit: 'USDT',
      units: ['USDT', 'USD'],
      secondary: undefined,
      missingRate: undefined,
      period: '24h',
      change: { direction: 'up', text: '+94.99 (+0.94%)' },
      netDeposits: 'No deposits or withdrawals',
    })
  })

  test.each([
    ['10000', 'Added 10,000.00 USDT'],
    ['-250.5', 'Withdrew 250.50 USDT'],
  ])('The balance header shows net deposits of %s apart from the change', async (net_deposits, words) => {
    const { store } = await loadedStore({ net_deposits })
    expect(store.get(balanceText('24h')).netDeposits).toBe(words)
  })

  test('The balance header shows the fiat total first if the user selects it', async () => {
    const { store } = await loadedStore()
    store.set(totalInFiatAtom, true)
    expect(store.get(balanceText('24h'))).toMatchObject({
      total: '$10,248.85',
      unit: 'USD',
      secondary: undefined,
      change: { text: '+94.99 USDT (+0.94%)' },
    })
  })

  test('The balance header hides all amounts and keeps the percentage', async () => {
    const { store } = await loadedStore({ net_deposits: '10000' })
    store.set(amountsHiddenAtom, true)
    const { change, netDeposits: outside } = store.get(balanceText('24h'))
    expect([change?.text, outside]).toEqual(['+0.94%', undefined])
    const line = store.get(balanceChart('24h'))
    expect(line.state === 'ready' && [line.label, line.pointText(0)].join()).not.toMatch(/10,?153/)
  })

  test('The balance header shows no change before the history is loaded', () => {
    expect(fakeStore().store.get(balanceText('7d'))).toMatchObject({ total: undefined, change: undefined })
  })
})

describe('The balance chart', () => {
  test('The balance chart falls when prices fall despite a deposit', async () => {
    const { store } = await loadedStore({ change_balance: '-1.5', net_deposits: '10000' })
    const line = store.get(balanceChart('24h'))
    if (line.state !== 'ready') throw new Error(line.state)
    expect([line.direction, line.values, line.label]).toEqual([
      'down',
      ['10153.86', '10200', '10248.859'],
      'Balance over 24h, from 10,153.86 to 10,248.85 USDT',
    ])
    expect(line.pointText(2)).toMatch(/^10,248\.85 USDT, Today, \d\d:\d\d$/)
  })

  test('There is no balance chart before three points, and a change of one percent fills its height', async () => {
    const { store } = await loadedStore({ balance_history: fullBalance().balance_history.slice(1) })
    expect(store.get(balanceChart('24h'))).toEqual({ state: 'short' })
    expect(store.get(hasBalanceLineAtom)).toBe(false)
    const longer = await loadedStore()
    expect(longer.store.get(hasBalanceLineAtom)).toBe(true)
    expect(longer.store.get(balanceChart('24h'))).toMatchObject({ state: 'ready', leastSpan: 0.01 })
  })

  test('The balance chart keeps its data when a reload fails, and fails if nothing was loaded', async () => {
    const replies: Record<string, Answer<unknown>> = {}
    const { store } = fakeStore(replies)
    await store.set(balanceHistory('24h'), 'refresh')
    expect([store.get(balanceChart('24h')).state, store.get(hasBalanceLineAtom)]).toEqual(['failed', true])
    replies[api.fullBalance.path] = ready(fullBalance())
    await store.set(balanceHistory('24h'), 'retry')
    delete replies[api.fullBalance.path]
    await store.set(balanceHistory('24h'), 'refresh')
    expect(store.get(balanceChart('24h')).state).toBe('ready')
  })

  test('The balance chart is cleared at logout, and a late reply is ignored', async () => {
    const { store } = await loadedStore()
    const late = store.set(balanceHistory('24h'), 'refresh')
    store.set(onSignedOutAtom)
    await late
    expect(store.get(balanceHistory('24h')).state).toBe('loading')
  })
})

describe('Missing assets', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const waitFor = (millis: number, store: ReturnType<typeof fakeStore>['store']) => {
    vi.advanceTimersByTime(millis)
    store.set(monotonicAtom)
  }

  test('Assets are marked late after a timeout, and Retry opens a new connection', () => {
    const { store, said } = fakeStore()
    const stop = store.sub(watchedAssetsAtom, () => undefined)
    waitFor(9_000, store)
    expect(store.get(isAssetsTimeoutAtom)).toBe(false)
    waitFor(2_000, store)
    expect([store.get(isAssetsTimeoutAtom), store.get(assetDetailAtom)('BTC').state]).toEqual([true, 'failed'])
    store.set(retryAssetsAtom)
    expect([store.get(isAssetsTimeoutAtom), said.at(-1)]).toEqual([false, 'reconnect'])
    stop()
  })

  test('Assets that arrive in time are not marked late', () => {
    const { store } = fakeStore()
    const stop = store.sub(watchedAssetsAtom, () => undefined)
    store.set(applyMessageAtom, { type: 'assets', data: [asset(1, 'USDT', '1')] })
    waitFor(60_000, store)
    expect(store.get(isAssetsTimeoutAtom)).toBe(false)
    stop()
  })
})

describe('Portfolio shares', () => {
  test('Portfolio shares list the largest assets and sum up the rest', () => {
    const { store } = fakeStore()
    const all = [worth(2, 'BTC', '324'), worth(3, 'ETH', '158'), worth(1, 'USDT', '408'), worth(4, 'TON', '71')]
    store.set(applyMessageAtom, { type: 'assets', data: [...all, worth(5, 'XRP', '39'), worth(6, 'NOT', '0')] })
    expect(store.get(allocationAtom)).toEqual([
      { symbol: 'USDT', thousandths: 408 },
      { symbol: 'BTC', thousandths: 324 },
      { symbol: 'ETH', thousandths: 158 },
      { symbol: undefined, thousandths: 110 },
    ])
    expect([408, 1000, 1].map(shareText)).toEqual(['40.8', '100.0', '0.1'])
  })

  test('Portfolio shares add up to 100.0 although each of them is rounded', () => {
    const { store } = fakeStore()
    store.set(applyMessageAtom, {
      type: 'assets',
      data: [worth(1, 'USDT', '8500.03'), worth(2, 'BTC', '1498.46')],
    })
    expect([...store.get(sharesAtom)]).toEqual([
      ['USDT', 850],
      ['BTC', 150],
    ])
    const thirds = [worth(1, 'USDT', '1'), worth(2, 'BTC', '1'), worth(3, 'ETH', '1')]
    store.set(applyMessageAtom, { type: 'assets', data: thirds })
    expect(store.get(allocationAtom).map(({ thousandths }) => thousandths)).toEqual([334, 333, 333])
  })

  test('An empty portfolio has no shares, and a single asset has the full share', () => {
    const { store } = fakeStore()
    expect([store.get(allocationAtom), store.get(sharesAtom).size]).toEqual([[], 0])
    store.set(applyMessageAtom, { type: 'assets', data: [worth(1, 'USDT', '0.3'), worth(2, 'BTC', '0')] })
    expect(store.get(sharesAtom).get('USDT')).toBe(1000)
    expect(store.get(allocationAtom)).toEqual([{ symbol: 'USDT', thousandths: 1000 }])
  })

  test('Coins without a balance are folded, but not while the user searches or holds no coin', () => {
    const all = [worth(1, 'USDT', '5', { balance: '5' }), worth(2, 'BTC', '0', { balance: '0' })]
    const [folded, open] = [
      foldEmpty(all, { isOpen: false, search: ' ' }),
      foldEmpty(all, { isOpen: true, search: '' }),
    ]
    expect([folded.held.length, folded.emptyCount, folded.hasFold, folded.shown]).toEqual([1, 1, true, []])
    expect([open.hasFold, open.shown]).toEqual([true, [all[1]]])
    expect(foldEmpty(all, { isOpen: false, search: 'b' })).toMatchObject({ hasFold: false, shown: [all[1]] })
    expect(foldEmpty(all.slice(1), { isOpen: false, search: '' })).toMatchObject({ hasFold: false, shown: [all[1]] })
  })

  test('Assets are sorted by value, and equal values keep their order', () => {
    const all = [worth(1, 'A', '0'), worth(2, 'B', '10'), worth(3, 'C', '0'), worth(4, 'D', '9.5')]
    expect(sortByValue(all).map(({ currency }) => currency.symbol)).toEqual(['B', 'D', 'A', 'C'])
  })
})

describe('A coin', () => {
  const bitcoin = worth(2, 'BTC', '3322.79', {
    balance: '0.0424',
    frozen_balance: '0.01',
    pnl: '-115.699',
    pnl_percent: '-3.61',
    avg_price: '61204.3',
  })
  async function storeWithBitcoin() {
    const app = fakeStore({ [api.fullPairs.path]: ready(views) })
    app.store.set(applyMessageAtom, { type: 'assets', data: [worth(1, 'USDT', '5'), bitcoin] })
    await app.store.set(loadMarketsAtom)
    return app
  }
  const known = (coin: ReturnType<ReturnType<typeof readCoin>>) => {
    if (coin.state !== 'known') throw new Error(coin.state)
    return coin
  }
  const readCoin = (store: Awaited<ReturnType<typeof storeWithBitcoin>>['store']) => (symbol: string) =>
    store.get(assetDetailAtom)(symbol)

  test('A coin has its markets, and the valuation currency has no main market', async () => {
    const coin = readCoin((await storeWithBitcoin()).store)
    expect(known(coin('BTC')).main?.pair.symbol).toBe('BTC/USDT')
    expect([known(coin('USDT')).main, known(coin('USDT')).markets.length]).toEqual([undefined, 3])
    expect(coin('NOPE').state).toBe('unknown')
    expect(readCoin(fakeStore().store)('BTC').state).toBe('loading')
  })

  test('A coin shows its total, value, average price and profit', async () => {
    const { store } = await storeWithBitcoin()
    const { asset, main } = known(store.get(assetDetailAtom)('BTC'))
    expect(store.get(assetFiguresAtom)(asset, main)).toEqual({
      total: '0.0524',
      value: '3,322.79 USDT',
      available: '0.0424 BTC',
      inOrders: '0.01 BTC',
      average: '61,204.30',
      pnl: { direction: 'down', text: '−115.70 (−3.61%)' },
    })
    store.set(amountsHiddenAtom, true)
    expect(store.get(assetFiguresAtom)(asset, main)).toMatchObject({ total: '••••••', pnl: { text: '−3.61%' } })
  })
})

describe('The table of assets', () => {
  const bitcoin = worth(2, 'BTC', '3322.79', {
    balance: '0.0424',
    frozen_balance: '0.01',
    pnl: '-115.699',
    pnl_percent: '-3.61',
    avg_price: '61204.3',
  })
  const tether = worth(1, 'USDT', '1000.5', { balance: '990.5', frozen_balance: '10', pnl: '0', pnl_percent: '0' })
  const empty = worth(3, 'XRP', '0', { balance: '0', pnl: '0', pnl_percent: '0' })
  const unpriced = worth(9, 'ZEN', '0', { balance: '7' })

  async function tableOf(assets: readonly AssetView[]) {
    const [first, ...others] = views
    const app = fakeStore({ [api.fullPairs.path]: ready([{ ...first, percent_change_24h: '2.13' }, ...others]) })
    app.store.set(applyMessageAtom, { type: 'assets', data: assets })
    await app.store.set(loadMarketsAtom)
    return app.store
  }

  test('A row has the amounts, prices, changes and the share of a coin', async () => {
    const store = await tableOf([bitcoin, tether, empty, unpriced])
    const cells = store.get(assetCellsAtom)
    expect(cells(bitcoin)).toMatchObject({
      available: '0.0424',
      inOrders: '0.01',
      average: '61,204.30',
      price: '63,412.05',
      change: { text: '+2.13%' },
      pnl: { direction: 'down', text: '−115.70 (−3.61%)' },
      value: '3,322.79',
      share: '76.9%',
      market: { pair: { symbol: 'BTC/USDT' } },
    })
    const nothing = { direction: 'flat', text: '–' }
    expect(cells(tether)).toMatchObject({ available: '990.50', price: '1.00', pnl: nothing, share: '23.1%' })
    expect(cells(tether).market).toBe(undefined)
    expect(cells(empty)).toMatchObject({ available: '0', average: '–', price: '0.5834', pnl: nothing, share: '0.0%' })
    expect(cells(unpriced)).toMatchObject({ price: '–', value: 'No price yet', share: '', market: undefined })
  })

  test('A row of a phone has each figure of a coin once: amount, what is in orders, value, change and gain', async () => {
    const store = await tableOf([bitcoin, tether])
    expect(store.get(assetTextAtom)(bitcoin)).toEqual({
      symbol: 'BTC',
      amount: '0.0424 available',
      inOrders: '0.01 in orders',
      value: '3,322.79 USDT',
      change: { direction: 'up', text: '+2.13%' },
      pnl: { direction: 'down', text: '−115.70 (−3.61%)' },
    })
    expect(store.get(assetTextAtom)(tether)).toMatchObject({
      amount: '990.50 available',
      inOrders: '10.00 in orders',
      value: '1,000.50 USDT',
      change: { text: '–' },
    })
    expect(store.get(assetTextAtom)({ ...bitcoin, frozen_balance: '0' })).toMatchObject({
      amount: '0.0424',
      inOrders: undefined,
    })
    expect(store.get(assetTextAtom)({ ...tether, frozen_balance: '0' }).amount).toBe('USDT')
    store.set(amountsHiddenAtom, true)
    expect(store.get(assetTextAtom)(bitcoin)).toMatchObject({
      amount: '•••••• available',
      inOrders: '•••••• in orders',
      value: '•••••• USDT',
    })
  })

  test('A row has its value in the currency of the total, and the gain then names its own', async () => {
    const rates = { fiat_rates: { EUR: '0.5' }, updated_at: '2026-11-03T00:00:00Z' }
    const { store } = fakeStore({ [api.fiatRates.path]: ready(rates) })
    store.set(applyMessageAtom, { type: 'assets', data: [bitcoin, tether] })
    store.set(selectedCurrencyAtom, 'EUR')
    store.set(totalInFiatAtom, true)
    const stop = store.sub(assetTextAtom, () => undefined)
    await expect
      .poll(() => store.get(assetTextAtom)(tether))
      .toMatchObject({ amount: '990.50 available', value: '€500.25' })
    expect(store.get(assetTextAtom)(bitcoin).pnl.text).toBe('−115.70 USDT (−3.61%)')
    stop()
  })

  test('The device remembers how many coins the home page shows, until the user signs out', () => {
    const storage = memoryStorage()
    const app = fakeStore({}, storage)
    const count = () => app.store.get(topCoinCountAtom)
    expect(count()).toBe(2)
    for (const assets of [
      [empty],
      [empty, bitcoin],
      [bitcoin, tether],
      [bitcoin, tether, unpriced, worth(4, 'TON', '1')],
    ]) {
      app.store.set(applyMessageAtom, { type: 'assets', data: assets })
      const held = Math.min(3, assets.filter(({ balance }) => balance !== '0').length)
      expect([count(), fakeStore({}, storage).store.get(topCoinCountAtom)]).toEqual([held, held])
    }
    app.store.set(applyMessageAtom, { type: 'assets', data: [bitcoin] })
    app.store.set(clearBalancesAtom)
    expect(count()).toBe(2)
  })

  test('Hidden amounts hide what the user has, and keep prices, percentages and shares', async () => {
    const store = await tableOf([bitcoin, tether])
    store.set(amountsHiddenAtom, true)
    const hidden = '••••••'
    expect(store.get(assetCellsAtom)(bitcoin)).toMatchObject({
      available: hidden,
      inOrders: hidden,
      price: '63,412.05',
      pnl: { text: '−3.61%' },
      value: hidden,
      share: '76.9%',
    })
  })
})

describe('The orders of a coin', () => {
  const fill: UserTradeView = {
    trade_id: 1 as TradeId,
    order_uuid: 'order-1',
    pair_id: btc.id,
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
  test('A market order by total is filled in full although a rest is smaller than a step', () => {
    const byTotal = { type: 'market', price: null, volume: null, total: '1500', filled_total: '1499.97' } as const
    expect(filledPercent(order({ ...byTotal, status: 'filled' }))).toBe('100%')
    expect(filledPercent(order({ ...byTotal, status: 'expired', filled_total: '600' }))).toBe('40%')
    expect(filledPercent(order({ filled_volume: '0.0039' }))).toBe('39%')
  })

  test('The fills are loaded when they are shown, and again after an order update with a fill', async () => {
    const { store, host } = fakeStore()
    const queries: unknown[] = []
    const http = (async (_what, input) => {
      queries.push(input?.query)
      return { ok: true, value: { orders: [], fills: [fill], next: false } }
    }) as Http
    store.set(hostAtom, { ...host, http })
    const stop = store.sub(ownFills.list, () => undefined)
    expect(queries).toEqual([{ offset: 0, limit: 10 }])
    store.set(applyMessageAtom, { type: 'order_update', data: order({}) })
    store.set(applyMessageAtom, { type: 'order_update', data: order({ filled_volume: '1' }) })
    expect(queries.length).toBe(2)
    store.set(onSignedOutAtom)
    await Promise.resolve()
    await Promise.resolve()
    expect(store.get(ownFills.list).state).toBe('loading')
    stop()
  })

  test('The history on screen is loaded again when the connection is back, and for the next user', async () => {
    const { store, replaceHttp } = fakeStore()
    let status: 'filled' | 'cancelled' = 'cancelled'
    replaceHttp(async () => ({ ok: true, value: { orders: [order({ status })], next: false } }))
    const { list } = closedOrders
    const stop = store.sub(list, () => undefined)
    const statuses = () => {
      const shown = store.get(list)
      return shown.state === 'ready' ? shown.items.map((each) => each.status) : shown.state
    }
    await expect.poll(statuses).toEqual(['cancelled'])
    // Its update was lost: the connection was closed.
    status = 'filled'
    store.set(applyMessageAtom, { type: 'open_orders', data: [] })
    await expect.poll(statuses).toEqual(['filled'])
    store.set(beginSessionAtom)
    expect(statuses()).toBe('loading')
    store.set(applyMessageAtom, { type: 'open_orders', data: [] })
    await expect.poll(statuses).toEqual(['filled'])
    stop()
  })
})

describe('Portfolio formats', () => {
  test('A money change has a sign for its direction and is rounded down, so that it fits totals without their rest', () => {
    const changes = ['94.999', '-12', '0', '0.001', '-0.001', '-1.508', '-9.99000001', '-999.991', '1234.5', '-3.5']
    expect(changes.map(moneyChange)).toEqual([
      '+94.99',
      '−12.00',
      '0.00',
      '0.00',
      '−0.01',
      '−1.51',
      '−10.00',
      '−1,000.00',
      '+1,234.50',
      '−3.50',
    ])
    expect(['+1%', '−1%', '0.00%'].map(directionOf)).toEqual(['up', 'down', 'flat'])
  })

  test('A date is shown in short form', () => {
    const now = new Date(2026, 10, 21, 14, 20).getTime()
    const shortTime = (...parts: [number, number, number, number, number]) =>
      dayTime(new Date(...parts).toISOString(), now)
    expect([shortTime(2026, 10, 21, 9, 5), shortTime(2026, 10, 20, 22, 14), shortTime(2025, 10, 3, 1, 0)]).toEqual([
      'Today, 09:05',
      'Yesterday, 22:14',
      '3 Nov 2025',
    ])
  })
})
