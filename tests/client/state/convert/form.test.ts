/** The form of a conversion: coins, amount and the quote for them. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { FEE_PERCENT, listedRates, rateText } from '../../../../src/client/state/convert/convert-figures.ts'
import {
  checkOf,
  chooseCoinAtom,
  chooseShareAtom,
  draftOf,
  openFormAtom,
  swapCoinsAtom,
} from '../../../../src/client/state/convert/form.ts'
import { shownQuoteOf } from '../../../../src/client/state/convert/quote.ts'
import { applyAssetsAtom } from '../../../../src/client/state/portfolio/balances.ts'
import { percentText } from '../../../../src/contract/markets/instruments.ts'
import { SPREAD } from '../../../../src/server/convert/quotes.ts'
import { asset } from '../../../fixtures/client-markets.ts'
import { converter, refused } from '../../../fixtures/converter.ts'

let app: ReturnType<typeof converter>
let user: string
let count = 0

beforeEach(async () => {
  vi.useFakeTimers()
  user = `form ${count++}`
  app = converter(user)
  await app.open()
})
afterEach(() => vi.useRealTimers())

const symbols = () => [app.coins()?.from.symbol, app.coins()?.to?.symbol]
const amount = () => app.read(draftOf(user)).amount

describe('The coins', () => {
  test('Without a choice the form pays with USDT, and receives the first other coin', () => {
    expect(symbols()).toEqual(['USDT', 'BTC'])
  })

  test('A link that names the received coin pays with another coin that has a balance', () => {
    app.store.set(openFormAtom, { user, from: undefined, to: 'USDT' })
    expect(symbols()).toEqual(['BTC', 'USDT'])
    app.store.set(openFormAtom, { user, from: 'BTC', to: 'BTC' })
    expect(symbols()).toEqual(['BTC', 'USDT'])
    app.store.set(openFormAtom, { user, from: 'NOPE', to: 'ETH' })
    expect(symbols()).toEqual(['USDT', 'ETH'])
  })

  test('Choosing the coin of the other side swaps both, so that no coin is on both sides', () => {
    app.store.set(chooseCoinAtom, user, 'from', 'BTC')
    expect(symbols()).toEqual(['BTC', 'USDT'])
    app.store.set(chooseCoinAtom, user, 'to', 'BTC')
    expect(symbols()).toEqual(['USDT', 'BTC'])
    app.store.set(chooseCoinAtom, user, 'to', 'ETH')
    expect(symbols()).toEqual(['USDT', 'ETH'])
  })

  test('Swapping keeps the amount, with at most the decimals of the coin', () => {
    app.type('0.25')
    app.store.set(swapCoinsAtom, user)
    expect([symbols(), amount()]).toEqual([['BTC', 'USDT'], '0.25'])
    app.type('0.123456')
    app.store.set(swapCoinsAtom, user)
    expect([symbols(), amount()]).toEqual([['USDT', 'BTC'], '0.12'])
  })

  test('An amount that could be two numbers is emptied by a swap if the new coin can only have one of them', () => {
    app.store.set(swapCoinsAtom, user)
    app.type('1,234')
    app.store.set(swapCoinsAtom, user)
    expect([symbols(), amount()]).toEqual([['USDT', 'BTC'], ''])
  })
})

test('The fee that is shown before an amount is typed is the one that the server takes', () => {
  expect(percentText(SPREAD)).toBe(FEE_PERCENT)
})

describe('The amount', () => {
  test('A share and MAX are of what is available, rounded down to the decimals of the coin', () => {
    app.store.set(chooseShareAtom, user, 25)
    expect(amount()).toBe('250.03')
    app.store.set(chooseShareAtom, user, 100)
    expect(amount()).toBe('1000.12')
    app.store.set(applyAssetsAtom, [asset(1, 'USDT', '77.779')])
    app.store.set(chooseShareAtom, user, 100)
    expect(amount()).toBe('77.77')
  })

  test('No quote is requested for no amount, zero, or more than the balance', async () => {
    const why = []
    for (const typed of ['', '0', '0.', '1000.13']) {
      app.type(typed)
      await vi.advanceTimersByTimeAsync(1_000)
      why.push(app.read(checkOf(user)))
    }
    expect(why).toEqual(
      ['no-amount', 'no-amount', 'no-amount', 'insufficient'].map((reason) => ({ ok: false, why: reason })),
    )
    expect(app.quotes()).toBe(0)
  })

  test('No quote is requested for an amount that could be two numbers', async () => {
    app.store.set(swapCoinsAtom, user)
    for (const typed of ['1,234', '1,234,', '1,2']) {
      app.type(typed)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(app.read(checkOf(user))).toEqual({ ok: false, why: 'open' })
    }
    expect(app.quotes()).toBe(0)
  })

  test('Typing requests one quote, 400 ms after the last key', async () => {
    for (const typed of ['1', '10', '100']) {
      app.type(typed)
      await vi.advanceTimersByTimeAsync(300)
    }
    expect(app.quotes()).toBe(0)
    await vi.advanceTimersByTimeAsync(100)
    expect(app.server.sent.map(({ body }) => body)).toEqual([
      { from_currency_id: 1, to_currency_id: 2, from_amount: '100' },
    ])
    expect(app.quoted().state).toBe('ready')
  })

  test('The answer for an amount that was changed is dropped, and the old quote is only shown meanwhile', async () => {
    app.type('100')
    await vi.advanceTimersByTimeAsync(400)
    app.type('200')
    expect([app.quoted().state, app.read(shownQuoteOf(user))?.view.from_amount]).toEqual(['waiting', '100'])
    app.store.set(chooseCoinAtom, user, 'to', 'ETH')
    app.type('300')
    await vi.advanceTimersByTimeAsync(400)
    expect(app.read(shownQuoteOf(user))?.view).toMatchObject({ from_amount: '300', to_currency_id: 3 })
  })

  test('A refused quote shows the text of the server', async () => {
    app.server.quoteFailure = refused('MIN_AMOUNT')
    app.type('0.01')
    await vi.advanceTimersByTimeAsync(400)
    expect(app.quoted()).toEqual({ state: 'failed', errorText: 'server text of MIN_AMOUNT', isTransient: false })
  })
})

test('The rate before an amount is typed is net of the fee, as in a quote, and there is none without a price', () => {
  const listed = listedRates('0.00001')
  expect(rateText(listed?.rate ?? '', listed?.inverse_rate, 'USDT', 'BTC')).toBe('1 BTC = 100,502.51 USDT')
  expect(rateText(listedRates('200')?.rate ?? '', undefined, 'BTC', 'USDT')).toBe('1 BTC = 199.00 USDT')
  expect(listedRates('0')).toBeUndefined()
})
