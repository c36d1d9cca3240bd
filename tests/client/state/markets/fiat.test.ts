import { describe, expect, test } from 'vitest'
import { fiatAtom, fiatPriceAtom, fiatWordsAtom, ratesAtom } from '../../src/client/atoms/fiat.ts'
import { selectedCurrencyAtom } from '../../src/client/atoms/preferences.ts'
import { rateWordsAtom } from '../../src/client/atoms/rate-words.ts'
import { fiatMoney, fiatName, fiatPrice, fiatSign } from '../../src/client/format/fiat.ts'
import { api } from '../../src/contract/api.ts'
import { parseDecimal, parseUnits } from '../../src/contract/money.ts'
import { fakeStore, memoryKeep } from './fake-host.ts'

const rates = { EUR: '0.92', JPY: '156.95', BTC: 'nothing', SEK: '11.03123456789012' }
const replies = {
  [api.fiatRates.path]: { ok: true, value: { fiat_rates: rates, updated_at: '2025-01-03T00:00:00.000Z' } },
} as const

const units = (text: string) => parseUnits(text)!
const at = (code: string, rate: string) => ({ code, rate: parseDecimal(rate, 10)! })

/** As the app has it when amounts are on screen. */
async function looking(kept: Record<string, string> = {}, answers: Parameters<typeof fakeStore>[0] = replies) {
  const world = fakeStore(answers, memoryKeep(kept))
  const stop = world.store.sub(fiatAtom, () => undefined)
  await Promise.resolve()
  await Promise.resolve()
  return { ...world, stop }
}

describe('amounts in other money', () => {
  test('have its sign and its decimals, cut down', () => {
    expect(fiatMoney(at('EUR', '0.92'), units('10248.85'))).toBe('€9,428.94')
    expect(fiatMoney(at('EUR', '0.999'), units('1'))).toBe('€0.99')
    expect(fiatMoney(at('JPY', '156.95'), units('10248.85'))).toBe('¥1,608,557')
    expect(fiatMoney(at('RUB', '101.68'), units('90000000000'))).toBe('₽9,151,200,000,000.00')
  })

  test('never wear the sign of another', () => {
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

  test('of a price keep four digits that count', () => {
    const euros = (price: string) => fiatPrice(at('EUR', '0.92'), parseDecimal(price, 10)!)
    expect(['63412.05', '5.214', '0.0006128', '0.00001237'].map(euros)).toEqual([
      '58,339.08',
      '4.796',
      '0.0005637',
      '0.00001138',
    ])
  })
})

describe('the chosen currency', () => {
  test('is dollars until another one is chosen, and is kept', async () => {
    const { store, keep } = await looking()
    expect(store.get(fiatAtom)?.code).toBe('USD')
    expect(store.get(fiatWordsAtom)(units('10000'))).toBe('$10,000.00')
    store.set(selectedCurrencyAtom, 'EUR')
    expect(store.get(fiatWordsAtom)(units('10000'))).toBe('€9,200.00')
    expect(keep.all).toEqual({ selectedCurrency: 'EUR' })
  })

  test('that was kept is known again, nonsense is not', async () => {
    expect((await looking({ selectedCurrency: 'JPY' })).store.get(fiatAtom)?.code).toBe('JPY')
    expect((await looking({ selectedCurrency: '<b>' })).store.get(selectedCurrencyAtom)).toBe('USD')
  })

  test('has nothing to say while its rate is on its way', async () => {
    const { store } = fakeStore(replies, memoryKeep({ selectedCurrency: 'EUR' }))
    expect([store.get(fiatAtom), store.get(fiatWordsAtom)(1n), store.get(rateWordsAtom)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  test.each(['BTC', 'ZZZ'])('without a rate, %s, gives way to dollars and says so', async (code) => {
    const { store } = await looking({ selectedCurrency: code })
    expect(store.get(fiatAtom)).toMatchObject({ code: 'USD', missing: code })
    expect(store.get(rateWordsAtom)).toEqual({ isTrouble: true, words: `No rate for ${code}, shown in USD.` })
  })

  test('gives way too when no rates came, until they come', async () => {
    const answers: Record<string, Answer> = {}
    const { store } = await looking({ selectedCurrency: 'EUR' }, answers)
    expect(store.get(fiatAtom)).toMatchObject({ code: 'USD', missing: 'EUR' })
    answers[api.fiatRates.path] = replies[api.fiatRates.path]!
    await store.set(ratesAtom, 'retry')
    expect(store.get(fiatAtom)).toMatchObject({ code: 'EUR', missing: undefined })
  })

  test('takes a rate of more digits than it counts with', async () => {
    expect((await looking({ selectedCurrency: 'SEK' })).store.get(fiatAtom)?.rate).toBe(110_312_345_678n)
  })

  test('tells its rate and how old it is', async () => {
    const { store } = await looking({ selectedCurrency: 'EUR' })
    expect(store.get(rateWordsAtom)).toEqual({ isTrouble: false, words: '1 USDT = €0.9200, rate of 3 Jan 2025.' })
  })

  test('tells prices in USDT only', async () => {
    const { store } = await looking({ selectedCurrency: 'EUR' })
    expect(store.get(fiatPriceAtom)('USDT', '63412.05')).toEqual({ sign: '€', words: '58,339.08' })
    expect(store.get(fiatPriceAtom)('BTC', '63412.05')).toBeUndefined()
  })
})

type Answer = NonNullable<Parameters<typeof fakeStore>[0]>[string]
