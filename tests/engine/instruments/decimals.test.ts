/** Amounts are whole numbers of the smallest amount of their currency: what is finer is refused, and what is computed is rounded. */

import { describe, expect, test } from 'vitest'
import type { CurrencyId } from '../../../src/contract/ids.ts'
import type { PairRules } from '../../../src/contract/markets/instruments.ts'
import type { Units } from '../../../src/contract/money.ts'
import { type Lots, parseUnits, type Ticks, ZERO } from '../../../src/contract/money.ts'
import { type Command, emptyState, execute, free, type Owner, SMALL } from '../../../src/engine/exchange.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import type { Plain } from '../../fixtures/plain.ts'
import { Exchange, RULES } from '../exchange.ts'
import { DAY, Program } from '../rewards/program.ts'

const [COIN, MONEY] = [3, 4]
const units = (text: string): Units => parseUnits(text) as Units
const rulesOf = (change: Partial<PairRules> = {}): PairRules => ({ ...RULES, minNotional: ZERO, ...change })

/** COIN has 3 decimals and MONEY 2; the lot is 0.001 COIN, and a lot at one tick costs 0.01 MONEY. */
const PAIR = {
  type: 'list-pair',
  ...BY_TEST,
  pair: 2,
  base: COIN,
  quote: MONEY,
  tick: 10n ** 11n,
  lot: 10n ** 5n,
  referencePrice: 10 as Ticks,
  rules: rulesOf(),
} as const

const currency = (id: number, symbol: string, decimals: number): Plain<Command> => ({
  type: 'list-currency',
  ...BY_TEST,
  currency: { id, symbol, name: symbol, decimals },
})

function answerOf(x: Exchange, command: Plain<Command>): string {
  const answer = x.does(command)
  if (answer.type !== 'refused') return answer.type
  const { code, params } = answer.refusal
  return params.step === undefined ? code : `${code} ${params.step}`
}

const accountOf = (user: string, grants: Plain<Command & { type: 'open-account' }>['grants']): Plain<Command> => ({
  type: 'open-account',
  user,
  kind: 'user',
  referralCode: null,
  referrer: user === 'bob' ? 'ann' : null,
  grants,
})

/** Ann has 1,000 MONEY and bob 1,000 COIN; ann invited bob. */
function world(): Program {
  const x = new Program([])
  x.does(currency(COIN, 'COIN', 3))
  x.does(currency(MONEY, 'MONEY', 2))
  x.does(PAIR)
  x.does(accountOf('ann', [{ currency: MONEY, amount: units('1000') }]))
  x.does(accountOf('bob', [{ currency: COIN, amount: units('1000') }]))
  return x
}

const order = (user: string, side: 'buy' | 'sell', terms: object): Plain<Command> =>
  ({ type: 'place-order', user, clientId: null, pair: 2, side, terms }) as Plain<Command>
const limit = (price: number, quantity: number) => ({
  type: 'limit',
  price,
  quantity,
  timeInForce: 'GTC',
  postOnly: false,
})

describe('Listing', () => {
  test('A currency has 0 to 8 decimals, which never change', () => {
    const x = world()
    expect([-1, 9, 2.5].map((decimals) => answerOf(x, currency(5, 'NEW', decimals)))).toEqual(
      Array(3).fill('LISTING_INVALID'),
    )
    expect(answerOf(x, currency(COIN, 'COIN', 4))).toBe('LISTING_CONFLICT')
    expect(answerOf(x, currency(COIN, 'COIN', 3))).toBe('done')
  })

  test('USDT has 8 decimals, because all values are in it', () => {
    const x = new Exchange({})
    const state = emptyState(x.state.journal, SMALL)
    const command = {
      type: 'list-currency',
      ...BY_TEST,
      currency: { id: 1, symbol: 'USDT', name: 'Tether', decimals: 6 },
    }
    const { answer } = execute(state, { seq: 1, at: x.now, rules: state.rules, command: command as Command })
    expect(answer).toMatchObject({ type: 'refused', refusal: { code: 'LISTING_INVALID' } })
  })

  test('A pair is refused whose lot, or whose lot at one tick, is finer than its currencies', () => {
    const x = world()
    x.does(currency(5, 'NEW', 3))
    const listed = (change: Partial<Plain<Command & { type: 'list-pair' }>>) =>
      answerOf(x, { ...PAIR, pair: 3, base: 5, ...change })
    expect(listed({ lot: 10n ** 4n, tick: 10n ** 12n })).toBe('LISTING_INVALID')
    expect(listed({ tick: 10n ** 10n })).toBe('LISTING_INVALID')
    expect(listed({})).toBe('done')
  })

  test('A pair is refused whose largest order is not below 2^52 of the smallest amount of a currency', () => {
    const x = world()
    const listed = (change: Partial<PairRules>) =>
      answerOf(x, { type: 'set-pair-rules', ...BY_TEST, pair: 2, rules: rulesOf(change) })
    const largest = 2n ** 52n - 1n
    expect(listed({ maxNotional: ((largest + 1n) * 10n ** 6n) as Units })).toBe('LISTING_INVALID')
    expect(listed({ maxNotional: (largest * 10n ** 6n) as Units })).toBe('done')
    expect(listed({ maxNotional: units('1000.001') })).toBe('PRECISION 0.01')
    expect(listed({ minNotional: units('0.001') })).toBe('PRECISION 0.01')
    // One lot is 100,000 of the smallest amounts of a coin with 8 decimals.
    x.does(currency(5, 'FINE', 8))
    const lots = (maxQuantity: number) =>
      answerOf(x, { ...PAIR, pair: 3, base: 5, lot: 10n ** 5n, rules: rulesOf({ maxQuantity: maxQuantity as Lots }) })
    expect(lots(Math.ceil(2 ** 52 / 100_000))).toBe('LISTING_INVALID')
    expect(lots(Math.floor(2 ** 52 / 100_000))).toBe('done')
  })
})

