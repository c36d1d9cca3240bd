/**
 * Reads the text of a number field: digits of any script, commas or points, groups, the unit of the field, and prices in our
 * own form 0.0₄1237. A text that could be two numbers, or is only the beginning of one, stays open: its value has a comma
 * and is no number until the user decides.
 */

import { withAsciiDigits } from '../../contract/digits.ts'
import { withWholePrices } from './small-price.ts'

export type Reading =
  /** `value`: the number as far as it is typed, with at most one point: '', '0.', '12.5'. */
  | { readonly type: 'number'; readonly value: string }
  /** `value`: with commas, as in `1,234`. */
  | { readonly type: 'open'; readonly value: string }
  | Unreadable

export type Unreadable =
  | { readonly type: 'refused'; readonly why: 'characters' | 'separators' | 'decimals' | 'digits' }
  | { readonly type: 'refused'; readonly why: 'unit'; readonly found: string }

/** Copied cells of a table, or lines: digits after a tab or a line break, or after a space that follows decimals. */
const TWO_NUMBERS = /\d *[\t\r\n]\s*\d|[.,،٫．，]\d+\s+\d/u

const MAX_WHOLE_DIGITS = 15
const GROUP = 3

/** `decimals`: the most that the field takes. `unit`: the symbol that a pasted text may have before or after the number. */
export function readTyped(text: string, decimals: number, unit?: string): Reading {
  const ascii = withAsciiDigits(text)
  if (TWO_NUMBERS.test(ascii)) return refused('separators')
  const spaced = /\d+(\s+\d+)+/.exec(ascii)?.[0].replace(/\s+/g, ',')
  // Browsers make a space of a line break.
  if (spaced !== undefined && groups(spaced).type !== 'number') return groups(spaced)
  const bare = withWholePrices(bareNumber(text))
  const [, before, number, after] = /^(\p{Sc}|US\$|\p{L}{2,10})?([\d.,٫]*)(\p{Sc}|\p{L}{2,10})?$/u.exec(bare) ?? []
  if (number === undefined || (number === '' && bare !== '')) return refused('characters')
  const found = [before, after].find((each) => each !== undefined && !isUnit(each, unit))
  if (found !== undefined) return { type: 'refused', why: 'unit', found }
  return separated(number, decimals)
}

/** Whether the value of a field is no number yet. */
export const isOpen = (value: string): boolean => value.includes(',')

/** The two numbers that an open value can be; undefined for the beginning of a number. */
export function readingsOf(value: string): { readonly grouped: string; readonly decimal: string } | undefined {
  if (!/^[1-9]\d{0,2},\d{3}$/.test(value)) return undefined
  return { grouped: value.replace(',', ''), decimal: value.replace(',', '.') }
}

/** A plain decimal without leading zeros or a trailing point. Empty when the text has no digit, or is open. */
export function plainText(typed: string): string {
  if (!/\d/.test(typed) || isOpen(typed)) return ''
  const [whole = '', fraction = ''] = typed.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? digits : `${digits}.${fraction}`
}

/** Spaces, apostrophes and the Arabic ٬ only group digits; marks of direction are invisible. */
const bareNumber = (text: string): string =>
  withAsciiDigits(text.replace(/[\s'’‘ʼ٬\p{Cf}]/gu, ''))
    .replace(/[，،]/gu, ',')
    .replace(/．/gu, '.')

const isUnit = (found: string, unit = ''): boolean =>
  found.toUpperCase() === unit.toUpperCase() || (/^(\$|US\$|USD)$/i.test(found) && unit.startsWith('USD'))

function separated(text: string, decimals: number): Reading {
  const [whole = '', fraction, ...others] = text.split('٫')
  if (fraction !== undefined)
    return others.length > 0 || /[.,]/.test(text) ? refused('separators') : decimal(whole, fraction, decimals)
  const marks = text.replace(/\d/g, '')
  if (marks === '') return decimal(text, undefined, decimals)
  if (marks.length === 1) return afterOneMark(text, decimals)
  const last = marks.at(-1) ?? ''
  if (marks === last.repeat(marks.length)) return groups(text)
  const at = text.lastIndexOf(last)
  const digits = groups(text.slice(0, at))
  const isOnce = text.indexOf(last) === at
  return isOnce && digits.type === 'number'
    ? decimal(digits.value, text.slice(at + 1), decimals)
    : refused('separators')
}

function afterOneMark(text: string, decimals: number): Reading {
  const [whole = '', rest = ''] = text.split(/[.,]/)
  const canBeGroup = /^[1-9]\d{0,2}$/.test(whole)
  if (canBeGroup && rest.length === GROUP)
    return decimals < GROUP ? number(whole + rest) : { type: 'open', value: `${whole},${rest}` }
  const isBeginning = canBeGroup && rest.length < GROUP && (decimals === 0 || rest.length > decimals)
  return isBeginning ? { type: 'open', value: `${whole},${rest}` } : decimal(whole, rest, decimals)
}

/** Groups of one separator, of three digits or as in India: all of them, or the beginning of a number. */
function groups(text: string): Reading {
  const commas = text.replaceAll('.', ',')
  if (/^([1-9]\d{0,2}(,\d{3})+|[1-9]\d?(,\d{2})+,\d{3})$/.test(commas)) return number(commas.replaceAll(',', ''))
  const isBeginning = /^([1-9]\d{0,2}(,\d{3})*|[1-9]\d?(,\d{2})+),\d{0,2}$/.test(commas)
  return isBeginning ? { type: 'open', value: commas } : refused('separators')
}

function decimal(whole: string, fraction: string | undefined, decimals: number): Reading {
  if (fraction === undefined) return number(whole)
  return decimals === 0 || fraction.length > decimals ? refused('decimals') : number(`${whole}.${fraction}`)
}

const number = (value: string): Reading =>
  (value.split('.')[0] ?? '').length > MAX_WHOLE_DIGITS ? refused('digits') : { type: 'number', value }

const refused = (why: Exclude<Unreadable['why'], 'unit'>): Reading => ({ type: 'refused', why })
