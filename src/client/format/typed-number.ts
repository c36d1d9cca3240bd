/** What a person types into a number field, and the plain decimal it means. */

const MOST_WHOLE_DIGITS = 15

/**
 * The field's text after an edit, or undefined when the edit is not taken: more decimals than there are, letters,
 * an exponent, a sign. A lone comma is a decimal point; with both signs in a pasted number the last one is.
 */
export function readTyped(text: string, decimals: number): string | undefined {
  const bare = text.replace(/[\s\u00a0\u202f']/g, '')
  if (!/^[\d.,]*$/.test(bare)) return undefined
  const point = oneDecimalPoint(bare)
  if (point === undefined) return undefined
  const [whole = '', fraction] = point.split('.')
  if (whole.length > MOST_WHOLE_DIGITS) return undefined
  if (fraction === undefined) return point
  return decimals === 0 || fraction.length > decimals ? undefined : point
}

function oneDecimalPoint(text: string): string | undefined {
  const [commas, points] = [text.split(',').length - 1, text.split('.').length - 1]
  if (commas === 0 && points <= 1) return text
  if (points === 0 && commas === 1) return text.replace(',', '.')
  const last = Math.max(text.lastIndexOf(','), text.lastIndexOf('.'))
  const [commaGroups, pointGroups] = [/^\d{1,3}(,\d{3})+$/, /^\d{1,3}(\.\d{3})+$/]
  if (points === 0) return commaGroups.test(text) ? text.replaceAll(',', '') : undefined
  if (commas === 0) return pointGroups.test(text) ? text.replaceAll('.', '') : undefined
  const whole = text.slice(0, last)
  const isGrouped = text[last] === '.' ? commaGroups.test(whole) : pointGroups.test(whole)
  return isGrouped ? `${whole.replace(/[.,]/g, '')}.${text.slice(last + 1)}` : undefined
}

/** The plain decimal of a field's text: no leading zeros, no lone point. Empty for nothing. */
export function plainOf(typed: string): string {
  if (!/\d/.test(typed)) return ''
  const [whole = '', fraction = ''] = typed.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? digits : `${digits}.${fraction}`
}
