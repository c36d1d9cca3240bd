import { expect, test } from 'vitest'
import type { CurrencyId, UserId } from '../../../src/contract/ids.ts'
import { formatUnits, type Lots, type Ticks, ZERO } from '../../../src/contract/money.ts'
import { activityOf, free, held, openOrdersOf } from '../../../src/engine/exchange.ts'
import { random } from '../../../src/server/play/random.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import { RULES } from '../exchange.ts'
import { Program } from '../rewards/program.ts'

const ETH = 3 as CurrencyId
const COINS = { USDT: 1, BTC: 2, ETH: 3, XP: 12 } as const
type Coin = keyof typeof COINS
type Options = { readonly min?: number; readonly id?: string; readonly spread?: number; readonly until?: number }

const units = (amount: number): bigint => BigInt(Math.round(amount * 1e8))

const PAIR_RULES = { ...RULES, maxQuantity: 10_000_000 as Lots, minNotional: ZERO }

/** Lots of 0.01 BTC and 0.001 ETH; eve has ETH as well. */
class Converter extends Program {
  #ids = 0

  constructor(users: readonly string[]) {
    super(users, { rules: PAIR_RULES, lot: 10n ** 6n })
    this.does({ type: 'list-currency', ...BY_TEST, currency: { id: ETH, symbol: 'ETH', name: 'Ether', decimals: 8 } })
    const sizes = { tick: 10n ** 10n, lot: 10n ** 5n, referencePrice: 100 as Ticks }
    this.does({ type: 'list-pair', ...BY_TEST, pair: 3, base: ETH, quote: 1, ...sizes, rules: PAIR_RULES })
    const grants = [{ currency: ETH, amount: 10n ** 13n }]
    this.does({ type: 'open-account', user: 'eve', kind: 'user', referralCode: null, referrer: null, grants })
  }

  /** A limit order of `quantity` lots of the pair. */
  offers(user: string, pair: 1 | 3, side: 'buy' | 'sell', quantity: number, price: number): void {
    const terms = { type: 'limit', price, quantity, timeInForce: 'GTC', postOnly: false }
    expect(this.does({ type: 'place-order', user, clientId: null, pair, side, terms } as never).type).toBe('order')
  }

  /** `BTC 1 for USDT 99.5`, or the refusal. */
  converts(user: string, from: Coin, to: Coin, amount: number, options: Options = {}): string {
    const { min = 0.00000001, spread = 5_000, id = `id-${this.#ids++}`, until = this.now + 10_000 } = options
    const answer = this.does({
      type: 'convert',
      user,
      clientId: id,
      from: COINS[from],
      to: COINS[to],
      fromAmount: units(amount),
      minTo: units(min),
      spread,
      validUntil: until,
    })
    if (answer.type === 'refused') return answer.refusal.code
    if (answer.type !== 'converted') return answer.type
    const { fromAmount, toAmount, fee, change } = answer.conversion
    const texts = [fromAmount, toAmount, fee, change].map(formatUnits)
    return `${texts[0]} for ${texts[1]}, fee ${texts[2]}, change ${texts[3]}${answer.repeated ? ', repeated' : ''}`
  }

  has = (user: string, coin: Coin): string => formatUnits(free(this.state, user as UserId, COINS[coin] as CurrencyId))
}

test('A coin is sold for USDT at the best prices less the spread', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('bob', 1, 'buy', 100, 100)
  x.offers('bob', 1, 'buy', 100, 99)
  expect(x.converts('ann', 'BTC', 'USDT', 1.5)).toBe('1.5 for 148.7525, fee 0.7475, change 0')
  expect([x.has('ann', 'BTC'), x.has('ann', 'USDT')]).toEqual(['998.5', '100148.7525'])
})

test('What does not fill a lot is not spent', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('bob', 1, 'buy', 1_000, 100)
  x.offers('bob', 1, 'sell', 1_000, 101)
  expect(x.converts('ann', 'BTC', 'USDT', 1.2345)).toBe('1.23 for 122.385, fee 0.615, change 0')
  expect(x.converts('ann', 'USDT', 'BTC', 101.99)).toBe('101 for 0.995, fee 0.005, change 0')
})

