/**
 * A tree of sums in pieces: a piece is a subtree of up to 64 leaves, or of up to 64 roots of such pieces. A tree is built in one
 * pass, and a proof needs one piece of each level.
 */

import { hash } from 'node:crypto'
import {
  AMOUNT_BYTES,
  addSums,
  HASH_BYTES,
  leafBytes,
  nodeBytes,
  readAmounts,
  type TreeNode,
  USER_BYTES,
  writeAmounts,
  writeNode,
} from '../../contract/liabilities/encoding.ts'
import type { Units } from '../../contract/money.ts'
import { expectDefined } from '../../engine/assert.ts'
import type { KeyedHash } from './keyed-hash.ts'
import { type Id, saltOf } from './leaf-order.ts'

/** The secret of a report and its command number. */
type ReportKey = { readonly secret: KeyedHash; readonly seq: number }
type Leaf = { readonly id: Id; readonly amounts: readonly Units[] }
export type Halves = readonly [TreeNode, TreeNode]
export type Piece = { readonly level: number; readonly number: number; readonly content: Buffer }

export const PIECE_LEVELS = 6
const PIECE_SIZE = 2 ** PIECE_LEVELS

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

const parentOf = (left: TreeNode, right: TreeNode): TreeNode => ({
  hash: sha256(nodeBytes(left, right)),
  sums: addSums(left.sums, right.sums),
})

export function leafNode({ secret, seq }: ReportKey, { id, amounts }: Leaf): TreeNode {
  return { hash: sha256(leafBytes({ user: id, salt: saltOf(secret, seq, id), amounts })), sums: amounts }
}

export const rootOf = ([left, right]: Halves): TreeNode => parentOf(left, right)

/** The children of the root of a complete subtree with at least two nodes. */
function halvesOf(nodes: readonly TreeNode[]): Halves {
  let level = nodes
  while (level.length > 2) level = parentsOf(level)
  const [left, right] = level
  return [expectDefined(left, 'a subtree has two nodes'), expectDefined(right, 'a subtree has two nodes')]
}

function parentsOf(nodes: readonly TreeNode[]): TreeNode[] {
  const parents: TreeNode[] = []
  for (let index = 0; index + 1 < nodes.length; index += 2)
    parents.push(parentOf(nodes[index] as TreeNode, nodes[index + 1] as TreeNode))
  return parents
}

/** The siblings of one node of a complete subtree, from its own level up. */
export function siblingsOf(nodes: readonly TreeNode[], index: number): TreeNode[] {
  const siblings: TreeNode[] = []
  let place = index
  for (let level = nodes; level.length > 1; level = parentsOf(level)) {
    siblings.push(expectDefined(level[place ^ 1], 'the subtree is complete'))
    place >>= 1
  }
  return siblings
}

/** Takes the leaves in order, 64 at a time, and passes each piece to `write` when it is complete. */
export function treeBuilder(report: ReportKey, write: (piece: Piece) => Promise<void>) {
  const waiting: TreeNode[][] = []
  const counts: number[] = []
  let halves: Halves | undefined

  async function close(level: number, nodes: readonly TreeNode[], content: Buffer): Promise<void> {
    const number = counts[level] ?? 0
    counts[level] = number + 1
    await write({ level, number, content })
    halves = halvesOf(nodes)
    const above = waiting[level + 1] ?? []
    waiting[level + 1] = above
    above.push(rootOf(halves))
    if (above.length === PIECE_SIZE) await closeRoots(level + 1)
  }

  async function closeRoots(level: number): Promise<void> {
    const nodes = waiting[level] ?? []
    waiting[level] = []
    await close(level, nodes, encodeNodes(nodes))
  }

  return {
    async add(leaves: readonly Leaf[]): Promise<void> {
      const nodes = leaves.map((leaf) => leafNode(report, leaf))
      await close(0, nodes, encodeLeaves(leaves))
    },
    /** The children of the root, after a number of leaves that is a power of two. */
    async end(): Promise<Halves> {
      for (let level = 1; level < waiting.length; level++)
        if ((waiting[level]?.length ?? 0) > 1) await closeRoots(level)
      return expectDefined(halves, 'a tree has leaves')
    },
  }
}

export const LEAVES_PER_PIECE = PIECE_SIZE

function encodeLeaves(leaves: readonly Leaf[]): Buffer {
  const size = USER_BYTES + (leaves[0]?.amounts.length ?? 0) * AMOUNT_BYTES
  const content = Buffer.alloc(leaves.length * size)
  for (const [index, { id, amounts }] of leaves.entries()) {
    content.set(id, index * size)
    writeAmounts(content, index * size + USER_BYTES, amounts)
  }
  return content
}

export function decodeLeaves(content: Buffer, coins: number): Leaf[] {
  const size = USER_BYTES + coins * AMOUNT_BYTES
  return Array.from({ length: content.length / size }, (_, index) => ({
    id: content.subarray(index * size, index * size + USER_BYTES),
    amounts: readAmounts(content, index * size + USER_BYTES, coins),
  }))
}

export function encodeNodes(nodes: readonly TreeNode[]): Buffer {
  const size = HASH_BYTES + (nodes[0]?.sums.length ?? 0) * AMOUNT_BYTES
  const content = Buffer.alloc(nodes.length * size)
  for (const [index, node] of nodes.entries()) writeNode(content, index * size, node)
  return content
}

export function decodeNodes(content: Buffer, coins: number): TreeNode[] {
  const size = HASH_BYTES + coins * AMOUNT_BYTES
  return Array.from({ length: content.length / size }, (_, index) => ({
    hash: content.subarray(index * size, index * size + HASH_BYTES),
    sums: readAmounts(content, index * size + HASH_BYTES, coins),
  }))
}
