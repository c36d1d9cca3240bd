/** What a user needs to verify that their whole balance is in a report. */

import type { Seq, UserId } from '../../contract/ids.ts'
import { PARTS, type TreeNode, userBytes } from '../../contract/liabilities/encoding.ts'
import type { Units } from '../../contract/money.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { blindsOf, type Id, placesOf, reportSecrets } from './leaf-order.ts'
import type { ReportDeps } from './make-report.ts'
import { findReport, pieceAt, piecesAbove, type StoredReport } from './report-rows.ts'
import {
  decodeLeaves,
  decodeNodes,
  LEAVES_PER_PIECE,
  type Leaf,
  type Leaves,
  leafNodes,
  PIECE_LEVELS,
  siblingsOf,
} from './sum-tree.ts'

type ProvenLeaf = {
  readonly salt: Buffer
  readonly index: number
  readonly amounts: readonly Units[]
  readonly path: readonly TreeNode[]
}
export type UserProof = {
  readonly report: StoredReport
  readonly user: UserId
  readonly leaves: readonly ProvenLeaf[]
}

type Pool = Database['pool']

/** Refuses with `REPORT_NOT_FOUND` or `NOT_IN_REPORT`. */
export async function proofOf(
  { database: { pool }, reportKey }: Pick<ReportDeps, 'database' | 'reportKey'>,
  user: UserId,
  seq: Seq,
): Promise<UserProof | Refusal> {
  const report = await findReport(pool, reportKey, seq)
  if (report === undefined) return refuse('REPORT_NOT_FOUND')
  const id = Buffer.from(userBytes(user))
  const leaves: ProvenLeaf[] = []
  for (let part = 0; part < PARTS; part++) {
    const found = await findLeaf(pool, report, id, part)
    const leaf = found && (await proveLeaf(pool, report, found))
    // Without a leaf, or because the tree was deleted in between.
    if (leaf === undefined) return refuse((await hasTree(pool, seq)) ? 'NOT_IN_REPORT' : 'REPORT_NOT_FOUND')
    leaves.push(leaf)
  }
  return { report, user, leaves }
}

type Found = { readonly index: number; readonly leaf: Leaf; readonly leaves: Leaves }

/** The leaf is at its first place that another one had not taken. */
async function findLeaf(
  pool: Pool,
  { seq, key, height, totals }: StoredReport,
  id: Id,
  part: number,
): Promise<Found | undefined> {
  for (const places of placesOf(reportSecrets(key), id, height)) {
    const index = places[part] ?? 0
    const content = await pieceAt(pool, seq, Math.floor(index / LEAVES_PER_PIECE))
    const leaves = content === undefined ? [] : decodeLeaves(content, totals.length)
    const leaf = leaves[index % LEAVES_PER_PIECE]
    if (leaf === undefined) return undefined
    if (leaf.id.equals(id) && leaf.part === part) return { index, leaf, leaves }
  }
  return undefined
}

async function proveLeaf(
  pool: Pool,
  { seq, key, height, totals }: StoredReport,
  { index, leaf, leaves }: Found,
): Promise<ProvenLeaf | undefined> {
  const piece = Math.floor(index / LEAVES_PER_PIECE)
  const numbers: number[] = []
  for (let level = PIECE_LEVELS; level < height; level += PIECE_LEVELS) numbers.push(Math.floor(piece / 2 ** level))
  const above = await piecesAbove(pool, seq, numbers)
  if (above.length < numbers.length) return undefined
  const secrets = reportSecrets(key)
  const path: TreeNode[] = []
  let place = index
  for (const nodes of [
    leafNodes(secrets, piece, leaves, totals.length),
    ...above.map(({ content }) => decodeNodes(content, totals.length)),
  ]) {
    const siblings = siblingsOf(nodes, place % LEAVES_PER_PIECE)
    if (siblings === undefined) return undefined
    path.push(...siblings)
    place = Math.floor(place / LEAVES_PER_PIECE)
  }
  const { salt } = blindsOf(secrets, piece, leaves.length)(index % LEAVES_PER_PIECE)
  // It ends below the halves, which are in the report.
  return { salt, index, amounts: leaf.amounts, path: path.slice(0, -1) }
}

/** The first piece above the leaves exists in every tree. */
const hasTree = async (pool: Pool, seq: Seq): Promise<boolean> => (await piecesAbove(pool, seq, [0])).length > 0
