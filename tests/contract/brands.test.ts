/** Checked by `tsc`: an unused `@ts-expect-error` is a type error. */

import { expectTypeOf, test } from 'vitest'
import type { CurrencyId, OrderId, PairId, Seq, TradeId, UserId } from '../../src/contract/ids.ts'
import { type Lots, minus, plus, type Ticks, type Units } from '../../src/contract/money.ts'

const accept = <T>(_value: T): void => undefined

const units = 5n as Units
const pair = 1 as PairId
const order = 1 as OrderId

test('Units accept neither a plain bigint nor a price nor a quantity', () => {
  accept<Units>(units)
  // @ts-expect-error a plain bigint
  accept<Units>(5n)
  // @ts-expect-error a quantity
  accept<Units>(5 as Lots)
  // @ts-expect-error a price
  accept<Units>(5 as Ticks)
})

test('Arithmetic on units yields a plain bigint, and the functions of money.ts yield units', () => {
  // @ts-expect-error a plain bigint
  accept<Units>(units * 2n)
  expectTypeOf(plus(units, units)).toEqualTypeOf<Units>()
  expectTypeOf(minus(units, units)).toEqualTypeOf<Units>()
  // @ts-expect-error a plain bigint
  plus(units, 1n)
})

test('An id accepts neither a plain value nor another id', () => {
  // @ts-expect-error a plain number
  accept<PairId>(1)
  // @ts-expect-error a plain string
  accept<UserId>('00000000-0000-4000-8000-000000000001')
  // @ts-expect-error a pair id
  accept<CurrencyId>(pair)
  // @ts-expect-error an order id
  accept<TradeId>(order)
  // @ts-expect-error a quantity
  accept<PairId>(1 as Lots)
})

test('An order id is a sequence number, and a sequence number is no order id', () => {
  accept<Seq>(order)
  // @ts-expect-error a plain number
  accept<OrderId>(1 as Seq)
})
