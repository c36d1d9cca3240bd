import { readPair } from '../../src/client/atoms/read-pair.ts'
import type { Pair } from '../../src/contract/catalogue.ts'
import type { AssetView, CurrencyView, FullPairView, OrderView } from '../../src/contract/views.ts'

/** Pairs as the wire tells them: a dear coin, a middling one and a memecoin with ten decimals. */

const currency = (id: number, symbol: string): CurrencyView => ({ id, symbol, name: symbol, icon_url: '' })
const usdt = currency(1, 'USDT')

function pairView(id: number, base: string, tick: string, step: string, price: string, most: string): FullPairView {
  return {
    id,
    symbol: `${base}/USDT`,
    base_currency_symbol: base,
    base_currency_icon: '',
    price,
    percent_change_24h: null,
    changes: [],
    volume_24h: null,
    turnover_24h: null,
    high_24h: null,
    low_24h: null,
    quote_currency_symbol: 'USDT',
    base_currency: currency(id + 1, base),
    quote_currency: usdt,
    status: 'trading',
    tick_size: tick,
    step_size: step,
    min_amount: step,
    max_amount: most,
    min_notional: '1',
    max_notional: '50000000',
    price_band_percent: '50',
    maker_fee_percent: '0.1',
    taker_fee_percent: '0.1',
    reference_price: price,
    tags: base === 'PEPE' ? ['meme'] : [],
    listed_at: null,
  }
}

export const views: readonly FullPairView[] = [
  pairView(1, 'BTC', '0.01', '0.000001', '63412.05', '1000'),
  pairView(2, 'XRP', '0.0001', '0.01', '0.5834', '10000000'),
  pairView(3, 'PEPE', '0.0000000001', '100', '0.0000123701', '10000000000000'),
]

export const pairs: readonly Pair[] = views.flatMap((view) => readPair(view) ?? [])
export const [btc, xrp, pepe] = pairs as [Pair, Pair, Pair]

export const asset = (id: number, symbol: string, balance: string, frozen = '0'): AssetView => ({
  currency: currency(id, symbol),
  balance,
  frozen_balance: frozen,
  usdt_total: balance,
  pnl: null,
  pnl_percent: null,
  avg_price: null,
})

export const order = (facts: Partial<OrderView> = {}): OrderView => ({
  uuid: 'order-1',
  user_id: 'ann',
  client_order_id: null,
  pair_id: 1,
  pair_symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  price: '62000',
  volume: '0.01',
  total: '620',
  filled_volume: '0',
  filled_total: '0',
  avg_price: null,
  fee: '0',
  fee_currency: 'BTC',
  status: 'open',
  time_in_force: 'GTC',
  post_only: false,
  created_at: '2026-11-21T08:00:00.000Z',
  updated_at: '2026-11-21T08:00:00.000Z',
  ...facts,
})
