/**
 * The memo of a user's deposits: ten digits. It is computed from the user's number and leads back to it, so no table of
 * memos is needed. The last digit is a check digit that finds every wrong digit and every exchange of two neighbours.
 */

const FIRST = 100_000_000n
const COUNT = 900_000_000n
/** Numbers that follow each other have memos that differ. Without a common divisor with `COUNT`, and its inverse. */
const FACTOR = 556_213_771n
const INVERSE = inverse(FACTOR, COUNT)

/** Numbers have a memo from 0 up to, but without, this one. */
export const MEMO_NUMBERS = Number(COUNT)

const FORMAT = /^[1-9][0-9]{9}$/

/** The quasigroup of Damm's algorithm for ten digits. */
const DAMM = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
] as const

/** Throws `RangeError` for anything but an integer from 0 to 899,999,999. */
export function memoOf(number: number): string {
  if (!Number.isInteger(number) || number < 0 || number >= MEMO_NUMBERS) throw new RangeError('no memo for this number')
  const digits = String(FIRST + ((BigInt(number) * FACTOR) % COUNT))
  return digits + checkDigit(digits)
}

/** The number whose memo it is, ASCII spaces around it aside. Undefined for any other text. */
export function numberOfMemo(text: string): number | undefined {
  const memo = text.replace(/^ +/, '').replace(/ +$/, '')
  if (!FORMAT.test(memo) || checkDigit(memo) !== '0') return undefined
  return Number(((BigInt(memo.slice(0, -1)) - FIRST) * INVERSE) % COUNT)
}

/** `0` for digits that end with their own check digit. */
function checkDigit(digits: string): string {
  let interim = '0'
  for (const digit of digits) interim = DAMM[Number(interim)]?.[Number(digit)] ?? ''
  return interim
}

function inverse(factor: bigint, modulus: bigint): bigint {
  let [previous, current] = [modulus, factor]
  let [x, y] = [0n, 1n]
  while (current > 0n) {
    const quotient = previous / current
    ;[previous, current] = [current, previous % current]
    ;[x, y] = [y, x - quotient * y]
  }
  return ((x % modulus) + modulus) % modulus
}