test('Two coins are converted through USDT, and the rest of the second leg stays with the user', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('bob', 1, 'buy', 1_000, 100)
  x.offers('eve', 3, 'sell', 100_000, 70)
  expect(x.converts('ann', 'BTC', 'ETH', 1)).toBe('1 for 1.42086, fee 0.00714, change 0.04')
  expect([x.has('ann', 'BTC'), x.has('ann', 'ETH'), x.has('ann', 'USDT')]).toEqual(['999', '1.42086', '100000.04'])
})

test('The quoted amount is the least, and a better book benefits the user', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('bob', 1, 'buy', 100, 100)
  expect(x.converts('ann', 'BTC', 'USDT', 0.5, { min: 49.75 })).toBe('0.5 for 49.75, fee 0.25, change 0')
  x.offers('bob', 1, 'buy', 100, 102)
  expect(x.converts('ann', 'BTC', 'USDT', 0.5, { min: 49.75 })).toBe('0.5 for 50.745, fee 0.255, change 0')
})

test('A worse book is taken from the spread first, and then the conversion is refused', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('bob', 1, 'buy', 100, 100)
  expect(x.converts('ann', 'BTC', 'USDT', 0.5, { min: 50 })).toBe('0.5 for 50, fee 0, change 0')
  expect(x.converts('ann', 'BTC', 'USDT', 0.5, { min: 50.00000001 })).toBe('RATE_CHANGED')
  expect(x.has('ann', 'BTC')).toBe('999.5')
})

test('A rest that does not pay for a lot at the next price is not spent', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('bob', 1, 'sell', 60, 100)
  x.offers('bob', 1, 'sell', 60, 105)
  expect(x.converts('ann', 'USDT', 'BTC', 61.02)).toBe('60 for 0.597, fee 0.003, change 0')
})

test('Own orders between two prices do not change what a conversion fills', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('bob', 1, 'sell', 60, 100)
  x.offers('ann', 1, 'sell', 60, 101)
  x.offers('bob', 1, 'sell', 60, 105)
  expect(x.converts('ann', 'USDT', 'BTC', 61.02)).toBe('60 for 0.597, fee 0.003, change 0')
  expect(x.converts('ann', 'USDT', 'BTC', 62)).toBe('61.95 for 0.58705, fee 0.00295, change 0')
})

test('A conversion that the book cannot fill changes nothing', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('bob', 1, 'buy', 100, 100)
  expect(x.converts('ann', 'BTC', 'USDT', 1.01)).toBe('NO_LIQUIDITY')
  expect(x.converts('ann', 'BTC', 'ETH', 1)).toBe('NO_LIQUIDITY')
  x.offers('bob', 1, 'buy', 100, 89)
  expect(x.converts('ann', 'BTC', 'USDT', 1.01)).toBe('NO_LIQUIDITY')
  expect([x.has('ann', 'BTC'), x.has('ann', 'USDT')]).toEqual(['1000', '100000'])
})

test('A repeated request gets the first response and converts once', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('bob', 1, 'buy', 1_000, 100)
  const first = x.converts('ann', 'BTC', 'USDT', 1, { id: 'quote-1' })
  expect(x.converts('ann', 'BTC', 'USDT', 1, { id: 'quote-1' })).toBe(`${first}, repeated`)
  expect(x.converts('ann', 'BTC', 'USDT', 2, { id: 'quote-1' })).toBe('CLIENT_ID_REUSED')
  expect(x.has('ann', 'BTC')).toBe('999')
})

test('A conversion is refused one millisecond after its quote expired, and not remembered', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('bob', 1, 'buy', 1_000, 100)
  expect(x.converts('ann', 'BTC', 'USDT', 1, { id: 'quote-1', until: x.now - 1 })).toBe('REQUEST_EXPIRED')
  expect(x.converts('ann', 'BTC', 'USDT', 1, { id: 'quote-1', until: x.now })).toContain('1 for')
})

