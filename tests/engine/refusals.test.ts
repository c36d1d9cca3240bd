import { describe, expect, test } from 'vitest'
import type { Lots, Ticks } from '../../src/contract/money.ts'
import { refuse } from '../../src/contract/refusals.ts'
import { BY_TEST } from '../fixtures/by-test.ts'
import { Exchange, RULES } from './exchange.ts'

const rich = { USDT: 100_000, BTC: 2_000 }
const one = () => new Exchange({ ann: rich, bob: rich })

describe('Order refusals', () => {
  test('An order of an unknown account or for an unknown pair is refused', () => {
    const x = one()
    expect(x.buys('nobody', 1, { at: 100 })).toBe('ACCOUNT_NOT_FOUND')
    const terms = { type: 'market', by: 'total', total: 1n, slippage: 1 } as const
    const answer = x.does({ type: 'place-order', user: 'ann', clientId: null, pair: 9, side: 'buy', terms })
    expect(answer).toMatchObject({ refusal: { code: 'PAIR_NOT_FOUND' } })
  })

  test('A paused pair accepts no orders, and a halted pair no cancellations either', () => {
    const x = one()
    x.buys('ann', 1, { at: 100 })
    const order = x.lastOrder
    x.does({ type: 'set-pair-rules', ...BY_TEST, pair: 1, rules: { ...RULES, status: 'halted' } })
    expect(x.buys('ann', 1, { at: 100 })).toBe('PAIR_HALTED')
    expect(x.cancels('ann', order)).toBe('PAIR_HALTED')
    expect(x.cancelsAll('ann')).toBe('cancelled 0')
    x.does({ type: 'set-pair-rules', ...BY_TEST, pair: 1, rules: { ...RULES, status: 'cancel_only' } })
    expect(x.buys('ann', 1, { at: 100 })).toBe('PAIR_HALTED')
    expect(x.cancels('ann', order)).toBe('cancelled 1')
  })

  test('An order without a price or an amount is refused', () => {
    const x = one()
    expect(x.buys('ann', 1, { at: 0 })).toBe('REQUIRED_PRICE')
    expect(x.buys('ann', 0, { at: 100 })).toBe('REQUIRED_AMOUNT')
    expect(x.buysAtMarket('ann', 0)).toBe('REQUIRED_AMOUNT')
    expect(x.buysFor('ann', 0)).toBe('REQUIRED_AMOUNT')
  })

  test('A buy far above or a sell far below the last trade is refused', () => {
    const x = one()
    expect(x.buys('ann', 1, { at: 151 })).toBe('PRICE_BAND')
    expect(x.buys('ann', 1, { at: 150 })).toBe('open')
    expect(x.sells('bob', 1, { at: 49 })).toBe('PRICE_BAND')
    expect(x.sells('bob', 1, { at: 400 })).toBe('open')
    expect(x.sells('bob', 1, { at: 150 })).toBe('filled 1')
    expect(x.buys('ann', 1, { at: 225 })).toBe('open')
    expect(x.buys('ann', 1, { at: 226 })).toBe('PRICE_BAND')
  })

  test('An order outside the minimum and maximum of the pair is refused', () => {
    const x = new Exchange({ ann: rich }, { ...RULES, minQuantity: 2 as Lots, minNotional: 300n * 10n ** 8n })
    expect(x.buys('ann', 1, { at: 100 })).toBe('MIN_AMOUNT')
    expect(x.buys('ann', 1_001, { at: 100 })).toBe('MAX_AMOUNT')
    expect(x.buys('ann', 2, { at: 100 })).toBe('MIN_NOTIONAL')
    expect(x.buys('ann', 501, { at: 100 })).toBe('MAX_NOTIONAL')
    expect(x.buys('ann', 500, { at: 100 })).toBe('open')
  })

  test('An order above the balance is refused with the required and the available amount', () => {
    const x = new Exchange({ ann: { USDT: 98.5 } })
    const terms = {
      type: 'limit',
      price: 100 as Ticks,
      quantity: 1 as Lots,
      timeInForce: 'GTC',
      postOnly: false,
    } as const
    const answer = x.does({ type: 'place-order', user: 'ann', clientId: null, pair: 1, side: 'buy', terms })
    const params = { need: '100', available: '98.5', currency: 'USDT' }
    expect(answer).toEqual({ type: 'refused', refusal: refuse('INSUFFICIENT_BALANCE', params) })
    expect(x.events).toEqual([])
  })

  test('More than a hundred open orders per pair are refused', () => {
    const x = one()
    for (let i = 0; i < 100; i++) x.buys('ann', 1, { at: 90 })
    expect(x.buys('ann', 1, { at: 90 })).toBe('MAX_OPEN_ORDERS')
    expect(x.buys('ann', 1, { at: 90, tif: 'IOC' })).toBe('expired')
    expect(x.buys('bob', 1, { at: 90 })).toBe('open')
    expect(x.cancelsAll('ann', 1)).toBe('cancelled 100')
    expect(x.buys('ann', 1, { at: 90 })).toBe('open')
  })

  test('The hundredth open order of a pair is accepted, also after cancels, fills and a reload', () => {
    const x = one()
    const fill = () => {
      expect(x.buys('ann', 1, { at: 90 })).toBe('open')
      expect(x.buys('ann', 1, { at: 90 })).toBe('MAX_OPEN_ORDERS')
    }
    for (let i = 0; i < 99; i++) x.buys('ann', 1, { at: 90 })
    const newest = x.lastOrder
    fill()
    expect(x.cancels('ann', newest)).toBe('cancelled 1')
    fill()
    expect(x.sells('bob', 1, { at: 90 })).toBe('filled 1')
    fill()
    x.reloads()
    expect(x.buys('ann', 1, { at: 90 })).toBe('MAX_OPEN_ORDERS')
    expect(x.sells('bob', 1, { at: 90 })).toBe('filled 1')
    fill()
  })

  test('More than two hundred open orders in total are refused', () => {
    const x = one()
    for (const pair of [2, 3]) {
      const currency = { id: pair + 1, symbol: `C${pair}`, name: 'Coin', decimals: 8 }
      x.does({ type: 'list-currency', ...BY_TEST, currency })
      const sizes = { tick: 10n ** 10n, lot: 10n ** 8n, referencePrice: 100 as Ticks }
      x.does({ type: 'list-pair', ...BY_TEST, pair, base: currency.id, quote: 1, ...sizes, rules: RULES })
    }
    const terms = {
      type: 'limit',
      price: 90 as Ticks,
      quantity: 1 as Lots,
      timeInForce: 'GTC',
      postOnly: false,
    } as const
    const place = (pair: number) =>
      x.does({ type: 'place-order', user: 'ann', clientId: null, pair, side: 'buy', terms })
    const isFull = { refusal: { code: 'MAX_OPEN_ORDERS' } }
    for (let i = 0; i < 99; i++) {
      place(1)
      place(2)
    }
    expect([place(2), place(1)].map(({ type }) => type)).toEqual(['order', 'order'])
    expect(place(3)).toMatchObject(isFull)
    expect(x.cancels('ann', x.lastOrder - 1)).toBe('cancelled 1')
    expect(place(3).type).toBe('order')
    expect(place(1)).toMatchObject(isFull)
    x.reloads()
    expect(place(3)).toMatchObject(isFull)
    expect(x.cancelsAll('ann', 3)).toBe('cancelled 1')
    expect(place(3).type).toBe('order')
  })
})

