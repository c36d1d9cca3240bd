import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Draft, emptyDraft, turn } from '../../src/client/atoms/empty-draft.ts'
import { checkDraft } from '../../src/client/atoms/order-check.ts'
import {
  chooseType,
  type Funds,
  lotsOf,
  settle,
  slide,
  step,
  ticksOf,
  type,
} from '../../src/client/atoms/order-draft.ts'
import { cost, type Pair, quantityUnits } from '../../src/contract/catalogue.ts'
import { formatUnits, type Lots, parseUnits, type Ticks } from '../../src/contract/money.ts'
import { btc, pairs, pepe, xrp } from './markets.ts'

const aPair = fc.constantFrom(...pairs)
const funds = fc.record({ base: fc.bigInt(0n, 10n ** 19n), quote: fc.bigInt(0n, 10n ** 17n) })
const side = fc.constantFrom('buy' as const, 'sell' as const)
const wallet = { base: parseUnits('1')!, quote: parseUnits('3682.6')! }

const around = (owned: Funds, price: Ticks) => ({ funds: owned, last: price, best: price, isLive: true })
const limitAt = (pair: Pair, draftSide: 'buy' | 'sell', price: Ticks) =>
  ({ ...emptyDraft, side: draftSide, price: formatPrice(pair, price), isPriceOwn: true }) satisfies Draft
const formatPrice = (pair: Pair, price: Ticks) => step(pair, { ...emptyDraft, price: '' }, 0, price).price

describe('the order form', () => {
  test('total follows amount, amount follows total, price keeps the amount', () => {
    let draft: Draft = type(btc, emptyDraft, 'price', '63380')
    draft = type(btc, draft, 'amount', '0.01452')
    expect(draft.total).toBe('920.2776')
    draft = type(btc, draft, 'total', '1000')
    expect(draft.amount).toBe('0.015777')
    draft = type(btc, draft, 'price', '60000')
    expect([draft.amount, draft.total]).toEqual(['0.015777', '946.62'])
  })

  test('left alone, a field stands on its tick and lot', () => {
    const draft = type(pepe, type(pepe, emptyDraft, 'price', '0.00001'), 'amount', '12345')
    expect(settle(pepe, draft, 'amount')).toMatchObject({ amount: '12300', total: '0.123' })
    expect(settle(pepe, type(pepe, draft, 'amount', '50'), 'amount').amount).toBe('50')
    expect(settle(btc, type(btc, emptyDraft, 'price', '5'), 'price').price).toBe('5.00')
  })

  test('a market order has no price; back at limit the current one stands there', () => {
    const limit = type(btc, type(btc, emptyDraft, 'price', '100'), 'amount', '2')
    const market = chooseType(btc, limit, 'market', '63412.05')
    expect(market).toMatchObject({ type: 'market', price: '', by: 'total', total: '200' })
    expect(chooseType(btc, market, 'limit', '63412.05')).toMatchObject({ price: '63412.05', isPriceOwn: false })
  })

  test('the other side keeps the price and drops the amounts', () => {
    const draft = turn(type(btc, type(btc, emptyDraft, 'price', '100'), 'amount', '2'), 'sell')
    expect(draft).toMatchObject({ price: '100', amount: '', total: '', percent: 0 })
  })

  test('all of 3,682.60 USDT buys what it covers', () => {
    const draft = slide(btc, type(btc, emptyDraft, 'price', '63380'), 100, wallet)
    expect([draft.amount, draft.total]).toEqual(['0.058103', '3682.56814'])
  })

  test('says in words why it cannot be sent', () => {
    const why = (draft: Draft) => {
      const check = checkDraft(btc, draft, around(wallet, 6_341_205 as Ticks))
      return check.ok ? 'sent' : check.why
    }
    const priced = type(btc, emptyDraft, 'price', '63412.05')
    expect(why(emptyDraft)).toBe('Enter a price')
    expect(why(priced)).toBe('Enter an amount')
    expect(why(type(btc, priced, 'amount', '0.00001'))).toBe('Minimum total 1.00 USDT')
    expect(why(type(btc, priced, 'amount', '1'))).toBe('Not enough USDT')
    expect(why(type(btc, priced, 'amount', '0.01'))).toBe('sent')
    expect(why(type(btc, type(btc, priced, 'price', '99999'), 'amount', '0.01'))).toBe('Price too far from the market')
    const market = { ...emptyDraft, type: 'market', by: 'total', total: '10' } as const
    expect(checkDraft(btc, market, { ...around(wallet, 1 as Ticks), isLive: false })).toMatchObject({
      why: 'Market orders wait for a live book',
    })
  })

  test('a share of the balance never exceeds it and stands on the lot', () => {
    fc.assert(
      fc.property(
        aPair,
        side,
        funds,
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 1e8 }),
        (...given) => {
          const [pair, draftSide, owned, percent, price] = given
          const draft = slide(pair, limitAt(pair, draftSide, price as Ticks), percent, owned)
          const [ticks, lots] = [ticksOf(pair, draft), lotsOf(pair, draft)]
          if (!lots || !ticks) return
          expect(draft.amount).toBe(formatUnits(quantityUnits(pair, lots)))
          if (draftSide === 'buy') expect(cost(pair, ticks, lots) <= (owned.quote * BigInt(percent)) / 100n).toBe(true)
          else expect(quantityUnits(pair, lots) <= (owned.base * BigInt(percent)) / 100n).toBe(true)
        },
      ),
    )
  })

  test('100 % is the largest order that the balance covers, and it is taken unless it is too small', () => {
    fc.assert(
      fc.property(aPair, side, funds, fc.integer({ min: 1, max: 1e8 }), (pair, draftSide, owned, ticks) => {
        const price = ticks as Ticks
        const draft = slide(pair, limitAt(pair, draftSide, price), 100, owned)
        const check = checkDraft(pair, draft, around(owned, price))
        if (!check.ok) {
          expect(check.why).toMatch(/^(Enter an amount|Minimum)/)
          return
        }
        const lots = lotsOf(pair, draft) ?? 0
        const { maxQuantity, maxNotional } = pair.rules
        const more = (lots + 1) as Lots
        const fits =
          draftSide === 'buy' ? cost(pair, price, more) <= owned.quote : quantityUnits(pair, more) <= owned.base
        expect(fits && more <= maxQuantity && cost(pair, price, more) <= maxNotional).toBe(false)
      }),
    )
  })

  test('100 % at market is taken as well', () => {
    fc.assert(
      fc.property(aPair, side, funds, (pair, draftSide, owned) => {
        const best = pair.referencePrice
        const start: Draft = { ...emptyDraft, side: draftSide, type: 'market', by: 'total' }
        const draft = slide(pair, start, 100, owned, best)
        const check = checkDraft(pair, draft, around(owned, best))
        if (!check.ok) expect(check.why).toMatch(/^(Enter an amount|Minimum)/)
      }),
    )
  })

  test('typing is exact: total is price × amount, cut to 8 decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (price, lots) => {
        const amount = formatUnits(BigInt(lots) * xrp.lot)
        const draft = type(xrp, limitAt(xrp, 'buy', price as Ticks), 'amount', amount)
        expect(parseUnits(draft.total)).toBe(cost(xrp, price as Ticks, lots as Lots))
      }),
    )
  })
})