test('Invalid conversions are refused with the first reason', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('bob', 1, 'buy', 1_000, 100)
  expect(x.converts('ann', 'BTC', 'BTC', 1)).toBe('SAME_CURRENCY')
  expect(x.converts('ann', 'BTC', 'USDT', 0)).toBe('REQUIRED_AMOUNT')
  expect(x.converts('ann', 'BTC', 'USDT', 1_001)).toBe('INSUFFICIENT_BALANCE')
  expect(x.converts('ann', 'BTC', 'USDT', 0.001)).toBe('MIN_AMOUNT')
  expect(x.converts('zoe', 'BTC', 'USDT', 1)).toBe('ACCOUNT_NOT_FOUND')
  expect(x.converts('ann', 'BTC', 'USDT', 1, { spread: 100_001 })).toBe('INVALID_REQUEST')
  expect(x.converts('ann', 'BTC', 'USDT', 1, { min: 0 })).toBe('INVALID_REQUEST')
  expect(x.converts('ann', 'BTC', 'XP', 1)).toBe('CURRENCY_NOT_FOUND')
  expect(x.converts('ann', 'XP', 'BTC', 1)).toBe('CURRENCY_NOT_FOUND')
  x.does({ type: 'set-pair-rules', ...BY_TEST, pair: 1, rules: { ...RULES, status: 'cancel_only' } })
  expect(x.converts('ann', 'BTC', 'USDT', 1)).toBe('PAIR_UNAVAILABLE')
  x.does({ type: 'freeze-account', user: 'ann', origin: 'owner' })
  expect(x.converts('ann', 'BTC', 'USDT', 1)).toBe('ACCOUNT_FROZEN')
})

/** What the refusal of too little names. */
function minimumOf(x: Converter, user: string, from: Coin, to: Coin): number {
  const fromAmount = 1n
  const validUntil = x.now + 10_000
  const request = { user, clientId: 'min', from: COINS[from], to: COINS[to], fromAmount, minTo: 1n, spread: 0 }
  const answer = x.does({ type: 'convert', ...request, validUntil })
  return answer.type === 'refused' ? Number(answer.refusal.params.min) : 0
}

test.each([
  ['BTC', 'USDT', 57, 100],
  ['BTC', 'USDT', 143, 100],
  ['BTC', 'ETH', 100, 100],
  ['BTC', 'ETH', 143, 57],
  ['BTC', 'ETH', 143, 10],
  ['BTC', 'ETH', 57, 143],
  ['ETH', 'BTC', 100, 100],
  ['ETH', 'BTC', 143, 10],
  ['ETH', 'BTC', 57, 143],
  ['USDT', 'BTC', 143, 100],
] as const)('The minimum that %s to %s names at %d and %d is accepted, and less is refused', (from, to, btc, eth) => {
  const x = new Converter(['ann', 'bob', 'cat'])
  x.offers('ann', 1, 'buy', 1, btc)
  x.offers('bob', 1, 'sell', 1, btc)
  // A price falls by at most half at a time.
  for (const price of [57, 30, 16, eth].filter((each) => each >= eth)) {
    x.offers('bob', 3, 'buy', 1, price)
    x.offers('eve', 3, 'sell', 1, price)
  }
  x.offers('bob', 1, 'buy', 1_000, btc)
  x.offers('bob', 3, 'buy', 100_000, eth)
  x.offers('bob', 1, 'sell', 1_000, btc + 1)
  x.offers('eve', 3, 'sell', 100_000, eth + 1)
  const user = from === 'ETH' ? 'eve' : 'cat'
  const minimum = minimumOf(x, user, from, to)
  expect(x.converts(user, from, to, minimum - 0.00000001)).toBe('MIN_AMOUNT')
  expect(x.converts(user, from, to, minimum)).toMatch(from === 'USDT' ? ' for ' : `${minimum} for `)
})

test('More than a pair takes is refused as that, also if the book has less', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('bob', 1, 'buy', 100, 100)
  const grants = [{ currency: COINS.BTC, amount: 10n ** 21n }]
  x.does({ type: 'open-account', user: 'cat', kind: 'user', referralCode: null, referrer: null, grants })
  expect(x.converts('cat', 'BTC', 'USDT', 2_000_000_000_000)).toBe('MAX_NOTIONAL')
  expect(x.converts('cat', 'BTC', 'ETH', 2_000_000_000_000)).toBe('MAX_NOTIONAL')
  expect(x.converts('cat', 'BTC', 'USDT', 10)).toBe('NO_LIQUIDITY')
})

