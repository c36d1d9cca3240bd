import { describe, expect, test } from 'vitest'
import { type Draft, emptyDraft, withSide } from '../../../../src/client/state/order-form/draft.ts'
import {
  chooseType,
  editField,
  type Funds,
  lotsOf,
  normalizeField,
  stepPrice,
  ticksOf,
  withPercent,
} from '../../../../src/client/state/order-form/edit.ts'
import { checkDraft } from '../../../../src/client/state/order-form/validate.ts'
import { cost, type Pair, quantityUnits } from '../../../../src/contract/markets/instruments.ts'
import type { Units } from '../../../../src/contract/money.ts'
import { formatUnits, type Lots, parseUnits, type Ticks } from '../../../../src/contract/money.ts'
import { btc, pairs, pepe, xrp } from '../../../fixtures/client-markets.ts'
import fc from '../../../fixtures/fast-check.ts'

const aPair = fc.constantFrom(...pairs)
const units = (max: bigint) => fc.bigInt(0n, max).map((amount) => amount as Units)
const funds = fc.record({ base: units(10n ** 19n), quote: units(10n ** 17n) })
const side = fc.constantFrom('buy' as const, 'sell' as const)
const wallet = { base: parseUnits('1')!, quote: parseUnits('3682.6')! }

const around = (owned: Funds, price: Ticks) => ({ funds: owned, last: price, best: price, isLive: true })
const limitAt = (pair: Pair, draftSide: 'buy' | 'sell', price: Ticks) =>
  ({ ...emptyDraft, side: draftSide, price: formatPrice(pair, price), isPriceTyped: true }) satisfies Draft
const formatPrice = (pair: Pair, price: Ticks) => stepPrice(pair, { ...emptyDraft, price: '' }, 0, price).price

