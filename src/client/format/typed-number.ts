/** Parses the text that a user types into a number field. */

const MAX_WHOLE_DIGITS = 15

/**
 * The field's text after an edit; undefined when the edit is rejected: too many decimals, letters, an exponent, a sign.
 * A single comma is a decimal point; when a pasted number has commas and points, the last one is.
 */
export function parseTyped(text: string, decimals: number): string | undefined {
  const bare = text.replace(/[\s\u00a0\u202f']/g, '')
  if (!/^[\d.,]*$/.test(bare)) return undefined
  const point = oneDecimalPoint(bare)
  if (point === undefined) return undefined
  const [whole = '', fraction] = point.split('.')
  if (whole.length > MAX_WHOLE_DIGITS) return undefined
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

/** A plain decimal without leading zeros or a trailing point. Empty when the text has no digit. */
export function plainText(typed: string): string {
  if (!/\d/.test(typed)) return ''
  const [whole = '', fraction = ''] = typed.split('.')
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return fraction === '' ? digits : `${digits}.${fraction}`
}
