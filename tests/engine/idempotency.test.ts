import { expect, test } from 'vitest'
import type { Lots } from '../../src/contract/money.ts'
import { refuse } from '../../src/contract/refusals.ts'
import { size } from '../../src/engine/idempotency/fifo.ts'
import { RESPONSE_TTL, RESPONSES_PER_USER } from '../../src/engine/idempotency/state.ts'
import { Exchange } from './exchange.ts'

const rich = { USDT: 1_000_000, BTC: 2_000 }

test('A repeated request gets the first response and has one effect', () => {
  const x = new Exchange({ ann: rich })
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe('open')
  const order = x.lastOrder
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${order}`)
  expect(x.book).toBe('buy 100: ann 1')
})

test('A repeated request gets the first response after its order has closed', () => {
  const x = new Exchange({ ann: rich })
  x.buys('ann', 1, { at: 100, id: 'a' })
  const order = x.lastOrder
  x.cancels('ann', order)
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${order}`)
  expect(x.book).toBe('')
})

test('A repeated request is refused like the first one, even if it would now succeed', () => {
  const x = new Exchange({ ann: rich, bob: rich })
  expect(x.buysAtMarket('ann', 1, { id: 'a' })).toBe('NO_LIQUIDITY')
  x.sells('bob', 1, { at: 100 })
  expect(x.buysAtMarket('ann', 1, { id: 'a' })).toBe('NO_LIQUIDITY')
  expect(x.buysAtMarket('ann', 1, { id: 'b' })).toBe('filled 1')
})

test('A different request with a used client id is refused', () => {
  const x = new Exchange({ ann: rich })
  x.buys('ann', 1, { at: 100, id: 'a' })
  expect(x.buys('ann', 2, { at: 100, id: 'a' })).toBe('CLIENT_ID_REUSED')
  expect(x.sells('ann', 1, { at: 100, id: 'a' })).toBe('CLIENT_ID_REUSED')
  expect(x.buys('ann', 1, { at: 100, id: 'a', postOnly: true })).toBe('CLIENT_ID_REUSED')
})

test('Two users can use the same client id', () => {
  const x = new Exchange({ ann: rich, bob: rich })
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe('open')
  expect(x.buys('bob', 1, { at: 100, id: 'a' })).toBe('open')
})

test('A response is dropped after a day and not before', () => {
  const x = new Exchange({ ann: rich })
  x.buys('ann', 1, { at: 100, id: 'a' })
  const order = x.lastOrder
  x.now += RESPONSE_TTL - 1
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${order}`)
  x.now += 1
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe('open')
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${x.lastOrder - 1}`)
  expect(size(x.state.idempotency.queue)).toBe(1)
})

test('A response is dropped after a thousand newer ones of the same user', () => {
  const x = new Exchange({ ann: rich, bob: rich })
  x.buysAtMarket('ann', 1, { id: 'first' })
  x.buysAtMarket('bob', 1, { id: 'first' })
  for (let i = 0; i < RESPONSES_PER_USER - 1; i++) x.buysAtMarket('ann', 1, { id: `${i}` })
  x.sells('bob', 5, { at: 100 })
  expect(x.buysAtMarket('ann', 1, { id: 'first' })).toBe('NO_LIQUIDITY')
  x.buysAtMarket('ann', 1, { id: 'one more' })
  expect(x.buysAtMarket('ann', 1, { id: 'first' })).toBe('filled 1')
  expect(x.buysAtMarket('bob', 1, { id: 'first' })).toBe('NO_LIQUIDITY')
})

test('A stored refusal has no tag in its event and gets it back in a repeated response', () => {
  const x = new Exchange({ ann: rich })
  const terms = { type: 'market', by: 'quantity', quantity: 1 as Lots, slippage: 50_000 } as const
  const command = { type: 'place-order', user: 'ann', clientId: 'a', pair: 1, side: 'buy', terms } as const
  const refused = { type: 'refused', refusal: refuse('NO_LIQUIDITY') }
  expect(x.does(command)).toEqual(refused)
  expect(x.events).toMatchObject([{ type: 'request-remembered', answer: { refused: {} } }])
  for (const event of x.events)
    if (event.type === 'request-remembered' && 'refused' in event.answer)
      expect(Object.keys(event.answer.refused)).toEqual(['code', 'params'])
  expect(x.does(command)).toEqual(refused)
})
