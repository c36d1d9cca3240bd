/**
 * 53 bits of a text or of numbers. They distinguish a repeated request from a reused client id, and with another seed 31 more
 * distinguish client ids. cyrb53 by bryc (public domain): two 32-bit multiply-and-mix lanes. Texts with the same hash are easily
 * made, so it says nothing about requests of different users, and no table has its places by it.
 */

const [A, B] = [0xdeadbeef, 0x41c6ce57]

export function textHash(text: string, seed = 0): number {
  let a = A ^ seed
  let b = B ^ seed
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  return joined(a, b)
}

/** Of whole numbers below 2^53, each in two parts of 32 bits. */
export function numbersHash(numbers: readonly number[]): number {
  let a = A
  let b = B
  for (const number of numbers) {
    const high = Math.floor(number / 2 ** 32)
    a = Math.imul(a ^ number, 2654435761)
    b = Math.imul(b ^ number, 1597334677)
    a = Math.imul(a ^ (a >>> 15) ^ high, 2654435761)
    b = Math.imul(b ^ (b >>> 15) ^ high, 1597334677)
  }
  return joined(a, b)
}

function joined(first: number, second: number): number {
  const a = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909)
  const b = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
