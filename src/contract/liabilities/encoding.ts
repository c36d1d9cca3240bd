/**
 * What a tree of liabilities hashes. A leaf is a user with one part of the amounts that the exchange owes to them, a node has
 * the hashes and the sums of both children, the root also what the report says about itself. Numbers are unsigned and big
 * endian; amounts are units in 16 bytes, one per coin of the report.
 */

import type { Millis } from '../ids.ts'
import { UNIT_DECIMALS, type Units } from '../money.ts'

/** Of this encoding. A report or proof in another one is not verified. */
export const FORMAT = 2
/** Leaves of each user: what a proof shows about another one is at most a random part of what they own. */
export const PARTS = 4

export const HASH_BYTES = 32
export const USER_BYTES = 16
export const SALT_BYTES = 32
export const AMOUNT_BYTES = 16
/** The tree has at least 1,024 leaves, so that a small number of users is not revealed. */
export const MIN_HEIGHT = 10
export const MAX_HEIGHT = 40

const LEAF_TAG = 0
const NODE_TAG = 1
const ROOT_TAG = 2
const HALF_BITS = 64n
const HALF = (1n << HALF_BITS) - 1n
const TOO_LARGE = 1n << 128n

/** A subtree: its hash, and the sum of its leaves by coin. */
export type TreeNode = { readonly hash: Uint8Array; readonly sums: readonly Units[] }
/** `part` is its number among the leaves of the user, from 0: one leaf cannot be shown as two parts. */
type TreeLeaf = {
  readonly user: Uint8Array
  readonly part: number
  readonly salt: Uint8Array
  readonly amounts: readonly Units[]
}
/** What a report says about itself. The amounts of its coins are in the nodes, in the same order. */
type ReportHead = {
  readonly seq: number
  readonly at: Millis
  readonly journalHash: Uint8Array
  readonly height: number
  readonly coins: readonly { readonly id: number; readonly symbol: string }[]
}

/** The bytes whose SHA-256 is the hash of the leaf. */
export function leafBytes({ user, part, salt, amounts }: TreeLeaf): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(LEAF_HEAD_BYTES + amounts.length * AMOUNT_BYTES)
  bytes[0] = LEAF_TAG
  bytes.set(user, 1)
  bytes[1 + USER_BYTES] = part
  bytes.set(salt, 2 + USER_BYTES)
  writeAmounts(bytes, LEAF_HEAD_BYTES, amounts)
  return bytes
}

const LEAF_HEAD_BYTES = 2 + USER_BYTES + SALT_BYTES

/** The bytes whose SHA-256 is the hash of the parent. The sums of both children are in it, not only their total. */
export function nodeBytes(left: TreeNode, right: TreeNode): Uint8Array<ArrayBuffer> {
  const childBytes = HASH_BYTES + left.sums.length * AMOUNT_BYTES
  const bytes = new Uint8Array(1 + 2 * childBytes)
  bytes[0] = NODE_TAG
  writeNode(bytes, 1, left)
  writeNode(bytes, 1 + childBytes, right)
  return bytes
}

/** The bytes whose SHA-256 is the root: a symbol of at most 255 bytes follows its length, and both halves follow the coins. */
export function rootBytes(head: ReportHead, left: TreeNode, right: TreeNode): Uint8Array<ArrayBuffer> {
  const halves = nodeBytes(left, right).subarray(1)
  const coins = head.coins.flatMap(({ id, symbol }) => {
    const text = new TextEncoder().encode(symbol)
    return [wholeBytes(id), Uint8Array.of(UNIT_DECIMALS, text.length), text]
  })
  return joined([
    Uint8Array.of(ROOT_TAG, FORMAT),
    wholeBytes(head.seq),
    wholeBytes(head.at),
    head.journalHash,
    wholeBytes(head.height),
    wholeBytes(head.coins.length),
    ...coins,
    halves,
  ])
}

function wholeBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value))
  return bytes
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
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
