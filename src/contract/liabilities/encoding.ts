/**
 * What a tree of liabilities hashes. A leaf is a user with the amounts that the exchange owes to them, a node has the hashes
 * and the sums of both children. Amounts are units, unsigned, 16 bytes, big endian, one per coin of the report.
 */

import type { Units } from '../money.ts'

export const HASH_BYTES = 32
export const USER_BYTES = 16
/** Also those of the key that they are made with. */
const SALT_BYTES = 32
export const AMOUNT_BYTES = 16
/** The tree has at least 1,024 leaves, so that a small number of users is not revealed. */
export const MIN_HEIGHT = 10
export const MAX_HEIGHT = 40

const LEAF_TAG = 0
const NODE_TAG = 1
const HALF_BITS = 64n
const HALF = (1n << HALF_BITS) - 1n
const TOO_LARGE = 1n << 128n

/** A subtree: its hash, and the sum of its leaves by coin. */
export type TreeNode = { readonly hash: Uint8Array; readonly sums: readonly Units[] }
type TreeLeaf = { readonly user: Uint8Array; readonly salt: Uint8Array; readonly amounts: readonly Units[] }

/** The bytes whose SHA-256 is the hash of the leaf. */
export function leafBytes({ user, salt, amounts }: TreeLeaf): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 + USER_BYTES + SALT_BYTES + amounts.length * AMOUNT_BYTES)
  bytes[0] = LEAF_TAG
  bytes.set(user, 1)
  bytes.set(salt, 1 + USER_BYTES)
  writeAmounts(bytes, 1 + USER_BYTES + SALT_BYTES, amounts)
  return bytes
}

/** The bytes whose SHA-256 is the hash of the parent. The sums of both children are in it, not only their total. */
export function nodeBytes(left: TreeNode, right: TreeNode): Uint8Array<ArrayBuffer> {
  const childBytes = HASH_BYTES + left.sums.length * AMOUNT_BYTES
  const bytes = new Uint8Array(1 + 2 * childBytes)
  bytes[0] = NODE_TAG
  writeNode(bytes, 1, left)
  writeNode(bytes, 1 + childBytes, right)
  return bytes
}

/** Hash and sums, as they are stored and as a parent hashes them. */
export function writeNode(bytes: Uint8Array, offset: number, { hash, sums }: TreeNode): void {
  bytes.set(hash, offset)
  writeAmounts(bytes, offset + HASH_BYTES, sums)
}

/** Throws for an amount that is negative or needs more than 16 bytes. */
export function writeAmounts(bytes: Uint8Array, offset: number, amounts: readonly Units[]): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = offset
  for (const amount of amounts) {
    if (amount < 0n || amount >= TOO_LARGE) throw new RangeError(`${amount} is no amount of 16 bytes`)
    // The bytes are zero already.
    if (amount > HALF) view.setBigUint64(at, amount >> HALF_BITS)
    if (amount !== 0n) view.setBigUint64(at + AMOUNT_BYTES / 2, amount & HALF)
    at += AMOUNT_BYTES
  }
}

export function readAmounts(bytes: Uint8Array, offset: number, count: number): Units[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: count }, (_, index) => {
    const at = offset + index * AMOUNT_BYTES
    return ((view.getBigUint64(at) << HALF_BITS) | view.getBigUint64(at + AMOUNT_BYTES / 2)) as Units
  })
}

export const addSums = (left: readonly Units[], right: readonly Units[]): Units[] =>
  left.map((sum, index) => (sum + (right[index] ?? 0n)) as Units)

/** The 16 bytes of a uuid. */
export const userBytes = (uuid: string): Uint8Array<ArrayBuffer> => bytesOfHex(uuid.replaceAll('-', ''))

export function bytesOfHex(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length / 2)
  for (let index = 0; index < bytes.length; index++)
    bytes[index] = Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16)
  return bytes
}

export const hexOfBytes = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
