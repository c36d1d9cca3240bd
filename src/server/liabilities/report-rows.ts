/** Reports and the pieces of their trees in the database. */

import type { Millis, Seq } from '../../contract/ids.ts'
import { HASH_BYTES } from '../../contract/liabilities/encoding.ts'
import type { Units } from '../../contract/money.ts'
import { execute, type Queryable, query, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Coin, Reserve } from './copy-balances.ts'
import { decodeNodes, encodeNodes, type Halves, type Piece } from './sum-tree.ts'

export type StoredReport = {
  readonly seq: Seq
  readonly journal: string
  readonly day: number
  readonly at: Millis
  readonly journalHash: Buffer
  readonly root: Buffer
  readonly height: number
  readonly key: Buffer
  readonly users: number
  readonly totals: readonly (Coin & { readonly amount: Units })[]
  readonly reserves: readonly Reserve[]
  readonly halves: Halves
}
export type ReportHead = Pick<StoredReport, 'seq' | 'at' | 'root'>

type Row = Tables['liability_reports']

/** Users can get proofs of a week, and compare stored proofs with the roots of a year. */
const TREES_KEPT = 7
const REPORTS_KEPT = 366

const INSERT = `insert into liability_reports
  (seq, journal_id, day, at, journal_hash, root, height, key, users, totals, reserves, halves)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`

export const insertReport = (db: Queryable, report: StoredReport): Promise<number> =>
  execute(db, INSERT, [
    report.seq,
    report.journal,
    report.day,
    report.at,
    report.journalHash,
    report.root,
    report.height,
    report.key,
    report.users,
    JSON.stringify(report.totals.map(withTextAmount)),
    JSON.stringify(report.reserves.map(withTextAmount)),
    encodeNodes(report.halves),
  ])

export const insertPieces = (db: Queryable, report: Seq, pieces: readonly Piece[]): Promise<number> =>
  execute(
    db,
    `insert into liability_pieces (report_seq, level, number, content)
select $1, * from unnest($2::integer[], $3::integer[], $4::bytea[])`,
    [
      report,
      pieces.map(({ level }) => level),
      pieces.map(({ number }) => number),
      pieces.map(({ content }) => content),
    ],
  )

export async function deleteOldReports(db: Queryable): Promise<void> {
  const older = (kept: number) => `not in (select seq from liability_reports order by seq desc limit ${kept})`
  await execute(db, `delete from liability_pieces where report_seq ${older(TREES_KEPT)}`)
  await execute(db, `delete from liability_reports where seq ${older(REPORTS_KEPT)}`)
}

export const hasReportOf = async (db: Queryable, day: number): Promise<boolean> =>
  (await query(db, 'select day from liability_reports where day = $1', [day])).length > 0

export const hasReportAt = async (db: Queryable, seq: Seq): Promise<boolean> =>
  (await query(db, 'select from liability_reports where seq = $1', [seq])).length > 0

export async function newestReport(db: Queryable): Promise<StoredReport | undefined> {
  const row = await queryOne<Row>(db, 'select * from liability_reports order by seq desc limit 1')
  return row && reportOf(row)
}

export async function findReport(db: Queryable, seq: Seq): Promise<StoredReport | undefined> {
  const row = await queryOne<Row>(db, 'select * from liability_reports where seq = $1', [seq])
  return row && reportOf(row)
}

/** Newest first. */
export const newestReports = (db: Queryable, count: number): Promise<ReportHead[]> =>
  query<Pick<Row, 'seq' | 'at' | 'root'>>(
    db,
    'select seq, at, root from liability_reports order by seq desc limit $1',
    [count],
  )

/** The content of a piece of leaves. */
export const pieceAt = async (db: Queryable, report: Seq, number: number): Promise<Buffer | undefined> => {
  const read = 'select content from liability_pieces where report_seq = $1 and level = 0 and number = $2'
  return (await queryOne<Pick<Piece, 'content'>>(db, read, [report, number]))?.content
}

/** One piece of each level above the leaves; `numbers` begins with the one of level 1. */
export const piecesAbove = (db: Queryable, report: Seq, numbers: readonly number[]): Promise<Piece[]> =>
  query<Piece>(
    db,
    `select level, piece.number, content from liability_pieces as piece
join unnest($2::integer[]) with ordinality as wanted (number, level_of) on level = level_of and piece.number = wanted.number
where report_seq = $1 order by level`,
    [report, numbers],
  )

const withTextAmount = <T extends { readonly amount: Units }>(row: T) => ({ ...row, amount: String(row.amount) })
const withAmount = <T extends { readonly amount: string }>(row: T) => ({ ...row, amount: BigInt(row.amount) as Units })

function reportOf({
  journal_id: journal,
  journal_hash: journalHash,
  halves,
  totals,
  reserves,
  ...row
}: Row): StoredReport {
  const [left, right] = decodeNodes(halves, totals.length)
  if (left === undefined || right === undefined)
    throw new Error(`the report ${row.seq} has no ${HASH_BYTES}-byte halves`)
  return {
    ...row,
    journal,
    journalHash,
    totals: totals.map(withAmount),
    reserves: reserves.map(withAmount),
    halves: [left, right],
  }
}
