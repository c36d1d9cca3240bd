/** Reports and the pieces of their trees in the database. */

import type { Millis, Seq } from '../../contract/ids.ts'
import { addSums, HASH_BYTES } from '../../contract/liabilities/encoding.ts'
import type { Units } from '../../contract/money.ts'
import { execute, type Queryable, query, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { isSameHash, keyedHash } from '../runtime/keyed-hash.ts'
import type { Coin, Reserve } from './copy-balances.ts'
import { decodeNodes, encodeNodes, type Halves, type Piece, rootOf } from './sum-tree.ts'

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

/** The secret of a report is derived from what it says: a row with another one is of another program, and is not read. */
export const secretOf = (
  reportKey: Buffer,
  {
    seq,
    journal,
    day,
    at,
    journalHash,
    height,
    users,
    totals,
    reserves,
  }: Omit<StoredReport, 'key' | 'root' | 'halves'>,
): Buffer =>
  keyedHash(reportKey, 'liability report', [
    ...[seq, journal, day, at, journalHash.toString('hex'), height, users, totals.length],
    ...totals.flatMap(({ id, symbol, amount }) => [id, symbol, String(amount)]),
    ...reserves.flatMap(({ network, networkName, id, symbol, amount }) => [
      network,
      networkName,
      id,
      symbol,
      String(amount),
    ]),
  ])

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

/** Of a day, in days since 1970. */
export async function hasReportOf(db: Queryable, reportKey: Buffer, day: number): Promise<boolean> {
  const rows = await query<Row>(db, 'select * from liability_reports where day = $1', [day])
  return ownReports(rows, reportKey).some((report) => report.day === day)
}

export async function findReport(db: Queryable, reportKey: Buffer, seq: Seq): Promise<StoredReport | undefined> {
  const rows = await query<Row>(db, 'select * from liability_reports where seq = $1', [seq])
  return ownReports(rows, reportKey).find((report) => report.seq === seq)
}

/** Newest first. Who hides them behind rows of his own could as well delete them. */
export const newestReports = async (db: Queryable, reportKey: Buffer): Promise<readonly StoredReport[]> =>
  ownReports(await query<Row>(db, `${NEWEST} limit ${REPORTS_KEPT}`), reportKey)

const NEWEST = 'select * from liability_reports order by seq desc'

const IN_THE_WAY = `select * from liability_reports where seq >= $1 or day = $2 limit ${REPORTS_KEPT}`

const DELETE = 'delete from liability_reports where seq = any($1)'

/** Rows of other programs that stand where a report of this command and day is written, or after it. */
export async function deleteOthers(
  db: Queryable,
  reportKey: Buffer,
  { seq, day }: Pick<StoredReport, 'seq' | 'day'>,
): Promise<void> {
  for (let deleted = 1; deleted > 0; ) {
    const rows = await query<Row>(db, IN_THE_WAY, [seq, day])
    const others = rows.filter((row) => ownReports([row], reportKey).length === 0)
    deleted = await execute(db, DELETE, [others.map((row) => row.seq)])
  }
}

const ownReports = (rows: readonly Row[], reportKey: Buffer): readonly StoredReport[] =>
  rows.flatMap((row) => {
    try {
      const report = reportOf(row)
      return isAuthentic(report, reportKey) ? [report] : []
    } catch {
      // Values that no report has.
      return []
    }
  })

function isAuthentic(report: StoredReport, reportKey: Buffer): boolean {
  const { key, root, halves, totals } = report
  const sums = addSums(halves[0].sums, halves[1].sums)
  return (
    isSameHash(key, secretOf(reportKey, report)) &&
    isSameHash(root, rootOf({ ...report, coins: totals }, halves)) &&
    totals.every(({ amount }, coin) => amount === sums[coin])
  )
}

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

/** Throws for values that no report has. */
function reportOf({ journal_id: journal, journal_hash: journalHash, ...row }: Row): StoredReport {
  const [left, right] = decodeNodes(row.halves, row.totals.length)
  if (left === undefined || right === undefined)
    throw new Error(`the report ${row.seq} has no ${HASH_BYTES}-byte halves`)
  const amounts = { totals: row.totals.map(withAmount), reserves: row.reserves.map(withAmount) }
  return { ...row, journal, journalHash, ...amounts, halves: [left, right] }
}