describe('Finer amounts', () => {
  test('A market order for a total that is finer than the quote currency is refused with its step', () => {
    const x = world()
    x.does(order('bob', 'sell', limit(10, 5)))
    const total = (text: string) => ({ type: 'market', by: 'total', total: units(text), slippage: 50_000 })
    expect(answerOf(x, order('ann', 'buy', total('0.101')))).toBe('PRECISION 0.01')
    expect(answerOf(x, order('bob', 'sell', total('0.101')))).toBe('PRECISION 0.01')
    expect(answerOf(x, order('ann', 'buy', total('0.11')))).toBe('order')
  })

  test('A conversion of a finer amount, or with a finer least result, is refused with the step', () => {
    const x = world()
    x.does(order('ann', 'buy', limit(10, 100)))
    const convert = (fromAmount: string, minTo: string) =>
      answerOf(x, {
        type: 'convert',
        user: 'bob',
        clientId: `${fromAmount}/${minTo}`,
        from: COIN,
        to: MONEY,
        fromAmount: units(fromAmount),
        minTo: units(minTo),
        spread: 5_000,
        validUntil: x.now + 10_000,
      })
    expect(convert('0.0501', '1')).toBe('PRECISION 0.001')
    expect(convert('0.05', '1.001')).toBe('PRECISION 0.01')
    expect(convert('0.05', '1')).toBe('converted')
  })

  test('A grant of a finer amount is refused with the step', () => {
    expect(answerOf(world(), accountOf('cat', [{ currency: COIN, amount: units('0.0001') }]))).toBe('PRECISION 0.001')
  })

  test('A finer limit, fee or amount of a withdrawal is refused with the step', () => {
    const x = world()
    const network = { id: 1, code: 'testnet', name: 'Testnet', kind: 'evm', chainId: 5, gasCurrency: 2 } as const
    x.does({ type: 'list-network', network, ...BY_TEST })
    const set = (of: object) => answerOf(x, { type: 'set-network-asset', network: 1, ...BY_TEST, asset: of as never })
    const amounts = { minDeposit: units('1'), withdrawFee: ZERO, minWithdraw: units('1'), maxWithdraw: units('10') }
    const common = { ...amounts, deposits: 'open', withdrawals: 'open', notice: '' }
    expect(set({ ...common, currency: 2, contract: null, decimals: 18 })).toBe('done')
    const coin = { ...common, currency: COIN, contract: `0x${'1'.repeat(40)}`, decimals: 18 }
    for (const name of ['minDeposit', 'withdrawFee', 'minWithdraw', 'maxWithdraw'] as const)
      expect(set({ ...coin, [name]: amounts[name] + 1n })).toBe('PRECISION 0.001')
    expect(set({ ...coin, decimals: 2, withdrawFee: units('0.001') })).toBe('PRECISION 0.01')
    expect(set(coin)).toBe('done')
    const withdraw = (amount: string) =>
      answerOf(x, {
        type: 'request-withdrawal',
        user: 'bob',
        clientId: amount,
        network: 1,
        currency: COIN,
        address: `0x${'a'.repeat(40)}`,
        amount: units(amount),
        isNewAddress: false,
        review: null,
      })
    expect(withdraw('1.0001')).toBe('PRECISION 0.001')
    expect(withdraw('1.001')).toBe('withdrawal')
  })
})

describe('Rounding', () => {
  test('A fee is rounded up to the smallest amount of the received currency, once over the whole order', () => {
    const x = world()
    x.does(order('bob', 'sell', limit(10, 5)))
    x.does(order('bob', 'sell', limit(10, 5)))
    x.does(order('ann', 'buy', limit(10, 10)))
    // 0.1 % of 0.010 COIN is one smallest amount, and so is the first half of it.
    expect(freeOf(x, 'ann', COIN)).toBe(units('0.009'))
    expect(freeOf(x, 'fees', COIN)).toBe(units('0.001'))
    // 0.1 % of each 0.5 MONEY is 0.01 MONEY.
    expect(freeOf(x, 'fees', MONEY)).toBe(units('0.02'))
  })

  test('A commission is rounded down to the smallest amount, and its remainder is carried to the next day', () => {
    const x = world()
    const days: Units[] = []
    for (let day = 0; day < 5; day++) {
      x.does(order('ann', 'buy', limit(10, 5)))
      x.does(order('bob', 'sell', limit(10, 5)))
      x.now += DAY
      x.books()
      days.push(freeOf(x, 'ann', MONEY))
    }
    // Bob pays 0.01 MONEY a day, of which ann gets a fifth: 0.01 after five days.
    expect(days.map((amount, day) => amount - units('1000') + units('0.5') * BigInt(day + 1))).toEqual([
      0n,
      0n,
      0n,
      0n,
      units('0.01'),
    ])
  })
})

const freeOf = (x: Exchange, owner: string, id: number): Units => free(x.state, owner as Owner, id as CurrencyId)
