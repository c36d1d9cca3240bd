/** Decimal strings as words on the screen. Nothing here calculates with money and nothing is ever a float. */

export const MINUS = '\u2212'
export const NONE = '–'

/** Commas from 1,000 and the real minus sign: `-1234.5` is `−1,234.5`. */
export function grouped(text: string): string {
  const negative = text.startsWith('-')
  const [whole = '0', fraction] = (negative ? text.slice(1) : text).split('.')
  const words = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction === undefined ? '' : `.${fraction}`)
  return negative ? MINUS + words : words
}

/** Exactly so many decimals: cut down, never rounded; zeros are added. */
export function withDecimals(text: string, decimals: number): string {
  const [whole = '0', fraction = ''] = text.split('.')
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals).padEnd(decimals, '0')}`
}

/** How many decimals a step such as `0.01` has. */
export function decimalsOf(step: string): number {
  return step.split('.')[1]?.length ?? 0
}

const SCALES = [
  { digits: 12, letter: 'T' },
  { digits: 9, letter: 'B' },
  { digits: 6, letter: 'M' },
  { digits: 3, letter: 'K' },
] as const

/** For the book and volumes only: `290.47`, `43.30K`, `18.42M`. Below a thousand so many decimals, more for dust. */
export function compact(text: string, decimals = 2): string {
  const [whole = '0', fraction = ''] = text.split('.')
  for (const { digits, letter } of SCALES) {
    if (whole.length <= digits) continue
    return `${whole.slice(0, -digits)}.${whole.slice(-digits).slice(0, 2)}${letter}`
  }
  const zeros = /^0*/.exec(fraction)?.[0].length ?? 0
  const dust = whole === '0' && fraction !== '' && zeros >= decimals
  return withDecimals(text, dust ? Math.max(decimals, fraction.length) : decimals)
}

/** A change in percent, sign first: `+1.84%`, `−0.62%`, `0.00%`. */
export function percentChange(text: string): string {
  const negative = text.startsWith('-')
  const plain = withDecimals(text.replace(/^[+-]/, ''), 2)
  if (/^[0.]*$/.test(plain)) return `${plain}%`
  return `${negative ? MINUS : '+'}${grouped(plain)}%`
}

/** Money gained or lost, sign first, two decimals: `+94.99`, `−12.00`, `0.00`. */
export function moneyChange(text: string): string {
  const plain = grouped(withDecimals(text.replace(/^-/, ''), 2))
  if (/^[0.]*$/.test(plain)) return plain
  return (text.startsWith('-') ? MINUS : '+') + plain
}

/** What the sign of a change says. */
export type Way = 'up' | 'down' | 'flat'
export const wayOf = (words: string): Way => (words.startsWith('+') ? 'up' : words.startsWith(MINUS) ? 'down' : 'flat')
