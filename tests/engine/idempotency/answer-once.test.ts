import { expect, test } from 'vitest'
import type { Lots } from '../../../src/contract/money.ts'
import { refuse } from '../../../src/contract/refusals.ts'
import { Exchange } from '../exchange.ts'

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

const DAY = 24 * 3_600_000

test('The id of an open order is never forgotten', () => {
  const x = new Exchange({ ann: rich })
  x.buys('ann', 1, { at: 100, id: 'a' })
  const order = x.lastOrder
  for (let i = 0; i < 1_001; i++) x.buysAtMarket('ann', 1, { id: `${i}` })
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${order}`)
  x.now += 90 * DAY
  x.buysAtMarket('ann', 1, { id: 'later' })
  expect(x.buys('ann', 1, { at: 100, id: 'a' })).toBe(`repeated ${order}`)
  expect(x.buys('ann', 2, { at: 100, id: 'a' })).toBe('CLIENT_ID_REUSED')
  expect(x.book).toBe('buy 100: ann 1')
})

test('The id of an order that has closed is as new when its response is no longer kept', () => {
  const x = new Exchange({ ann: { USDT: 1_000 }, bob: { BTC: 10 } })
  x.buys('ann', 1, { at: 100, id: 'a-1' })
  x.now += 3_600_000
  expect(x.buys('ann', 1, { at: 100, id: 'a-1' })).toMatch('repeated')
  x.sells('bob', 1, { at: 100 })
  expect(x.buys('ann', 1, { at: 100, id: 'a-1' })).not.toMatch('repeated')
})

test('A response is kept until two minutes after its request expired', () => {
  const x = new Exchange({ ann: rich })
  const request = (id: string, validUntil?: number) => placed(x, id, validUntil)
  const start = x.now
  expect(request('short', start + 5_000)).toBe('NO_LIQUIDITY')
  expect(request('long', start + 120_000)).toBe('NO_LIQUIDITY')
  expect(request('longer', start + 120_001)).toBe('VALID_UNTIL_TOO_FAR')
  expect(request('default')).toBe('NO_LIQUIDITY')
  x.sells('ann', 1, { at: 105 })
  x.does({ type: 'open-account', user: 'bob', kind: 'user', referralCode: null, referrer: null, grants: [] })
  x.now = start + 124_999
  expect(request('short', start + 5_000)).toBe('NO_LIQUIDITY')
  x.now = start + 125_000
  expect(request('short', start + 5_000)).toBe('REQUEST_EXPIRED')
  x.now = start + 179_999
  expect(request('default')).toBe('NO_LIQUIDITY')
  x.now = start + 239_999
  expect(request('long', start + 120_000)).toBe('NO_LIQUIDITY')
  x.now = start + 240_000
  expect(request('long', start + 120_000)).toBe('REQUEST_EXPIRED')
  x.now = start + 400_000
  request('later')
  expect(x.state.responses.size).toBe(1)
})

test('An expired request is refused, does nothing and is not remembered', () => {
  const x = new Exchange({ ann: rich })
  expect(placed(x, 'a', x.now - 1)).toBe('REQUEST_EXPIRED')
  expect(x.events).toEqual([])
  expect(placed(x, 'a', x.now)).toBe('NO_LIQUIDITY')
})

/** A market order of ann. */
function placed(x: Exchange, clientId: string, validUntil?: number): string {
  const terms = { type: 'market', by: 'quantity', quantity: 1 as Lots, slippage: 50_000 } as const
  const command = { type: 'place-order', user: 'ann', clientId, pair: 1, side: 'buy', terms } as const
  const answer = x.does({ ...command, ...(validUntil !== undefined && { validUntil }) })
  return answer.type === 'refused' ? answer.refusal.code : answer.type
}

test('The event of an order says until when the answer to its client id is kept', () => {
  const x = new Exchange({ ann: rich })
  const kept = (): unknown[] => x.events.flatMap((event) => (event.type === 'order-opened' ? [event.keptUntil] : []))
  x.buys('ann', 1, { at: 100, id: 'a' })
  expect(kept()).toEqual([x.now + 180_000])
  x.buys('ann', 1, { at: 100 })
  expect(kept()).toEqual([0])
  const terms = { type: 'limit', price: 100, quantity: 1, timeInForce: 'GTC', postOnly: false } as never
  x.does({ type: 'place-order', user: 'ann', clientId: 'b', pair: 1, side: 'buy', terms, validUntil: x.now + 5_000 })
  expect(kept()).toEqual([x.now + 125_000])
})