test('Own orders in the way are cancelled, and their holds are not part of the conversion', () => {
  const x = new Converter(['ann', 'bob'])
  x.offers('ann', 1, 'buy', 100, 101)
  x.offers('bob', 1, 'buy', 100, 100)
  expect(x.converts('ann', 'BTC', 'USDT', 1)).toBe('1 for 99.5, fee 0.5, change 0')
  expect(openOrdersOf(x.state, 'ann' as UserId)).toEqual([])
  expect([x.has('ann', 'USDT'), formatUnits(held(x.state, 'ann' as UserId, 1 as CurrencyId))]).toEqual([
    '100099.5',
    '0',
  ])
})

test('A conversion counts for the task, the volume and the fees of a friend', () => {
  const x = new Converter(['ann', 'bob'])
  x.setsTask(1, 'convert')
  x.offers('bob', 1, 'buy', 1_000, 100)
  expect([x.task('ann', 1), x.claims('ann', 1)]).toEqual(['available', 'TASK_NOT_DONE'])
  x.converts('ann', 'BTC', 'USDT', 2)
  expect([x.task('ann', 1), x.claims('ann', 1)]).toEqual(['claimable', 'done'])
  expect(activityOf(x.state, 'ann' as UserId)).toMatchObject({ volume: 200n * 10n ** 8n, conversions: 1 })
})

test('In 300 random books every conversion keeps all amounts and pays at least the minimum', () => {
  let converted = 0
  const refusals = new Set<string>()
  for (let seed = 1; seed <= 300; seed++) {
    const dice = random(seed)
    const x = new Converter(['ann', 'bob', 'cat'])
    const pick = <T>(values: readonly T[]): T => values[Math.floor(dice() * values.length)] as T
    for (let order = 0; order < 30; order++)
      x.offers('eve', 3, 'sell', 1 + Math.floor(dice() * 400), 100 + Math.floor(dice() * 20))
    for (let order = 0; order < 30; order++)
      x.offers(pick(['ann', 'bob', 'cat']), 1, 'buy', 1 + Math.floor(dice() * 400), 99 - Math.floor(dice() * 20))
    const owned = (coin: Coin): bigint =>
      free(x.state, 'ann' as UserId, COINS[coin] as CurrencyId) +
      held(x.state, 'ann' as UserId, COINS[coin] as CurrencyId)
    for (let step = 0; step < 10; step++) {
      const [from, to] = pick<readonly [Exclude<Coin, 'XP'>, Exclude<Coin, 'XP'>]>([
        ['BTC', 'USDT'],
        ['USDT', 'ETH'],
        ['BTC', 'ETH'],
      ])
      const before = { USDT: owned('USDT'), BTC: owned('BTC'), ETH: owned('ETH') }
      const amount = Math.floor(dice() * 1_000) / 100
      const minTo = 1n + units(amount * dice())
      const answer = x.does({
        type: 'convert',
        user: 'ann',
        clientId: `${seed}-${step}`,
        from: COINS[from],
        to: COINS[to],
        fromAmount: units(amount),
        minTo,
        spread: 5_000,
        validUntil: x.now,
      })
      const after = { USDT: owned('USDT'), BTC: owned('BTC'), ETH: owned('ETH') }
      if (answer.type !== 'converted') {
        refusals.add(answer.type === 'refused' ? answer.refusal.code : answer.type)
        expect(after).toEqual(before)
        continue
      }
      converted += 1
      const { fromAmount, toAmount, change } = answer.conversion
      const expected = { ...before, [from]: before[from] - fromAmount, [to]: before[to] + toAmount }
      expect(after).toEqual({ ...expected, USDT: expected.USDT + change })
      expect(fromAmount <= units(amount) && toAmount >= minTo).toBe(true)
    }
  }
  expect(converted).toBeGreaterThan(500)
  expect([...refusals].sort()).toEqual(['MIN_AMOUNT', 'NO_LIQUIDITY', 'RATE_CHANGED', 'REQUIRED_AMOUNT'])
})
