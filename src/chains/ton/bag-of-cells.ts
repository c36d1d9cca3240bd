/**
 * Reads bags of cells. `@ton/core` cannot read nested Merkle proofs, and anyone can send them in a message, so hashes are
 * computed here, by the rules of TON. The content of exotic cells is never used.
 */

import { createHash } from 'node:crypto'
import { BitString, beginCell, Cell } from '@ton/core'

/** The bytes are not one bag with one tree of valid cells. */
export class WrongCells extends Error {
  override readonly name = 'WrongCells'
}

/**
 * `hash`: 64 lower-case hex digits. `cell`: the same tree, but with an ordinary cell in place of each exotic one, which
 * contains `EXOTIC` and the hash of the exotic one. Without exotic cells it is the tree itself.
 */
export type CellTree = { readonly hash: string; readonly cell: Cell }

/** Begins what stands for an exotic cell: no operation, and no text in UTF-8. */
const EXOTIC = Buffer.from('\xffexotic cell', 'latin1')

const MAGIC = 0xb5ee9c72
/** Four messages of the largest size. A transaction of our wallets has at most three. */
const MAX_CELLS = 32_768
const MAX_DEPTH = 1_024
const MAX_REFS = 4
const [HASH_BYTES, DEPTH_BYTES] = [32, 2]
const LEVELS = [0, 1, 2, 3] as const

const PRUNED_BRANCH = 1
const LIBRARY = 2
const MERKLE_PROOF = 3
const MERKLE_UPDATE = 4

/** As stored. `data`: whole bytes with the completion tag. `refs`: places in the bag. `mask`: the levels that it claims. */
type StoredCell = {
  readonly isExotic: boolean
  readonly bits: number
  readonly data: Buffer
  readonly refs: readonly number[]
  readonly mask: number
}

type Measure = { readonly hash: Buffer; readonly depth: number }
/** `at`: for each of the four levels. `cell`: what stands for it. */
type MeasuredCell = { readonly mask: number; readonly at: readonly Measure[]; readonly cell: Cell }

/** Throws `WrongCells` for anything but one bag with one root of level 0. A checksum is not compared: hashes are. */
export function readBagOfCells(boc: Uint8Array): CellTree {
  const { stored, root } = readStoredCells(Buffer.from(boc))
  const measured: MeasuredCell[] = []
  // References lead forward, so a cell is measured after those that it refers to.
  for (let index = stored.length - 1; index >= 0; index--) {
    const cell = at(stored, index)
    measured[index] = measuredCell(
      cell,
      cell.refs.map((ref) => at(measured, ref)),
    )
  }
  const { mask, cell, at: levels } = at(measured, root)
  if (mask !== 0) throw new WrongCells('the root is a part of a proof')
  return { hash: at(levels, 0).hash.toString('hex'), cell }
}

function readStoredCells(boc: Buffer): { readonly stored: readonly StoredCell[]; readonly root: number } {
  const bytes = byteReader(boc)
  if (bytes.number(4) !== MAGIC) throw new WrongCells('not a bag of cells')
  const flags = bytes.number(1)
  const [hasIndex, hasChecksum, isReserved] = [(flags & 0x80) !== 0, (flags & 0x40) !== 0, (flags & 0x18) !== 0]
  const [refBytes, offsetBytes] = [flags & 0x07, bytes.number(1)]
  if (isReserved || refBytes < 1 || refBytes > 4 || offsetBytes < 1 || offsetBytes > 6)
    throw new WrongCells('the header is not valid')
  const [cells, roots, absent] = [bytes.number(refBytes), bytes.number(refBytes), bytes.number(refBytes)]
  if (cells < 1 || cells > MAX_CELLS) throw new WrongCells(`a bag has at most ${MAX_CELLS} cells`)
  if (roots !== 1 || absent !== 0) throw new WrongCells('a bag has one root and lacks no cell')
  const size = bytes.number(offsetBytes)
  const root = bytes.number(refBytes)
  if (root >= cells) throw new WrongCells('the root is not in the bag')
  if (hasIndex) bytes.take(cells * offsetBytes)
  const end = bytes.left() - (hasChecksum ? 4 : 0)
  if (end !== size) throw new WrongCells('the bag has another size')
  const stored: StoredCell[] = []
  for (let index = 0; index < cells; index++) stored.push(readStoredCell(bytes, { index, cells, refBytes }))
  if (bytes.left() !== (hasChecksum ? 4 : 0)) throw new WrongCells('bytes follow the last cell')
  return { stored, root }
}

type Place = { readonly index: number; readonly cells: number; readonly refBytes: number }

function readStoredCell(bytes: ByteReader, { index, cells, refBytes }: Place): StoredCell {
  const [first, size] = [bytes.number(1), bytes.number(1)]
  const [refCount, mask] = [first & 0x07, first >> 5]
  if (refCount > MAX_REFS) throw new WrongCells(`a cell has at most ${MAX_REFS} references`)
  const hasHashes = (first & 0x10) !== 0
  if (hasHashes) bytes.take((ones(mask) + 1) * (HASH_BYTES + DEPTH_BYTES))
  const data = bytes.take(Math.ceil(size / 2))
  const refs = Array.from({ length: refCount }, () => bytes.number(refBytes))
  if (refs.some((ref) => ref <= index || ref >= cells)) throw new WrongCells('a reference does not lead forward')
  return { isExotic: (first & 0x08) !== 0, bits: bitsOf(data, size % 2 === 1), data, refs, mask }
}

