/** What operators change about coins and markets: status, reference price, hidden coins. */

import { expect, test } from 'vitest'
import type { CurrencyId, PairId, UserId } from '../../../src/contract/ids.ts'
import type { PairRules } from '../../../src/contract/markets/instruments.ts'
import type { Ticks } from '../../../src/contract/money.ts'
import {
  beginLoading,
  type Command,
  free,
  isHidden,
  loadPiece,
  marketOf,
  SMALL,
  saveSnapshot,
  stateLines,
} from '../../../src/engine/exchange.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import { Exchange, RULES } from '../exchange.ts'

const BTC = 2 as CurrencyId
const PAIR = 1 as PairId
const world = () => new Exchange({ ann: { USDT: 10_000, BTC: 10 }, bob: { USDT: 10_000, BTC: 10 } })

const refusalOf = (x: Exchange, command: Command | object): string => {
  const answer = x.does(command as never)
  return answer.type === 'refused' ? answer.refusal.code : answer.type
}
const setRules = (x: Exchange, rules: Partial<PairRules>) =>
  refusalOf(x, { type: 'set-pair-rules', ...BY_TEST, pair: PAIR, rules: { ...RULES, ...rules } })
const setPrice = (x: Exchange, price: number) =>
  refusalOf(x, { type: 'set-reference-price', ...BY_TEST, pair: PAIR, price })
const hide = (x: Exchange, currency: number = BTC) => refusalOf(x, { type: 'hide-currency', ...BY_TEST, currency })
const list = (x: Exchange, currency: object) => refusalOf(x, { type: 'list-currency', ...BY_TEST, currency })
const listPair = (x: Exchange, base: number, quote: number) =>
  refusalOf(x, {
    type: 'list-pair',
    ...BY_TEST,
    pair: 2,
    base,
    quote,
    tick: 10n ** 10n,
    lot: 10n ** 8n,
    referencePrice: 100 as Ticks,
    rules: RULES,
  })

test('The reference price can be set before the first trade, and moves the price band', () => {
  const x = world()
  expect(x.buys('ann', 1, { at: 200 })).toBe('PRICE_BAND')
  expect(setPrice(x, 200)).toBe('done')
  expect(x.buys('ann', 1, { at: 200 })).toBe('open')
  expect(marketOf(x.state, PAIR)).toMatchObject({
    lastPrice: 200,
    lastTradeAt: undefined,
    pair: { referencePrice: 200 },
  })
})

test('After the first trade the reference price is refused unless the market is halted, and then replaces the last price', () => {
  const x = world()
  x.sells('ann', 1, { at: 100 })
  x.buys('bob', 1, { at: 100 })
  expect(setPrice(x, 300)).toBe('REFERENCE_PRICE_LOCKED')
  expect(setRules(x, { status: 'cancel_only' })).toBe('done')
  expect(setPrice(x, 300)).toBe('REFERENCE_PRICE_LOCKED')
  expect(setRules(x, { status: 'halted' })).toBe('done')
  expect(setPrice(x, 300)).toBe('done')
  expect(setPrice(x, 0)).toBe('LISTING_INVALID')
  expect(setRules(x, {})).toBe('done')
  expect(x.buys('ann', 1, { at: 300 })).toBe('open')
  x.sells('bob', 1, { at: 299 })
  expect(marketOf(x.state, PAIR)?.lastPrice).toBe(300)
})

test('A halted market keeps its resting orders: none is placed or cancelled, and all trade again afterwards', () => {
  const x = world()
  x.sells('ann', 2, { at: 100 })
  const order = x.lastOrder
  setRules(x, { status: 'halted' })
  expect(x.buys('bob', 1, { at: 100 })).toBe('PAIR_HALTED')
  expect(x.buysAtMarket('bob', 1)).toBe('PAIR_HALTED')
  expect(x.cancels('ann', order)).toBe('PAIR_HALTED')
  expect(x.cancelsAll('ann')).toBe('cancelled 0')
  expect(x.book).toBe('sell 100: ann 2')
  setRules(x, {})
  expect(x.buys('bob', 1, { at: 100 })).toBe('filled 1')
  setRules(x, { status: 'cancel_only' })
  expect(x.buys('bob', 1, { at: 100 })).toBe('PAIR_HALTED')
  expect(x.cancels('ann', order)).toBe('cancelled 1')
})

test('A coin is hidden only once all its markets are cancel-only, and then none of them trades', () => {
  const x = world()
  x.sells('ann', 2, { at: 100 })
  const order = x.lastOrder
  expect(hide(x)).toBe('HIDE_REFUSED')
  setRules(x, { status: 'halted' })
  expect(hide(x)).toBe('HIDE_REFUSED')
  setRules(x, { status: 'cancel_only' })
  expect([hide(x), hide(x), x.events]).toEqual(['done', 'done', []])
  expect(setRules(x, { status: 'trading' })).toBe('LISTING_INVALID')
  expect(list(x, { id: 3, symbol: 'ETH', name: 'Ether', decimals: 8 })).toBe('done')
  expect(listPair(x, BTC, 3)).toBe('LISTING_INVALID')
  expect(x.cancels('ann', order)).toBe('cancelled 1')
  expect(free(x.state, 'ann' as UserId, BTC)).toBe(10n * 10n ** 8n)
  expect([hide(x, 12), hide(x, 99)]).toEqual(['CURRENCY_NOT_FOUND', 'CURRENCY_NOT_FOUND'])
})

test('Listing a hidden coin again offers it again, and its markets can trade', () => {
  const x = world()
  setRules(x, { status: 'cancel_only' })
  hide(x)
  expect(isHidden(x.state, BTC)).toBe(true)
  expect(list(x, { id: BTC, symbol: 'BTC', name: 'BTC', decimals: 8 })).toBe('done')
  expect(isHidden(x.state, BTC)).toBe(false)
  expect(setRules(x, {})).toBe('done')
})

test('A symbol belongs to one coin, and two coins have one market', () => {
  const x = world()
  expect(list(x, { id: 3, symbol: 'BTC', name: 'Bitcoin', decimals: 8 })).toBe('LISTING_CONFLICT')
  expect(list(x, { id: 3, symbol: 'USDT', name: 'Tether', decimals: 8 })).toBe('LISTING_CONFLICT')
  expect([listPair(x, 2, 1), listPair(x, 1, 2)]).toEqual(['LISTING_CONFLICT', 'LISTING_CONFLICT'])
})

test('A snapshot keeps hidden coins and a reference price that was set later', () => {
  const x = world()
  setPrice(x, 250)
  setRules(x, { status: 'cancel_only' })
  hide(x)
  const { head, pieces } = saveSnapshot(x.state)
  const loaded = beginLoading(head, SMALL)
  for (const piece of pieces) loadPiece(loaded, piece)
  expect([...stateLines(loaded)]).toEqual([...stateLines(x.state)])
  expect([isHidden(loaded, BTC), marketOf(loaded, PAIR)?.lastPrice]).toEqual([true, 250])
})
