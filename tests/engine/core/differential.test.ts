/** The core of records against today's engine on random commands: equal in every event, refusal, balance and counter. */

import { expect, test } from 'vitest'
import type { CurrencyId, PairId, UserId } from '../../../src/contract/ids.ts'
import type { Lots, Ticks, Units } from '../../../src/contract/money.ts'
import type { OrderTerms } from '../../../src/contract/orders/order-terms.ts'
import type { Command } from '../../../src/engine/exchange.ts'
import { random } from '../../../src/server/play/random.ts'
import { testSeed } from '../../fixtures/random-seed.ts'
import { scope, scopeName } from '../../scope.ts'
import { type Catalogue, listings, RandomCommands } from './random-commands.ts'
import { Twin } from './twin.ts'

const EXPECTED = ['order-opened', 'order-rested', 'traded', 'order-closed', 'converted', 'PRICE_BAND', 'MIN_AMOUNT']
const REFUSED = [
  'INSUFFICIENT_BALANCE',
  'POST_ONLY_WOULD_TAKE',
  'FOK_NOT_FILLABLE',
  'ORDER_NOT_FOUND',
  'PAIR_HALTED',
  'MAX_AMOUNT',
  'ACCOUNT_FROZEN',
]
const COMMANDS = scope.coreCommands / 2
/** A short run has too few commands to have every kind from any seed. */
const first = scopeName === 'all' ? testSeed() : 0

const CATALOGUES: readonly (readonly [string, Catalogue, number])[] = [
  ['with eight decimals', { decimals: [8, 8], ethQuote: 1 as CurrencyId, ethTick: 10n ** 8n }, 11],
  [
    'with few decimals, and a pair that is not traded for USDT',
    { decimals: [3, 5], ethQuote: 2 as CurrencyId, ethTick: 10n ** 10n },
    12,
  ],
]

test.each(CATALOGUES)(
  `After each of ${COMMANDS} random commands %s the core of records is equal to the engine, also after it was saved and loaded`,
  (_name, catalogue, seed) => {
    const dice = random(first + seed + 100)
    const twin = new Twin()
    for (const command of listings(catalogue)) expect(twin.does(command)).toBeUndefined()
    const commands = new RandomCommands(first + seed)
    for (let count = 0; count < COMMANDS; count++) {
      twin.at += Math.floor(dice() * 3)
      twin.does(commands.next(twin))
      if (count % 1_000 === 0) twin.compare()
      if (count % 2_500 === 2_499) twin.reloads()
    }
    twin.compare()
    for (const name of [...EXPECTED, ...REFUSED]) expect(twin.seen.get(name) ?? 0, name).toBeGreaterThan(0)
  },
)

test('A market sell is filled when its rest is less than a lot at its last price, whatever the price of the own order it cancelled', () => {
  const twin = new Twin()
  for (const command of listings(CATALOGUES[0]?.[1] as Catalogue)) twin.does(command)
  const order = (user: number, side: 'buy' | 'sell', terms: OrderTerms): Command => {
    const [person, pair] = [`person-${user}` as UserId, 1 as PairId]
    return { type: 'place-order', user: person, clientId: null, pair, side, terms }
  }
  const limit = (price: number): OrderTerms => ({
    type: 'limit',
    price: price as Ticks,
    quantity: 200 as Lots,
    timeInForce: 'GTC',
    postOnly: false,
  })
  twin.does(order(1, 'buy', limit(1_000)))
  twin.does(order(2, 'buy', limit(960)))
  const total = (7_000n * (200n * 1_000n + 980n)) as Units
  twin.does(order(2, 'sell', { type: 'market', by: 'total', total, slippage: 50_000 }))
  expect(twin.oracle.events.map((event) => ('reason' in event ? event.reason : event.type))).toEqual([
    'order-opened',
    'traded',
    'filled',
    'cancelled',
    'filled',
  ])
})