/** With a completion tag, the bits end before the last one that is set. */
function bitsOf(data: Buffer, isTagged: boolean): number {
  if (!isTagged) return data.length * 8
  const last = at(data, data.length - 1)
  if ((last & 0x7f) === 0) throw new WrongCells('the end of the bits is not valid')
  return data.length * 8 - 1 - Math.log2(last & -last)
}

function measuredCell(stored: StoredCell, refs: readonly MeasuredCell[]): MeasuredCell {
  const type = stored.isExotic ? exoticType(stored, refs) : undefined
  const mask = maskOf(stored, type, refs)
  if (mask !== stored.mask) throw new WrongCells('a cell has another level')
  const levels: Measure[] = []
  for (const level of LEVELS) {
    const before = levels.at(-1)
    const isCopy = before !== undefined && ((mask >> (level - 1)) & 1) === 0
    if (isCopy) levels.push(before)
    else if (type === PRUNED_BRANCH) levels.push(prunedMeasure(stored, mask, level))
    else {
      const shift = type === MERKLE_PROOF || type === MERKLE_UPDATE ? 1 : 0
      const children = refs.map((ref) => at(ref.at, level + shift))
      levels.push(measureOf(stored, mask & ((1 << level) - 1), before?.hash ?? stored.data, children))
    }
  }
  const { hash } = at(levels, 3)
  const cell = stored.isExotic
    ? beginCell().storeBuffer(EXOTIC).storeBuffer(hash).endCell()
    : new Cell({ bits: new BitString(stored.data, 0, stored.bits), refs: refs.map((ref) => ref.cell) })
  return { mask, at: levels, cell }
}

/** Throws unless the cell has the form of its type, and contains the hashes and depths of what it refers to. */
function exoticType({ data, bits, refs: { length } }: StoredCell, refs: readonly MeasuredCell[]): number {
  const type = bits < 8 ? 0 : at(data, 0)
  const [entry, count] = [HASH_BYTES + DEPTH_BYTES, type === MERKLE_UPDATE ? 2 : 1]
  if (type === PRUNED_BRANCH) {
    const mask = bits < 16 ? 0 : at(data, 1)
    if (mask < 1 || mask > 7 || length !== 0 || bits !== 8 * (2 + ones(mask) * entry))
      throw new WrongCells('a pruned branch is not valid')
  } else if (type === LIBRARY) {
    if (length !== 0 || bits !== 8 * (1 + HASH_BYTES)) throw new WrongCells('a library cell is not valid')
  } else if (type === MERKLE_PROOF || type === MERKLE_UPDATE) {
    if (length !== count || bits !== 8 * (1 + count * entry)) throw new WrongCells('a Merkle proof is not valid')
    const proven = refs.map((ref) => at(ref.at, 0))
    const expected = Buffer.concat([...proven.map(({ hash }) => hash), ...proven.map(({ depth }) => twoBytes(depth))])
    if (!expected.equals(data.subarray(1))) throw new WrongCells('a Merkle proof proves another cell')
  } else throw new WrongCells('an exotic cell has an unknown type')
  return type
}

function maskOf({ data }: StoredCell, type: number | undefined, refs: readonly MeasuredCell[]): number {
  if (type === PRUNED_BRANCH) return at(data, 1)
  if (type === LIBRARY) return 0
  const all = refs.reduce((mask, ref) => mask | ref.mask, 0)
  return type === undefined ? all : all >> 1
}

/** A pruned branch contains the measures of what it stands for; at its highest level it is measured itself. */
function prunedMeasure(stored: StoredCell, mask: number, level: number): Measure {
  const [index, count] = [ones(mask & ((1 << level) - 1)), ones(mask)]
  if (index === count) return measureOf(stored, mask, stored.data, [])
  const hash = stored.data.subarray(2 + index * HASH_BYTES).subarray(0, HASH_BYTES)
  return { hash, depth: stored.data.readUInt16BE(2 + count * HASH_BYTES + index * DEPTH_BYTES) }
}

function measureOf(
  { isExotic, bits, refs }: StoredCell,
  mask: number,
  content: Buffer,
  children: readonly Measure[],
): Measure {
  const depth = children.reduce((most, child) => Math.max(most, child.depth + 1), 0)
  if (depth > MAX_DEPTH) throw new WrongCells(`a cell is deeper than ${MAX_DEPTH}`)
  const hash = createHash('sha256')
    .update(Buffer.from([refs.length + (isExotic ? 8 : 0) + mask * 32, Math.floor(bits / 8) + Math.ceil(bits / 8)]))
    .update(content)
  for (const child of children) hash.update(twoBytes(child.depth))
  for (const child of children) hash.update(child.hash)
  return { hash: hash.digest(), depth }
}

const ones = (mask: number): number => LEVELS.filter((level) => (mask >> level) & 1).length

const twoBytes = (number: number): Buffer => Buffer.from([number >> 8, number & 0xff])

type ByteReader = {
  take(count: number): Buffer
  /** Big-endian, at most 6 bytes. */
  number(bytes: number): number
  left(): number
}

function byteReader(bytes: Buffer): ByteReader {
  let place = 0
  function take(count: number): Buffer {
    if (place + count > bytes.length) throw new WrongCells('the bag ends too early')
    place += count
    return bytes.subarray(place - count, place)
  }
  return { take, number: (count) => take(count).readUIntBE(0, count), left: () => bytes.length - place }
}

function at<T>(items: ArrayLike<T>, index: number): T {
  const item = items[index]
  if (item === undefined) throw new WrongCells('a cell is missing')
  return item
}
