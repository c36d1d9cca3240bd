import { beforeEach, expect, test } from 'vitest'
import { applyConnectionAtom } from '../../../../src/client/state/app/connection-status.ts'
import { bookAtom, selectedMarketAtom } from '../../../../src/client/state/book/selected-pair.ts'
import { applyMessageAtom } from '../../../../src/client/state/feed/apply-message.ts'
import { askToBuyAtom, askToSellAtom, chooseToSellAtom } from '../../../../src/client/state/feed/ask-to-buy.ts'
import { firstCoinsAtom } from '../../../../src/client/state/markets/market-lists.ts'
import { loadMarketsAtom, type Market, offeredMarketsAtom } from '../../../../src/client/state/markets/markets.ts'
import { buyEstimateAtom } from '../../../../src/client/state/order-form/buy-estimate.ts'
import { confirmationAtom } from '../../../../src/client/state/order-form/confirmation.ts'
import { shareSaleAtom } from '../../../../src/client/state/order-form/share-sale.ts'
import { draftAtom } from '../../../../src/client/state/order-form/store.ts'
import { typedBuyRefusalAtom } from '../../../../src/client/state/order-form/typed-buy.ts'
import { api } from '../../../../src/contract/api.ts'
import { formatUnits, parseUnits } from '../../../../src/contract/money.ts'
import { asset, views } from '../../../fixtures/client-markets.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

let app: ReturnType<typeof fakeStore>
const bitcoin = () => app.store.get(offeredMarketsAtom).find(({ pair }) => pair.base.symbol === 'BTC') as Market
const buy = (total: string) => app.store.get(buyEstimateAtom)(bitcoin(), total)
const refusal = (total: string) => app.store.get(typedBuyRefusalAtom)(bitcoin(), total)

beforeEach(async () => {
  app = fakeStore({ [api.fullPairs.path]: { ok: true, value: views } })
  await app.store.set(loadMarketsAtom)
})

const begin = (available: string) => {
  app.store.set(applyMessageAtom, { type: 'assets', data: [asset(1, 'USDT', available, '0')] })
  app.store.set(applyConnectionAtom, { state: 'live' })
}

test('A quick buy waits for the balance', () => {
  expect(buy('100')).toEqual({ state: 'loading' })
  begin('10000')
  expect(buy('100').state).toBe('ready')
})

test('A quick buy brings whole lots at the last price, less the fee', () => {
  begin('10000')
  const bought = buy('100')
  // 100 / 63,412.05 is 0.001576 BTC in lots of 0.000001, and the fee 0.1% of them, rounded up.
  expect(bought).toEqual({ state: 'ready', receive: parseUnits('0.00157442') })
})

test('A quick buy without an amount or below the minimum is refused, and above the balance says what there is', () => {
  begin('50')
  expect([refusal(''), refusal('0.01'), refusal('50')]).toEqual([
    'Enter an amount',
    expect.stringMatching(/^Minimum/),
    undefined,
  ])
  expect(buy('50').state).toBe('ready')
  expect(buy('50.01')).toEqual({ state: 'short', available: parseUnits('50') })
})

test('The confirmation of a quick buy has its pair and its total, and no book of the pair before', () => {
  begin('10000')
  const other = app.store.get(offeredMarketsAtom).find((market) => market.pair.id !== bitcoin().pair.id) as Market
  app.store.set(askToBuyAtom, { pair: other.pair.id, total: '25' })
  expect(app.store.get(confirmationAtom)).toEqual({ kind: 'market' })
  expect(app.store.get(selectedMarketAtom)?.pair.id).toBe(other.pair.id)
  expect(app.store.get(draftAtom)).toMatchObject({ side: 'buy', type: 'market', by: 'total', total: '25', amount: '' })
  expect(app.store.get(bookAtom)).toBeUndefined()
})

test('The way to a sale opens the form of the pair with Sell chosen', () => {
  begin('10000')
  app.store.set(chooseToSellAtom, bitcoin().pair.id)
  expect(app.store.get(selectedMarketAtom)?.pair.id).toBe(bitcoin().pair.id)
  expect(app.store.get(draftAtom).side).toBe('sell')
})

test('A sale of a share has whole lots of what is available, and brings their value less the fee', () => {
  const sale = (percent: number) => app.store.get(shareSaleAtom)(bitcoin(), percent)
  expect(sale(25)).toEqual({ state: 'loading' })
  const has = (amount: string) =>
    app.store.set(applyMessageAtom, { type: 'assets', data: [asset(bitcoin().pair.base.id, 'BTC', amount, '1')] })
  begin('0')
  has('0.0123456')
  expect(sale(100)).toMatchObject({ state: 'ready', amount: '0.012345' })
  const quarter = sale(25)
  if (quarter.state !== 'ready') throw new Error(quarter.state)
  // 0.003086 BTC at 63,412.05 are 195.6895863 USDT.
  expect([quarter.amount, formatUnits(quarter.receive)]).toEqual(['0.003086', expect.stringMatching(/^195\.4938/)])
  has('0.00002')
  expect(sale(25)).toEqual({ state: 'refused', reason: expect.stringMatching(/^Minimum/) })
})

test('The confirmation of a sale has its pair and its amount', () => {
  begin('0')
  app.store.set(askToSellAtom, { pair: bitcoin().pair.id, amount: '0.003' })
  expect(app.store.get(confirmationAtom)).toEqual({ kind: 'market' })
  expect(app.store.get(draftAtom)).toMatchObject({ side: 'sell', type: 'market', by: 'amount', amount: '0.003' })
})

test('The first coins are at most three, with the largest turnover, and none that is paused', async () => {
  const turnovers = ['5', '9', '1', '7'].map((turnover_24h, index) => ({
    ...(views[0] as (typeof views)[number]),
    id: 100 + index,
    turnover_24h,
  }))
  const paused = { ...(turnovers[1] as (typeof turnovers)[number]), id: 200, status: 'halted', turnover_24h: '99' }
  app = fakeStore({ [api.fullPairs.path]: { ok: true, value: [...turnovers, paused] } })
  await app.store.set(loadMarketsAtom)
  expect(app.store.get(firstCoinsAtom).map(({ view }) => view.turnover_24h)).toEqual(['9', '7', '5'])
})