describe('Cancellation', () => {
  test('Cancelling the order of another user is refused like an unknown order', () => {
    const x = one()
    x.buys('ann', 1, { at: 100 })
    expect(x.cancels('bob', x.lastOrder)).toBe('ORDER_NOT_FOUND')
    expect(x.cancels('ann', 12_345)).toBe('ORDER_NOT_FOUND')
    expect(x.book).toBe('buy 100: ann 1')
  })

  test('Cancel-all cancels only the orders of its user', () => {
    const x = one()
    for (const at of [90, 91, 92]) x.buys('ann', 1, { at })
    x.buys('bob', 1, { at: 91 })
    expect(x.cancelsAll('ann')).toBe('cancelled 3')
    expect(x.book).toBe('buy 91: bob 1')
  })
})

describe('Listing', () => {
  const pair = {
    type: 'list-pair',
    ...BY_TEST,
    pair: 2,
    base: 3,
    quote: 1,
    referencePrice: 100 as Ticks,
    rules: RULES,
  } as const
  const withCoin = () => {
    const x = one()
    x.does({ type: 'list-currency', ...BY_TEST, currency: { id: 3, symbol: 'ETH', name: 'Ether', decimals: 8 } })
    return x
  }
  test('A pair whose lot at one tick costs a fraction of a unit is refused', () => {
    const x = withCoin()
    expect(x.does({ ...pair, tick: 1n, lot: 10n ** 9n })).toMatchObject({ refusal: { code: 'LISTING_INVALID' } })
    expect(x.does({ ...pair, tick: 1n, lot: 10n ** 10n })).toEqual({ type: 'done' })
  })

  test('Listing an equal pair again changes nothing and a different one is refused', () => {
    const x = one()
    const same = { ...pair, pair: 1, base: 2, tick: 10n ** 10n, lot: 10n ** 8n }
    expect([x.does(same), x.events]).toEqual([{ type: 'done' }, []])
    expect(x.does({ ...same, lot: 10n ** 9n })).toMatchObject({ refusal: { code: 'LISTING_CONFLICT' } })
    const currency = { id: 2, symbol: 'XBT', name: 'Bitcoin', decimals: 8 }
    expect(x.does({ type: 'list-currency', ...BY_TEST, currency })).toMatchObject({
      refusal: { code: 'LISTING_CONFLICT' },
    })
  })

  test('Pair rules out of range are refused', () => {
    const x = one()
    for (const rules of [{ makerFee: -1 }, { takerFee: 1_000_000 }, { minQuantity: 0 as Lots }, { minNotional: -1n }])
      expect(x.does({ type: 'set-pair-rules', ...BY_TEST, pair: 1, rules: { ...RULES, ...rules } })).toMatchObject({
        refusal: { code: 'LISTING_INVALID' },
      })
  })
})
