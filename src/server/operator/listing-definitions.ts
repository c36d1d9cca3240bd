/** Reads currencies and markets from an operator's files: decimal numbers as strings, rates in percent. */

import { z } from 'zod'
import { XP } from '../../contract/earn/xp.ts'
import { freeText } from '../../contract/free-text.ts'
import { PERCENT_DECIMALS, PRICE_DECIMALS, parseDecimal, UNIT_DECIMALS, type Units } from '../../contract/money.ts'

const decimal = (decimals: number) =>
  z
    .string()
    .transform((text) => parseDecimal(text, decimals))
    .refine((value) => value !== undefined, `must be a plain decimal number with at most ${decimals} decimals`)
    .transform((value) => value as bigint)

/** In 10⁻¹⁰ of the quote currency. */
export const price = decimal(PRICE_DECIMALS).refine((value) => value > 0n, 'must be above 0')
export const units = decimal(UNIT_DECIMALS).transform((value) => value as Units)
const positiveUnits = units.refine((value) => value > 0n, 'must be above 0')
/** In millionths. */
export const percent = decimal(PERCENT_DECIMALS)
  .transform(Number)
  .refine((rate) => rate < 1_000_000, 'must be below 100')

export const symbol = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[A-Z][A-Z0-9]{1,9}$/, 'must be 2 to 10 letters and digits, such as BTC')
  .refine((text) => text !== XP.symbol, 'is the symbol of the points')

export const status = z.enum(['trading', 'cancel_only', 'halted'], {
  error: 'must be one of trading, cancel_only, halted',
})

/** The item of a file that has one or a list of them. */
const oneOrMore = <Item>(item: z.ZodType<Item>) =>
  z.preprocess((file) => (Array.isArray(file) ? file : [file]), z.array(item).min(1).max(500))

export const currencyDefinitions = oneOrMore(
  z.strictObject({
    symbol,
    name: freeText('the name', 40),
    decimals: z.int().min(0).max(UNIT_DECIMALS, `must be from 0 to ${UNIT_DECIMALS}`),
  }),
)

export type MarketDefinition = z.infer<typeof marketDefinition>

const marketDefinition = z.strictObject({
  base: symbol,
  quote: symbol,
  status,
  tickSize: price,
  lotSize: positiveUnits,
  referencePrice: price,
  minAmount: positiveUnits,
  maxAmount: positiveUnits,
  minTotal: units,
  maxTotal: positiveUnits,
  band: percent,
  makerFee: percent,
  takerFee: percent,
})

export const marketDefinitions = oneOrMore(marketDefinition)
