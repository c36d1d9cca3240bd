/** Parses the reply of a rate source: rates per dollar, each a positive decimal number. */

import { z } from 'zod'
import { parseJson } from '../../../contract/parse-json.ts'
import { DEFAULT_RATES } from './default-rates.ts'

export type Rates = Readonly<Record<string, string>>

const KNOWN_CODES = Object.keys(DEFAULT_RATES)

const DECIMAL = /^(?:0|[1-9]\d{0,11})(?:\.\d{1,18})?$/

/** Strings are kept as they are; numbers are converted with `String`. */
const rate = z
  .union([z.string(), z.number().transform(String)])
  .refine((text) => DECIMAL.test(text) && Number(text) > 0, 'is not a positive decimal number')

const table = z.record(z.string(), z.unknown())
const source = z.union([
  z.object({ rates: table }).transform(({ rates }) => rates),
  z.object({ fiat_rates: table }).transform(({ fiat_rates }) => fiat_rates),
])

/** Throws if any rate is invalid. Unknown currencies are ignored. */
export function parseRates(json: string): Rates {
  const reply = parseJson(json)
  // Without the error of the parser: it quotes the reply, which can contain the key of the source.
  if (reply === undefined) throw new Error('the reply is not JSON')
  const { success, data } = source.safeParse(reply)
  if (!success) throw new Error('the reply has no rates')
  const { USD = '1', ...rates } = Object.fromEntries(
    KNOWN_CODES.filter((code) => Object.hasOwn(data, code)).map((code) => [code, parseRate(code, data[code])]),
  )
  if (Number(USD) !== 1) throw new Error('USD is not 1: the rates are not per dollar')
  if (Object.keys(rates).length === 0) throw new Error('the reply has no known currency')
  return { USD: '1', ...rates }
}

function parseRate(code: string, value: unknown): string {
  const read = rate.safeParse(value)
  if (!read.success) throw new Error(`${code} is not a positive decimal number`)
  return read.data
}
