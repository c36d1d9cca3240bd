/** What a user needs to verify that their balance is in a report. */

import type { Seq, UserId } from '../../contract/ids.ts'
import { type TreeNode, userBytes } from '../../contract/liabilities/encoding.ts'
import type { Units } from '../../contract/money.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { keyedHash } from './keyed-hash.ts'
import { placeOf, saltOf } from './leaf-order.ts'
import { findReport, pieceAt, piecesAbove, type StoredReport } from './report-rows.ts'
import { decodeLeaves, decodeNodes, LEAVES_PER_PIECE, leafNode, PIECE_LEVELS, siblingsOf } from './sum-tree.ts'

export type UserProof = {
  readonly report: StoredReport
  readonly user: UserId
  readonly salt: Buffer
  readonly index: number
  readonly amounts: readonly Units[]
  readonly path: readonly TreeNode[]
}

/** Refuses with `REPORT_NOT_FOUND` or `NOT_IN_REPORT`. */
export async function proofOf({ pool }: Pick<Database, 'pool'>, user: UserId, seq: Seq): Promise<UserProof | Refusal> {
  const report = await findReport(pool, seq)
  if (report === undefined) return refuse('REPORT_NOT_FOUND')
  const { key, totals, height } = report
  const secret = keyedHash(key)
  const id = Buffer.from(userBytes(user))
  const piece = await pieceAt(pool, seq, placeOf(secret, id))
  const leaves = piece === undefined ? [] : decodeLeaves(piece.content, totals.length)
  const place = leaves.findIndex((leaf) => leaf.id.equals(id))
  const leaf = leaves[place]
  if (piece === undefined || leaf === undefined)
    return refuse((await hasTree(pool, seq)) ? 'NOT_IN_REPORT' : 'REPORT_NOT_FOUND')
  const numbers: number[] = []
  for (let level = PIECE_LEVELS; level < height; level += PIECE_LEVELS)
    numbers.push(Math.floor(piece.number / 2 ** level))
  const above = await piecesAbove(pool, seq, numbers)
  // The tree was deleted in between.
  if (above.length < numbers.length) return refuse('REPORT_NOT_FOUND')
  const path = siblingsOf(
    leaves.map((each) => leafNode({ secret, seq }, each)),
    place,
  )
  let number = piece.number
  for (const { content } of above) {
    path.push(...siblingsOf(decodeNodes(content, totals.length), number % LEAVES_PER_PIECE))
    number = Math.floor(number / LEAVES_PER_PIECE)
  }
  const index = piece.number * LEAVES_PER_PIECE + place
  return { report, user, salt: saltOf(secret, seq, id), index, amounts: leaf.amounts, path }
}

/** The first piece above the leaves exists in every tree. */
const hasTree = async (pool: Database['pool'], seq: Seq): Promise<boolean> =>
  (await piecesAbove(pool, seq, [0])).length > 0
