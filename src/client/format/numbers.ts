/** Formats decimal strings for display. Nothing here calculates with money or uses floats. */

export const MINUS = '\u2212'
export const DASH = '–'

/** Commas from 1,000 and the real minus sign: `-1234.5` is `−1,234.5`. */
export function grouped(text: string): string {
  const negative = text.startsWith('-')
  const [whole = '0', fraction] = (negative ? text.slice(1) : text).split('.')
  const digits = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`)
  return negative ? MINUS + digits : digits
}

/** Exactly `decimals` decimals: truncated, never rounded, padded with zeros. */
export function withDecimals(text: string, decimals: number): string {
  const [whole = '0', fraction = ''] = text.split('.')
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`
}

/** The number of decimals of a step such as `0.01`. */
export function decimalsOf(step: string): number {
  return step.split('.')[1]?.length ?? 0
}

const SCALES = [
  { digits: 12, suffix: 'T' },
  { digits: 9, suffix: 'B' },
  { digits: 6, suffix: 'M' },
  { digits: 3, suffix: 'K' },
] as const

/** For the book and volumes: `290.47`, `43.30K`, `18.42M`. Below 1,000 `decimals` decimals, all of them for dust. */
export function compact(text: string, decimals = 2): string {
  const [whole = '0', fraction = ''] = text.split('.')
  for (const { digits, suffix } of SCALES) {
    if (whole.length <= digits) continue
    return `${whole.slice(0, -digits)}.${whole.slice(-digits).slice(0, 2)}${suffix}`
  }
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const isDust = whole === '0' && fraction !== '' && zeros >= decimals
  return withDecimals(text, isDust ? Math.max(decimals, fraction.length) : decimals)
}

/** With a sign in front unless it is zero. */
const signed = (isLoss: boolean, plain: string): string =>
  /[1-9]/.test(plain) ? (isLoss ? MINUS : '+') + grouped(plain) : plain

/** A change in percent, sign first: `+1.84%`, `−0.62%`, `0.00%`. */
export const percentChange = (text: string): string =>
  `${signed(text.startsWith('-'), withDecimals(text.replace(/^[+-]/, ''), 2))}%`

/**
 * Money gained or lost, sign first, two decimals, rounded down: `+94.99`, `−12.00`, `0.00`. A total is cut to two decimals,
 * so that a loss of 1.508 from 10,000 leaves a total that is shown as 9,998.49 and is itself shown as `−1.51`.
 */
export function moneyChange(text: string): string {
  const isLoss = text.startsWith('-')
  const [whole, fraction = ''] = text.replace('-', '').split('.')
  const hasRest = /[1-9]/.test(fraction.slice(2))
  const cents = BigInt(whole + fraction.slice(0, 2).padEnd(2, '0')) + BigInt(isLoss && hasRest)
  return signed(isLoss, String(cents).padStart(3, '0').replace(/..$/, '.$&'))
}

/** The direction of a formatted change, by its sign. */
export type Direction = 'up' | 'down' | 'flat'
export const directionOf = (text: string): Direction =>
  text.startsWith('+') ? 'up' : text.startsWith(MINUS) ? 'down' : 'flat'
