import { grouped } from '../../format/numbers.ts'
import { isOpen, readingsOf } from '../../format/typed-number.ts'
import { numberFieldText as text } from '../../text/number-field.ts'

/** Why a key waits: the value could be two numbers, or is the beginning of one. Undefined for a number. */
export function openNumberText(value: string): string | undefined {
  if (!isOpen(value)) return undefined
  const readings = readingsOf(value)
  return readings === undefined ? text.check : text.question(grouped(readings.grouped), readings.decimal)
}