describe('The order form', () => {
  test('The total follows the amount, the amount follows the total, and a new price keeps the amount', () => {
    let draft: Draft = editField(btc, emptyDraft, 'price', '63380')
    draft = editField(btc, draft, 'amount', '0.01452')
    expect(draft.total).toBe('920.2776')
    draft = editField(btc, draft, 'total', '1000')
    expect(draft.amount).toBe('0.015777')
    draft = editField(btc, draft, 'price', '60000')
    expect([draft.amount, draft.total]).toEqual(['0.015777', '946.62'])
  })

  test('A field is rounded to its tick size or lot size on blur', () => {
    const draft = editField(pepe, editField(pepe, emptyDraft, 'price', '0.00001'), 'amount', '12345')
    expect(normalizeField(pepe, draft, 'amount')).toMatchObject({ amount: '12300', total: '0.123' })
    expect(normalizeField(pepe, editField(pepe, draft, 'amount', '50'), 'amount').amount).toBe('50')
    expect(normalizeField(btc, editField(btc, emptyDraft, 'price', '5'), 'price').price).toBe('5.00')
  })

  test('A market order has no price, and a limit order starts with the current price', () => {
    const limit = editField(btc, editField(btc, emptyDraft, 'price', '100'), 'amount', '2')
    const market = chooseType(btc, limit, 'market', '63412.05')
    expect(market).toMatchObject({ type: 'market', price: '', by: 'total', total: '200' })
    expect(chooseType(btc, market, 'limit', '63412.05')).toMatchObject({ price: '63412.05', isPriceTyped: false })
  })

  test('A side change keeps the price and clears the amounts', () => {
    const draft = withSide(editField(btc, editField(btc, emptyDraft, 'price', '100'), 'amount', '2'), 'sell')
    expect(draft).toMatchObject({ price: '100', amount: '', total: '', percent: 0 })
  })

  test('100 % of 3,682.60 USDT buys the largest covered amount', () => {
    const draft = withPercent(btc, editField(btc, emptyDraft, 'price', '63380'), 100, wallet)
    expect([draft.amount, draft.total]).toEqual(['0.058103', '3682.56814'])
  })

  test('The order form explains why an order cannot be placed', () => {
    const reason = (draft: Draft) => {
      const check = checkDraft(btc, draft, around(wallet, 6_341_205 as Ticks))
      return check.ok ? 'sent' : check.reason
    }
    const priced = editField(btc, emptyDraft, 'price', '63412.05')
    expect(reason(emptyDraft)).toBe('Enter a price')
    expect(reason(priced)).toBe('Enter an amount')
    expect(reason(editField(btc, priced, 'amount', '0.00001'))).toBe('Minimum total 1.00 USDT')
    expect(reason(editField(btc, priced, 'amount', '1'))).toBe('Not enough USDT')
    expect(reason(editField(btc, priced, 'amount', '0.01'))).toBe('sent')
    expect(reason(editField(btc, editField(btc, priced, 'price', '99999'), 'amount', '0.01'))).toBe(
      'Price too far from the market',
    )
    const market = { ...emptyDraft, type: 'market', by: 'total', total: '10' } as const
    expect(checkDraft(btc, market, { ...around(wallet, 1 as Ticks), isLive: false })).toMatchObject({
      reason: 'Waiting for live prices',
    })
  })

  test('A field that could be two numbers sends no order, and no other field is computed from it', () => {
    const reason = (draft: Draft) => {
      const check = checkDraft(btc, draft, around(wallet, 6_341_205 as Ticks))
      return check.ok ? 'sent' : `${check.field}: ${check.reason}`
    }
    const full = editField(btc, editField(btc, emptyDraft, 'price', '63412.05'), 'amount', '0.01')
    const amount = editField(btc, full, 'amount', '1,234')
    expect([reason(amount), amount.total]).toEqual(['amount: 1,234 or 1.234?', ''])
    const total = editField(btc, full, 'total', '1,234')
    expect([reason(total), total.amount]).toEqual(['total: 1,234 or 1.234?', ''])
    const price = editField(btc, full, 'price', '63,41')
    expect([reason(price), price.total]).toEqual(['price: Check the number', ''])
    for (const [draft, field] of [
      [amount, 'amount'],
      [total, 'total'],
      [price, 'price'],
    ] as const)
      expect(normalizeField(btc, draft, field)).toEqual(draft)
  })

  test('A percentage of the balance never exceeds it and is a multiple of the lot size', () => {
    fc.assert(
      fc.property(
        aPair,
        side,
        funds,
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 1, max: 1e8 }),
        (...given) => {
          const [pair, draftSide, owned, percent, price] = given
          const draft = withPercent(pair, limitAt(pair, draftSide, price as Ticks), percent, owned)
          const [ticks, lots] = [ticksOf(pair, draft), lotsOf(pair, draft)]
          if (!lots || !ticks) return
          expect(draft.amount).toBe(formatUnits(quantityUnits(pair, lots)))
          if (draftSide === 'buy') expect(cost(pair, ticks, lots) <= (owned.quote * BigInt(percent)) / 100n).toBe(true)
          else expect(quantityUnits(pair, lots) <= (owned.base * BigInt(percent)) / 100n).toBe(true)
        },
      ),
    )
  })

  test('100 % is the largest order that the balance covers, and is valid unless it is too small', () => {
    fc.assert(
      fc.property(aPair, side, funds, fc.integer({ min: 1, max: 1e8 }), (pair, draftSide, owned, ticks) => {
        const price = ticks as Ticks
        const draft = withPercent(pair, limitAt(pair, draftSide, price), 100, owned)
        const check = checkDraft(pair, draft, around(owned, price))
        if (!check.ok) {
          expect(check.reason).toMatch(/^(Enter an amount|Minimum)/)
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

  test('100 % of the balance is valid for a market order unless it is too small', () => {
    fc.assert(
      fc.property(aPair, side, funds, (pair, draftSide, owned) => {
        const best = pair.referencePrice
        const start: Draft = { ...emptyDraft, side: draftSide, type: 'market', by: 'total' }
        const draft = withPercent(pair, start, 100, owned, best)
        const check = checkDraft(pair, draft, around(owned, best))
        if (!check.ok) expect(check.reason).toMatch(/^(Enter an amount|Minimum)/)
      }),
    )
  })

  test('The total is exactly price × amount, truncated to 8 decimals', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), fc.integer({ min: 1, max: 1e9 }), (price, lots) => {
        const amount = formatUnits(quantityUnits(xrp, lots as Lots))
        const draft = editField(xrp, limitAt(xrp, 'buy', price as Ticks), 'amount', amount)
        expect(parseUnits(draft.total)).toBe(cost(xrp, price as Ticks, lots as Lots))
      }),
    )
  })
})
