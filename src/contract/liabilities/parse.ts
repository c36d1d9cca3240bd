/** Parses reports and proofs that come from a server or a file: nothing in them is trusted. */

import { isUuid } from '../ids.ts'
import { parseUnits, UNIT_DECIMALS, type Units } from '../money.ts'
import { addSums, bytesOfHex, FORMAT, MAX_HEIGHT, MIN_HEIGHT, PARTS, type TreeNode } from './encoding.ts'

type Total = { readonly currencyId: number; readonly symbol: string; readonly amount: Units }

/** Without the reserves: they are not in the tree. */
export type Report = {
  readonly seq: number
  readonly at: string
  readonly root: string
  readonly height: number
  readonly journalHash: string
  readonly totals: readonly Total[]
  readonly halves: readonly [TreeNode, TreeNode]
}

type ProvenLeaf = {
  readonly salt: Uint8Array
  readonly index: number
  readonly amounts: readonly Units[]
  readonly path: readonly TreeNode[]
}

export type Proof = {
  readonly report: Report
  readonly user: string
  /** One per part. */
  readonly leaves: readonly ProvenLeaf[]
  /** What the user owns, by coin: the sums of all parts. */
  readonly owned: readonly Units[]
}

type Fields = Readonly<Record<string, unknown>>

const HASH = /^[0-9a-f]{64}$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const SYMBOL = /^[A-Za-z0-9._-]{1,64}$/
const MAX_COINS = 1_000

class Malformed extends Error {}

/** Undefined if anything is missing or malformed, such as a negative amount. */
export const parseReport = (value: unknown): Report | undefined => parsed(() => reportOf(value))

/** Undefined if anything is missing or malformed, or if a leaf is missing or its path is not as long as the tree is high. */
export const parseProof = (value: unknown): Proof | undefined => parsed(() => proofOf(value))

function parsed<T>(parse: () => T): T | undefined {
  try {
    return parse()
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}

function proofOf(value: unknown): Proof {
  const { report: reportValue, user, leaves } = fieldsOf(value)
  const report = reportOf(reportValue)
  const parsedUser = textOf(user)
  check(isUuid(parsedUser))
  const parts = listOf(leaves, PARTS).map((leaf) => leafOf(leaf, report))
  const owned = parts.map(({ amounts }) => amounts).reduce(addSums)
  return { report, user: parsedUser, leaves: parts, owned }
}

function leafOf(value: unknown, { height, totals }: Report): ProvenLeaf {
  const { salt, index, amounts, path } = fieldsOf(value)
  return {
    salt: bytesOfHex(hashOf(salt)),
    index: wholeOf(index, 2 ** height - 1),
    amounts: listOf(amounts, totals.length).map(amountOf),
    path: listOf(path, height - 1).map((node) => nodeOf(node, totals.length)),
  }
}

function reportOf(value: unknown): Report {
  const { format, seq, at, root, height, journal_hash: journalHash, totals, halves } = fieldsOf(value)
  check(format === FORMAT)
  check(Array.isArray(totals) && totals.length > 0 && totals.length <= MAX_COINS)
  const coins = totals.length
  const time = textOf(at)
  check(TIME.test(time) && isoTime(Date.parse(time)) === time)
  const levels = wholeOf(height, MAX_HEIGHT)
  check(levels >= MIN_HEIGHT)
  const [left, right] = listOf(halves, 2)
  const named = listOf(totals, coins).map(totalOf)
  check(new Set(named.map(({ symbol }) => symbol)).size === coins)
  return {
    seq: wholeOf(seq, Number.MAX_SAFE_INTEGER),
    at: time,
    root: hashOf(root),
    height: levels,
    journalHash: hashOf(journalHash),
    totals: named,
    halves: [nodeOf(left, coins), nodeOf(right, coins)],
  }
}

/** Undefined for a day that does not exist. */
const isoTime = (at: number): string | undefined => (Number.isNaN(at) ? undefined : new Date(at).toISOString())

function totalOf(value: unknown): Total {
  const { currency_id: currencyId, symbol, decimals, amount } = fieldsOf(value)
  const name = textOf(symbol)
  check(SYMBOL.test(name) && decimals === UNIT_DECIMALS)
  return { currencyId: wholeOf(currencyId, Number.MAX_SAFE_INTEGER), symbol: name, amount: amountOf(amount) }
}

function nodeOf(value: unknown, coins: number): TreeNode {
  const { hash, sums } = fieldsOf(value)
  return { hash: bytesOfHex(hashOf(hash)), sums: listOf(sums, coins).map(amountOf) }
}

/** A sign, and more than 20 digits before the point, are malformed: no sum overflows 16 bytes. */
function amountOf(value: unknown): Units {
  const amount = parseUnits(textOf(value))
  if (amount === undefined) throw new Malformed()
  return amount
}

function hashOf(value: unknown): string {
  const text = textOf(value)
  check(HASH.test(text))
  return text
}

function wholeOf(value: unknown, max: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > max) throw new Malformed()
  return value
}

function textOf(value: unknown): string {
  if (typeof value !== 'string') throw new Malformed()
  return value
}

function listOf(value: unknown, length: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length !== length) throw new Malformed()
  return value
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new Malformed()
  return value as Fields
}

function check(isValid: boolean): asserts isValid {
  if (!isValid) throw new Malformed()
}
