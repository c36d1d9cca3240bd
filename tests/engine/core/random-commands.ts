/** Commands that seldom fail: most orders are near the last price, and most cancels are of known orders. */

import type { CurrencyId, OrderId, PairId, UserId } from '../../../src/contract/ids.ts'
import { type PairRules, smallestOf } from '../../../src/contract/markets/instruments.ts'
import type { Lots, Ticks, Units } from '../../../src/contract/money.ts'
import type { OrderTerms } from '../../../src/contract/orders/order-terms.ts'
import type { Command } from '../../../src/engine/exchange.ts'
import { random } from '../../../src/server/play/random.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import type { Twin } from './twin.ts'

const USERS = Array.from({ length: 12 }, (_, user) => `person-${user}` as UserId)
const PAIRS = [1, 3] as PairId[]
const RULES: PairRules = {
  status: 'trading',
  minQuantity: 2 as Lots,
  maxQuantity: 5_000 as Lots,
  minNotional: 1_000_000n as Units,
  maxNotional: (10n ** 12n) as Units,
  band: 200_000,
  makerFee: 1_000,
  takerFee: 2_500,
}

/** The decimals of BTC and ETH, and what ETH is traded for, in units for one lot at one tick. */
export type Catalogue = {
  readonly decimals: readonly [btc: number, eth: number]
  readonly ethQuote: CurrencyId
  readonly ethTick: bigint
}

export function listings({ decimals, ethQuote, ethTick }: Catalogue): Command[] {
  const coins = ['USDT', 'BTC', 'ETH'].map((symbol, index) => ({
    id: (index + 1) as CurrencyId,
    symbol,
    name: symbol,
    decimals: [8, ...decimals][index] ?? 8,
  }))
  const pair = (
    id: number,
    quote: CurrencyId,
    [tick, lot]: [bigint, bigint],
    price: number,
    rules: PairRules,
  ): Command => ({
    type: 'list-pair',
    ...BY_TEST,
    pair: id as PairId,
    base: (id === 1 ? 2 : 3) as CurrencyId,
    quote,
    tick,
    lot: lot as Units,
    referencePrice: price as Ticks,
    rules,
  })
  // Every third user is poor.
  const amountOf = (currency: { decimals: number }, user: number, times: number): Units =>
    (BigInt(times) *
      (user % 3 === 0 ? 10n ** 9n : 10n ** 11n) *
      smallestOf({ decimals: Math.max(6, currency.decimals) })) as Units
  const account = { type: 'open-account', kind: 'user', referralCode: null, referrer: null } as const
  return [
    ...coins.map((currency): Command => ({ type: 'list-currency', ...BY_TEST, currency })),
    pair(1, 1 as CurrencyId, [100_000_000n, 700_000n], 1_000, RULES),
    pair(3, ethQuote, [ethTick, 100_000n], 500, { ...RULES, makerFee: 0, takerFee: 333_333 }),
    ...USERS.map(
      (user, index): Command => ({
        ...account,
        user,
        grants: coins.map((coin) => ({ currency: coin.id, amount: amountOf(coin, index, 1 + (index % 4)) })),
      }),
    ),
  ]
}

export class RandomCommands {
  readonly #dice: () => number
  readonly #known: { readonly order: OrderId; readonly user: UserId }[] = []

  constructor(seed: number) {
    this.#dice = random(seed)
  }

  #between = (least: number, most: number): number => least + Math.floor(this.#dice() * (most - least + 1))
  #pick = <T>(from: readonly T[]): T => from[Math.floor(this.#dice() * from.length)] as T

  next(twin: Twin): Command {
    const dice = this.#dice()
    const user = this.#pick(USERS)
    if (dice < 0.5) return this.#limit(twin, user)
    if (dice < 0.59) return this.#market(twin, user)
    if (dice < 0.6) return this.#convert(twin, user)
    if (dice < 0.96) return this.#cancel(user)
    if (dice < 0.975) return { type: 'cancel-all', user, pair: this.#pick([null, ...PAIRS]) }
    if (dice < 0.978) return this.#setRules()
    if (dice < 0.981)
      return { type: this.#dice() < 0.3 ? 'freeze-account' : 'unfreeze-account', user, origin: 'operator', ...BY_TEST }
    return this.#place(
      twin,
      user,
      1 as PairId,
      { ...this.#limitTerms(twin, 1 as PairId), quantity: 5_000 as Lots } as OrderTerms,
    )
  }

  #place(twin: Twin, user: UserId, pair: PairId, terms: OrderTerms): Command {
    const clientId = this.#dice() < 0.1 ? `id-${twin.state.seq}` : null
    this.#known.push({ order: (twin.state.seq + 1) as OrderId, user })
    return { type: 'place-order', user, clientId, pair, side: this.#pick(['buy', 'sell']), terms }
  }

  #limitTerms(twin: Twin, pair: PairId): OrderTerms {
    const last = twin.state.markets.get(pair)?.lastPrice ?? 1_000
    const far = this.#dice() < 0.02 ? this.#between(-400, 400) : 0
    const timeInForce = this.#pick(['GTC', 'GTC', 'GTC', 'IOC', 'FOK'] as const)
    return {
      type: 'limit',
      price: Math.max(0, last + this.#between(-30, 30) + far) as Ticks,
      quantity: (this.#between(0, 60) * (this.#dice() < 0.01 ? 200 : 1)) as Lots,
      timeInForce,
      postOnly: timeInForce === 'GTC' && this.#dice() < 0.1,
    }
  }

  #limit(twin: Twin, user: UserId): Command {
    const pair = this.#dice() < 0.98 ? this.#pick(PAIRS) : (9 as PairId)
    return this.#place(twin, this.#dice() < 0.001 ? ('nobody' as UserId) : user, pair, this.#limitTerms(twin, pair))
  }

  #market(twin: Twin, user: UserId): Command {
    const slippage = this.#between(1, 50_000)
    const total = BigInt(this.#between(0, 3_000) * (this.#dice() < 0.3 ? 1_000_000 : 100_000)) as Units
    const terms: OrderTerms =
      this.#dice() < 0.5
        ? { type: 'market', by: 'quantity', quantity: this.#between(0, 300) as Lots, slippage }
        : { type: 'market', by: 'total', total, slippage }
    return this.#place(twin, user, this.#pick(PAIRS), terms)
  }

  #convert(twin: Twin, user: UserId): Command {
    const [from, to] = this.#pick([
      [1, 2],
      [2, 1],
      [2, 3],
      [3, 2],
    ])
    return {
      type: 'convert',
      user,
      clientId: `convert-${twin.state.seq}`,
      from: from as CurrencyId,
      to: to as CurrencyId,
      fromAmount: (BigInt(this.#between(1, 20_000)) * (this.#dice() < 0.9 ? 100_000n : 99_999n)) as Units,
      minTo: 100_000n as Units,
      spread: 5_000,
      validUntil: twin.at + 10_000,
    }
  }

  #cancel(user: UserId): Command {
    const known = this.#known[Math.max(0, this.#known.length - this.#between(1, 2_000))]
    const own = known ?? { order: 1 as OrderId, user }
    return { type: 'cancel-order', user: this.#dice() < 0.02 ? user : own.user, order: own.order }
  }

  #setRules(): Command {
    const status = this.#dice() < 0.9 ? 'trading' : this.#pick(['cancel_only', 'halted'] as const)
    const rules: PairRules = {
      ...RULES,
      status,
      makerFee: this.#between(0, 999_999),
      takerFee: this.#between(0, 5_000),
    }
    return { type: 'set-pair-rules', ...BY_TEST, pair: 1 as PairId, rules }
  }
}
