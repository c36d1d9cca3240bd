/** What a source said, if it can be believed: a table per dollar, whose numbers are plain and above zero. */

import { z } from 'zod'
import { SHIPPED_RATES } from './shipped-rates.ts'

export type Rates = Readonly<Record<string, string>>

const KNOWN_CODES = Object.keys(SHIPPED_RATES)

const PLAIN = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,18})?$/

/** A string stays as it is written; a number is written as briefly as it can be told from all others. */
const rate = z
  .union([z.string(), z.number().transform(String)])
  .refine((text) => PLAIN.test(text) && Number(text) > 0, 'is no plain number above zero')

const table = z.record(z.string(), z.unknown())
const source = z.union([
  z.object({ rates: table }).transform(({ rates }) => rates),
  z.object({ fiat_rates: table }).transform(({ fiat_rates }) => fiat_rates),
])

/** Throws when any part of it is nonsense: half a table is not believed. Currencies we do not show are passed over. */
export function readRates(json: string): Rates {
  const { success, data: said } = source.safeParse(JSON.parse(json))
  if (!success) throw new Error('the source has no rates')
  const { USD = '1', ...rates } = Object.fromEntries(
    KNOWN_CODES.filter((code) => Object.hasOwn(said, code)).map((code) => [code, readRate(code, said[code])]),
  )
  if (Number(USD) !== 1) throw new Error('USD is not 1: the rates are not per dollar')
  if (Object.keys(rates).length === 0) throw new Error('the source has no currency that we know')
  return { USD: '1', ...rates }
}

function readRate(code: string, value: unknown): string {
  const read = rate.safeParse(value)
  if (!read.success) throw new Error(`${code} is no plain number above zero`)
  return read.data
}
