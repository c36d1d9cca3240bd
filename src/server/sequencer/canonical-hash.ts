/**
 * The SHA-256 of `canonicalText`, of one value after the other, without the text: its characters are written where the
 * hash reads them. Half of what a journaled command cost was making strings of numbers and joining them.
 */

import { createHash, type Hash, hash } from 'node:crypto'

/** What was added and not yet hashed lies in the first `end` bytes. */
export type CanonicalHash = { readonly bytes: Buffer; end: number; hash: Hash | undefined }

const SIZE = 64 * 1024
/** A text that is longer goes to the hash by itself; there is always room for one that is not. */
const LONGEST = 1_024
/** Between one look at the room and the next: such a text, its quotes, and what closes around it. */
const ROOM = LONGEST + 64
const MOST = BigInt(Number.MAX_SAFE_INTEGER)

const [QUOTE, BACKSLASH, MINUS, ZERO, COLON, COMMA] = [34, 92, 45, 48, 58, 44] as const
const [TILDE, N, OPEN, CLOSE, BEGIN, END] = [126, 110, 91, 93, 123, 125] as const

export const newHash = (): CanonicalHash => ({
  bytes: Buffer.allocUnsafeSlow(SIZE),
  end: 0,
  hash: undefined,
})

/** As if it were new: its bytes are not made again for every small batch. */
export function clear(to: CanonicalHash): void {
  to.end = 0
  to.hash = undefined
}

/** The end of it: nothing more is added before it is cleared. */
export function digest(to: CanonicalHash): Buffer {
  const { bytes, end } = to
  return to.hash === undefined ? hash('sha256', bytes.subarray(0, end), 'buffer') : flushed(to).digest()
}

/** As it is: what stands between values. */
export function addText(to: CanonicalHash, text: string): void {
  makeRoom(to)
  let { end } = to
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 0x7e || text.length > LONGEST) {
      flushed(to).update(text)
      return
    }
    to.bytes[end++] = code
  }
  to.end = end
}

export function addValue(to: CanonicalHash, value: unknown): void {
  makeRoom(to)
  // Not a switch: this way the machine asks for no name of a type.
  if (typeof value === 'string') addString(to, value)
  else if (typeof value === 'number') addNumber(to, value)
  else if (typeof value === 'bigint') addBigint(to, value)
  else if (value === null || value === undefined) addByte(to, TILDE)
  else if (Array.isArray(value)) addArray(to, value)
  else if (typeof value === 'object') addObject(to, value as Record<string, unknown>)
  else addText(to, String(value))
}

function addArray(to: CanonicalHash, items: readonly unknown[]): void {
  addByte(to, OPEN)
  for (let at = 0; at < items.length; at++) {
    addValue(to, items[at])
    addByte(to, COMMA)
  }
  makeRoom(to)
  addByte(to, CLOSE)
}

function addObject(to: CanonicalHash, fields: Readonly<Record<string, unknown>>): void {
  addByte(to, BEGIN)
  for (const name in fields) {
    addText(to, name)
    addByte(to, COLON)
    addValue(to, fields[name])
    addByte(to, COMMA)
  }
  makeRoom(to)
  addByte(to, END)
}

function addString(to: CanonicalHash, text: string): void {
  let { end } = to
  to.bytes[end++] = QUOTE
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > 0x7e || code === QUOTE || code === BACKSLASH || text.length > LONGEST) {
      flushed(to).update(JSON.stringify(text))
      return
    }
    to.bytes[end++] = code
  }
  to.bytes[end++] = QUOTE
  to.end = end
}

function addNumber(to: CanonicalHash, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) addWhole(to, value)
  else addText(to, String(value))
}

function addBigint(to: CanonicalHash, value: bigint): void {
  if (value > MOST || value < -MOST) addText(to, String(value))
  else if (value >= 0n) addWhole(to, Number(value))
  else {
    addByte(to, MINUS)
    addWhole(to, -Number(value))
  }
  addByte(to, N)
}

/** A safe integer from zero on, in two parts if need be: small ones are divided several times faster. */
function addWhole(to: CanonicalHash, value: number): void {
  if (value < 1e9) addDigits(to, value, widthOf(value))
  else {
    const high = Math.floor(value / 1e8)
    addWhole(to, high)
    addDigits(to, value - high * 1e8, 8)
  }
}

function addDigits(to: CanonicalHash, value: number, width: number): void {
  const start = to.end
  let left = value | 0
  for (let at = start + width - 1; at >= start; at--) {
    const tenth = (left / 10) | 0
    to.bytes[at] = ZERO + left - tenth * 10
    left = tenth
  }
  to.end = start + width
}

function addByte(to: CanonicalHash, code: number): void {
  to.bytes[to.end] = code
  to.end += 1
}

function widthOf(value: number): number {
  let width = 1
  for (let power = 10; value >= power; power *= 10) width += 1
  return width
}

function makeRoom(to: CanonicalHash): void {
  if (to.end + ROOM > SIZE) flushed(to)
}

function flushed(to: CanonicalHash): Hash {
  to.hash ??= createHash('sha256')
  to.hash.update(to.bytes.subarray(0, to.end))
  to.end = 0
  return to.hash
}
