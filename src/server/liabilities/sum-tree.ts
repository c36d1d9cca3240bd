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
  rootBytes,
  type TreeNode,
  USER_BYTES,
  writeAmounts,
  writeNode,
} from '../../contract/liabilities/encoding.ts'
import { type Units, ZERO } from '../../contract/money.ts'
import { expectDefined } from '../../engine/assert.ts'
import { blindsOf, type Id, type ReportSecrets } from './leaf-order.ts'

/** One part of what a user owns. */
export type Leaf = { readonly id: Id; readonly part: number; readonly amounts: readonly Units[] }
/** The leaves of a piece; undefined: padding. */
export type Leaves = readonly (Leaf | undefined)[]
export type Halves = readonly [TreeNode, TreeNode]
export type Piece = { readonly level: number; readonly number: number; readonly content: Buffer }

export const PIECE_LEVELS = 6
const PIECE_SIZE = 2 ** PIECE_LEVELS

const sha256 = (bytes: Uint8Array): Buffer => hash('sha256', bytes, 'buffer')

/** The sums of padding. There is one list for each number of coins, so that most of a tree is not added up. */
const nothingOf = (coins: number): readonly Units[] => {
  const nothing = NOTHING.get(coins) ?? Array.from({ length: coins }, () => ZERO)
  NOTHING.set(coins, nothing)
  return nothing
}
const NOTHING = new Map<number, readonly Units[]>()

function sumsOf(left: readonly Units[], right: readonly Units[]): readonly Units[] {
  const nothing = nothingOf(left.length)
  if (left === nothing) return right
  return right === nothing ? left : addSums(left, right)
}

const parentOf = (left: TreeNode, right: TreeNode): TreeNode => ({
  hash: sha256(nodeBytes(left, right)),
  sums: sumsOf(left.sums, right.sums),
})

/** The nodes of the leaves of a piece. */
export function leafNodes(secrets: ReportSecrets, piece: number, leaves: Leaves, coins: number): TreeNode[] {
  const blinds = blindsOf(secrets, piece, leaves.length)
  return leaves.map((leaf, index) => {
    const { salt, paddingId } = blinds(index)
    const { id: user, part, amounts } = leaf ?? { id: paddingId, part: 0, amounts: nothingOf(coins) }
    return { hash: sha256(leafBytes({ user, part, salt, amounts })), sums: amounts }
  })
}

const topOf = ([left, right]: Halves): TreeNode => parentOf(left, right)

/** The root of a report: the hash of its halves and of what it says about itself. */
export const rootOf = (head: Parameters<typeof rootBytes>[0], [left, right]: Halves): Buffer =>
  sha256(rootBytes(head, left, right))

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

/** The siblings of one node of a subtree, from its own level up. Undefined if another program has left out nodes. */
export function siblingsOf(nodes: readonly TreeNode[], index: number): TreeNode[] | undefined {
  const siblings: TreeNode[] = []
  let place = index
  for (let level = nodes; level.length > 1; level = parentsOf(level)) {
    const sibling = level[place ^ 1]
    if (sibling === undefined) return undefined
    siblings.push(sibling)
    place >>= 1
  }
  return siblings
}

/** Takes the leaves in order, 64 at a time, and passes each piece to `write` when it is complete. */
export function treeBuilder(secrets: ReportSecrets, coins: number, write: (piece: Piece) => Promise<void>) {
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
    above.push(topOf(halves))
    if (above.length === PIECE_SIZE) await closeRoots(level + 1)
  }

  async function closeRoots(level: number): Promise<void> {
    const nodes = waiting[level] ?? []
    waiting[level] = []
    await close(level, nodes, encodeNodes(nodes))
  }

  return {
    async add(leaves: Leaves): Promise<void> {
      await close(0, leafNodes(secrets, counts[0] ?? 0, leaves, coins), encodeLeaves(leaves, coins))
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

const leafSize = (coins: number): number => LEAF_HEAD_BYTES + coins * AMOUNT_BYTES
/** The place in the piece, the part, the user. */
const LEAF_HEAD_BYTES = 2 + USER_BYTES

/** Only those of users: padding is derived. */
function encodeLeaves(leaves: Leaves, coins: number): Buffer {
  const rows = leaves.flatMap((leaf, place) => {
    if (leaf === undefined) return []
    const row = Buffer.alloc(leafSize(coins))
    row.set([place, leaf.part, ...leaf.id])
    writeAmounts(row, LEAF_HEAD_BYTES, leaf.amounts)
    return [row]
  })
  return Buffer.concat(rows)
}

export function decodeLeaves(content: Buffer, coins: number): Leaves {
  const leaves: (Leaf | undefined)[] = Array.from({ length: LEAVES_PER_PIECE })
  // Another program can write any bytes.
  if (content.length % leafSize(coins) !== 0) return leaves
  for (let at = 0; at < content.length; at += leafSize(coins)) {
    const id = content.subarray(at + 2, at + LEAF_HEAD_BYTES)
    const amounts = readAmounts(content, at + LEAF_HEAD_BYTES, coins)
    leaves[content.readUInt8(at)] = { id, part: content.readUInt8(at + 1), amounts }
  }
  return leaves
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
