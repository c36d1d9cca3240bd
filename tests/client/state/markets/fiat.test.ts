import { describe, expect, test } from 'vitest'
import { fiatMoney, fiatName, fiatPrice, fiatSign } from '../../../../src/client/format/fiat.ts'
import { selectedCurrencyAtom } from '../../../../src/client/state/app/preferences.ts'
import { rateTextAtom } from '../../../../src/client/state/markets/fiat-rate-text.ts'
import { fiatAtom, fiatPriceAtom, formatFiatAtom, ratesAtom } from '../../../../src/client/state/markets/fiat-rates.ts'
import { api } from '../../../../src/contract/api.ts'
import type { Units } from '../../../../src/contract/money.ts'
import { parseDecimal, parseUnits } from '../../../../src/contract/money.ts'
import { fakeStore, memoryStorage } from '../../../fixtures/fake-host.ts'

const rates = { EUR: '0.92', JPY: '156.95', BTC: 'nothing', SEK: '11.03123456789012' }
const replies = {
  [api.fiatRates.path]: { ok: true, value: { fiat_rates: rates, updated_at: '2025-01-03T00:00:00.000Z' } },
} as const

const units = (text: string) => parseUnits(text)!
const at = (code: string, rate: string) => ({ code, rate: parseDecimal(rate, 10)! })

/** A store with the fiat atom mounted. */
async function mountedStore(kept: Record<string, string> = {}, answers: Parameters<typeof fakeStore>[0] = replies) {
  const app = fakeStore(answers, memoryStorage(kept))
  const stop = app.store.sub(fiatAtom, () => undefined)
  await Promise.resolve()
  await Promise.resolve()
  return { ...app, stop }
}

describe('Fiat amounts', () => {
  test('Fiat amounts have the sign and decimals of the currency and are truncated', () => {
    expect(fiatMoney(at('EUR', '0.92'), units('10248.85'))).toBe('€9,428.94')
    expect(fiatMoney(at('EUR', '0.999'), units('1'))).toBe('€0.99')
    expect(fiatMoney(at('JPY', '156.95'), units('10248.85'))).toBe('¥1,608,557')
    expect(fiatMoney(at('RUB', '101.68'), units('90000000000'))).toBe('₽9,151,200,000,000.00')
  })

  test('Every fiat currency has its own sign', () => {
    expect(['USD', 'CAD', 'CNY', 'SEK', 'EGP', 'PKR', 'UAH'].map(fiatSign)).toEqual([
      '$',
      'CA$',
      'CN¥',
      'SEK ',
      'EGP ',
      'PKR ',
      '₴',
    ])
    expect(fiatName('EUR')).toBe('Euro')
  })

  test('Fiat prices keep four significant digits', () => {
    const euros = (price: string) => fiatPrice(at('EUR', '0.92'), parseDecimal(price, 10)!)
    expect(['63412.05', '5.214', '0.0006128', '0.00001237'].map(euros)).toEqual([
      '58,339.08',
      '4.796',
      '0.0005637',
      '0.00001138',
    ])
  })
})

describe('The display currency', () => {
  test('The display currency is USD by default, whose amounts repeat those in USDT, and a selected one is stored', async () => {
    const { store, keep } = await mountedStore()
    expect(store.get(fiatAtom)?.code).toBe('USD')
    expect(store.get(formatFiatAtom)(units('10000'))).toBeUndefined()
    store.set(selectedCurrencyAtom, 'EUR')
    await store.set(ratesAtom, 'retry')
    expect(store.get(formatFiatAtom)(units('10000'))).toBe('€9,200.00')
    expect(keep.all).toEqual({ selectedCurrency: 'EUR' })
  })

  test('The stored display currency is used, and an invalid one is ignored', async () => {
    expect((await mountedStore({ selectedCurrency: 'JPY' })).store.get(fiatAtom)?.code).toBe('JPY')
    expect((await mountedStore({ selectedCurrency: '<b>' })).store.get(selectedCurrencyAtom)).toBe('USD')
  })

  test('The display currency shows no amounts while its rate loads', async () => {
    const { store } = fakeStore(replies, memoryStorage({ selectedCurrency: 'EUR' }))
    expect([store.get(fiatAtom), store.get(formatFiatAtom)(1n as Units), store.get(rateTextAtom)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each(['BTC', 'ZZZ'])('The display currency %s without a rate falls back to USD with a message', async (code) => {
    const { store } = await mountedStore({ selectedCurrency: code })
    expect(store.get(fiatAtom)).toMatchObject({ code: 'USD', missingCode: code })
    expect(store.get(rateTextAtom)).toEqual({ isError: true, text: `No rate for ${code}. Showing USD.` })
  })

  test('The display currency falls back to USD until the rates are loaded', async () => {
    const answers: Record<string, Answer> = {}
    const { store } = await mountedStore({ selectedCurrency: 'EUR' }, answers)
    expect(store.get(fiatAtom)).toMatchObject({ code: 'USD', missingCode: 'EUR' })
    answers[api.fiatRates.path] = replies[api.fiatRates.path]!
    await store.set(ratesAtom, 'retry')
    expect(store.get(fiatAtom)).toMatchObject({ code: 'EUR', missingCode: undefined })
  })

  test('A rate with too many digits is truncated', async () => {
    expect((await mountedStore({ selectedCurrency: 'SEK' })).store.get(fiatAtom)?.rate).toBe(110_312_345_678n)
  })

  test('The display currency shows its rate and the date of the rate', async () => {
    const { store } = await mountedStore({ selectedCurrency: 'EUR' })
    const text = '1 USDT = €0.9200, as of 3 Jan 2025. This rate is more than a week old.'
    expect(store.get(rateTextAtom)).toEqual({ isError: true, text })
  })

  test('A rate of this week is not called old', async () => {
    const updated_at = new Date(Date.now() - 6 * 24 * 3_600_000).toISOString()
    const answers = { [api.fiatRates.path]: { ok: true, value: { fiat_rates: rates, updated_at } } } as const
    const { store } = await mountedStore({ selectedCurrency: 'EUR' }, answers)
    expect(store.get(rateTextAtom)).toMatchObject({ isError: false, text: expect.stringMatching(/^1 USDT = €0\.9200/) })
  })

  test('Fiat prices are shown for USDT pairs only', async () => {
    const { store } = await mountedStore({ selectedCurrency: 'EUR' })
    expect(store.get(fiatPriceAtom)('USDT', '63412.05')).toEqual({ sign: '€', text: '58,339.08' })
    expect(store.get(fiatPriceAtom)('BTC', '63412.05')).toBeUndefined()
  })
})

type Answer = NonNullable<Parameters<typeof fakeStore>[0]>[string]
