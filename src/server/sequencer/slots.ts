/**
 * Records of numbers and texts in slots of eight bytes, in the order of bytes of every processor that Node runs on (little
 * endian). What is written once is read as it is: no text is built and nothing is parsed.
 */

import { assert } from '../../engine/assert.ts'

/** One memory, as bytes, as a number per slot, and as two words per slot. `end`: the next free slot. */
export type Slots = { bytes: Buffer; numbers: Float64Array; words: Int32Array; end: number }

const FIRST_SIZE = 8_192
/** An amount is two numbers: how often it contains 2^52 (rounded down), and what is left. */
const PART = 2 ** 52
const PART_BITS = 52n
const PART_MASK = (1n << PART_BITS) - 1n
const MOST_UNITS = 1n << 104n
const MAX_ASCII = 0x7f

assert(new Uint8Array(Uint32Array.of(1).buffer)[0] === 1, 'the processor is little endian')

export function newSlots(size = FIRST_SIZE): Slots {
  const memory = new ArrayBuffer(size * 8)
  return { bytes: Buffer.from(memory), numbers: new Float64Array(memory), words: new Int32Array(memory), end: 0 }
}

export const clearSlots = (to: Slots): void => {
  to.end = 0
}

/** The bytes written so far; they change with the next write. */
export const written = ({ bytes, end }: Slots): Buffer => bytes.subarray(0, end * 8)

/** Makes sure that so many more slots can be written. */
export function reserve(to: Slots, count: number): void {
  if (to.end + count <= to.numbers.length) return
  const larger = newSlots(Math.max(to.numbers.length * 2, to.end + count))
  larger.bytes.set(written(to))
  to.bytes = larger.bytes
  to.numbers = larger.numbers
  to.words = larger.words
}

/** Into a reserved slot, as are the next two. */
export function putNumber(to: Slots, value: number): void {
  to.numbers[to.end++] = value
}

export function putWords(to: Slots, first: number, second: number): void {
  const at = to.end++ * 2
  to.words[at] = first
  to.words[at + 1] = second
}

/** Whether two slots have it exactly. No amount of an exchange is as large. */
export const fitsAmount = (amount: bigint): boolean => amount >= -MOST_UNITS && amount <= MOST_UNITS

/** Two slots, of which the second is not negative. */
export function putAmount(to: Slots, amount: bigint): void {
  const near = Number(amount)
  if (near > -PART && near < PART) {
    putNumber(to, near < 0 ? -1 : 0)
    putNumber(to, near < 0 ? near + PART : near)
    return
  }
  assert(fitsAmount(amount), 'an amount fits into two slots')
  putNumber(to, Number(amount >> PART_BITS))
  putNumber(to, Number(amount & PART_MASK))
}

/** Reserves what it needs: a slot with the number of bytes and whether they are UTF-16, then the bytes, filled up with zeros. */
export function putText(to: Slots, text: string): void {
  reserve(to, 2 + (text.length >> 2))
  if (putAscii(to, text)) finish(to, text.length, 0)
  else {
    // UTF-16 has every text, also one that is no valid Unicode.
    to.bytes.write(text, (to.end + 1) * 8, 'utf16le')
    finish(to, text.length * 2, 1)
  }
}

/** After the next slot; false if the text has other characters. */
function putAscii(to: Slots, text: string): boolean {
  let at = (to.end + 1) * 8
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > MAX_ASCII) return false
    to.bytes[at++] = code
  }
  return true
}

/** The slot before bytes that are in place, and the zeros after them. */
function finish(to: Slots, length: number, isWide: 0 | 1): void {
  const start = (to.end + 1) * 8
  putWords(to, length, isWide)
  to.end += Math.ceil(length / 8)
  to.bytes.fill(0, start + length, to.end * 8)
}

/** Reserves what it needs: a slot with the number of bytes, then the bytes, filled up with zeros. */
export function putBytes(to: Slots, bytes: Uint8Array): void {
  reserve(to, 2 + (bytes.length >> 3))
  to.bytes.set(bytes, (to.end + 1) * 8)
  finish(to, bytes.length, 0)
}

/** Reserves what it needs: bytes of whole slots, as they are. */
export function putSlots(to: Slots, bytes: Uint8Array): void {
  reserve(to, bytes.length / 8)
  to.bytes.set(bytes, to.end * 8)
  to.end += bytes.length / 8
}

/** What was written, to be read from its beginning: `end` is the next slot to read. Throws if it is no whole number of slots. */
export function slotsOf(bytes: Uint8Array): Slots {
  if (bytes.length % 8 !== 0) throw new Error('the payload has no whole number of slots')
  const slots = newSlots(bytes.length / 8)
  slots.bytes.set(bytes)
  return slots
}

export const isRead = ({ numbers, end }: Slots): boolean => end === numbers.length

/** Throws at the end of what was written, as do all that follow. */
export function takeNumber(from: Slots): number {
  const value = from.numbers[from.end++]
  if (value === undefined) throw new Error('the payload ends too early')
  return value
}

export function takeInteger(from: Slots): number {
  const value = takeNumber(from)
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no whole number`)
  return value
}

export function takeWords(from: Slots): readonly [number, number] {
  takeNumber(from)
  const at = (from.end - 1) * 2
  return [from.words[at] ?? 0, from.words[at + 1] ?? 0]
}

export const takeAmount = (from: Slots): bigint => (BigInt(takeInteger(from)) << PART_BITS) + BigInt(takeInteger(from))

export function takeText(from: Slots): string {
  const isWide = from.words[from.end * 2 + 1] === 1
  return takeBytes(from).toString(isWide ? 'utf16le' : 'latin1')
}

/** A view: it changes with the slots. */
export function takeBytes(from: Slots): Buffer {
  const [length] = takeWords(from)
  const start = from.end * 8
  if (length < 0 || start + length > from.bytes.length) throw new Error('the payload ends too early')
  from.end += Math.ceil(length / 8)
  return from.bytes.subarray(start, start + length)
}
