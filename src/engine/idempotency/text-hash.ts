/**
 * 53 bits of a text. They distinguish a repeated request from a reused client id, and with another seed 53 more distinguish
 * client ids. cyrb53 by bryc (public domain): two 32-bit multiply-and-mix lanes. Not collision-resistant against an attacker,
 * who could only confuse requests of his own.
 */
export function textHash(text: string, seed = 0): number {
  let a = 0xdeadbeef ^ seed
  let b = 0x41c6ce57 ^ seed
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  return 4294967296 * (2097151 & b) + (a >>> 0)
}
