import { expect, test } from 'vitest'
import { REMEMBERED_FOR, REMEMBERED_PER_USER } from '../../src/engine/orders/remembered.ts'
import { Exchange } from './exchange.ts'

const rich = { USDT: 1_000_000, BTC: 2_000 }

test('the same id and body gets the first answer and has one effect', () => {
  const x = new Exchange({ ann: rich })
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe('open')
  const order = x.lastOrder
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${order}`)
  expect(x.book).toBe('buy 100: ann 1')
})

test('also after the order is long closed', () => {
  const x = new Exchange({ ann: rich })
  x.buys('ann', 1, { at: 100, id: 'a' })
  const order = x.lastOrder
  x.cancels('ann', order)
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${order}`)
  expect(x.book).toBe('')
})

test('a refusal is an answer too, with its words, even when it would pass now', () => {
  const x = new Exchange({ ann: rich, bob: rich })
  expect(x.buysAtMarket('ann', 1, { id: 'a' })).toBe('NO_LIQUIDITY')
  x.sells('bob', 1, { at: 100 })
  expect(x.buysAtMarket('ann', 1, { id: 'a' })).toBe('NO_LIQUIDITY')
  expect(x.buysAtMarket('ann', 1, { id: 'b' })).toBe('filled 1')
})

test('another body under the same id is refused', () => {
  const x = new Exchange({ ann: rich })
  x.buys('ann', 1, { at: 100, id: 'a' })
  expect(x.buys('ann', 2, { at: 100, id: 'a' })).toBe('CLIENT_ID_REUSED')
  expect(x.sells('ann', 1, { at: 100, id: 'a' })).toBe('CLIENT_ID_REUSED')
  expect(x.buys('ann', 1, { at: 100, id: 'a', postOnly: true })).toBe('CLIENT_ID_REUSED')
})

test('two users may use the same id', () => {
  const x = new Exchange({ ann: rich, bob: rich })
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe('open')
  expect(x.buys('bob', 1, { at: 100, id: 'a' })).toBe('open')
})

test('an id is forgotten after a day, not before', () => {
  const x = new Exchange({ ann: rich })
  x.buys('ann', 1, { at: 100, id: 'a' })
  const order = x.lastOrder
  x.now += REMEMBERED_FOR - 1
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${order}`)
  x.now += 1
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe('open')
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${x.lastOrder - 1}`)
  expect(x.state.remembered.oldest.items.length - x.state.remembered.oldest.head).toBe(1)
})

test('and after a thousand newer ones of the same user', () => {
  const x = new Exchange({ ann: rich, bob: rich })
  x.buysAtMarket('ann', 1, { id: 'first' })
  x.buysAtMarket('bob', 1, { id: 'first' })
  for (let i = 0; i < REMEMBERED_PER_USER - 1; i++) x.buysAtMarket('ann', 1, { id: `${i}` })
  x.sells('bob', 5, { at: 100 })
  expect(x.buysAtMarket('ann', 1, { id: 'first' })).toBe('NO_LIQUIDITY')
  x.buysAtMarket('ann', 1, { id: 'one more' })
  expect(x.buysAtMarket('ann', 1, { id: 'first' })).toBe('filled 1')
  expect(x.buysAtMarket('bob', 1, { id: 'first' })).toBe('NO_LIQUIDITY')
})
