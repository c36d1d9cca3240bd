/** Appends each committed row of the journal to files beside a backup, and the accounts that it changed. */

import type { Millis } from '../../contract/ids.ts'
import { type Queryable, query, queryOne } from '../postgres/query.ts'
import type { FollowedFolder } from './followed-folder.ts'
import type { Account, Followed, Rows } from './format.ts'
import { batchOf } from './journal-text.ts'

/** A row of the journal as text, and what is needed of it. */
type NewRow = {
  readonly batch: number
  readonly prev_hash: Buffer
  readonly hash: Buffer
  readonly format: number
  readonly payload: Buffer
  readonly last_seq: number
  readonly row: string
}

/** The last row that the files have. `at`: the time of its commands; undefined before the first row. */
export type FollowedTo = {
  readonly batch: number
  readonly hash: Buffer | undefined
  readonly seq: number
  readonly at: Millis | undefined
}

/** `accounts`: the ids of the users whose accounts the commands of a row change. */
type RowContent = { readonly at: Millis; readonly accounts: readonly string[] }

/** The journal is not the one that was followed, or lost rows before they were read. */
export class FollowBroken extends Error {}

const ROWS = 256
/** What belongs to an account and is not derived from the journal. */
const ACCOUNT_TABLES = {
  users: 'id',
  two_factors: 'user_id',
  recovery_codes: 'user_id',
  address_book: 'user_id',
} as const

const NEW_ROWS = `select batch, prev_hash, hash, format, payload, last_seq, j::text as row from journal as j
where batch > $1 order by batch limit ${ROWS}`

type FollowDeps = {
  readonly client: Queryable
  readonly folder: Pick<FollowedFolder, 'append'>
  readonly contentOf: (format: number, payload: Buffer) => RowContent
}

/** Reads until there is nothing new. Returns how far it has come. Throws `FollowBroken`, and errors of the database. */
export async function followOnce(deps: FollowDeps, from: FollowedTo): Promise<FollowedTo> {
  const { client, folder, contentOf } = deps
  let to = from
  for (;;) {
    const rows = await query<NewRow>(client, NEW_ROWS, [to.batch])
    const users = new Set<string>()
    for (const row of rows) {
      refuseGap(to, row)
      const { at, accounts } = contentOf(row.format, row.payload)
      for (const user of accounts) users.add(user)
      to = { batch: row.batch, hash: row.hash, seq: row.last_seq, at }
    }
    if (rows.length > 0) {
      // Accounts first: one without its rows of the journal is a change that was interrupted.
      const accounts = await accountsOf(client, users)
      folder.append([...accounts, { kind: 'rows', table: 'journal', rows: rows.map(({ row }) => row) }])
    }
    if (rows.length < ROWS) return to
  }
}

/** The row where the backup ends, or the last one of the files. Throws `FollowBroken` if the journal does not have it. */
export async function placeOf(client: Queryable, seq: number, last: Followed | undefined): Promise<FollowedTo> {
  const text = last?.kind === 'rows' ? last.rows.at(-1) : undefined
  const row =
    text === undefined
      ? await queryOne<Place>(client, `${PLACE} where last_seq = $1`, [seq])
      : await queryOne<Place>(client, `${PLACE} where j::text = $1 and batch = $2`, [text, batchOf(text)])
  if (row === undefined && (seq > 0 || text !== undefined))
    throw new FollowBroken('the journal does not have the last row that was followed: begin again in a new folder')
  return { batch: row?.batch ?? 0, hash: row?.hash, seq: row?.last_seq ?? 0, at: undefined }
}

type Place = Pick<NewRow, 'batch' | 'hash' | 'last_seq'>

const PLACE = 'select batch, hash, last_seq from journal as j'

function refuseGap(to: FollowedTo, { batch, prev_hash: before }: NewRow): void {
  if (batch !== to.batch + 1)
    throw new FollowBroken(`the journal continues with batch ${batch} after batch ${to.batch}`)
  if (to.hash !== undefined && !to.hash.equals(before))
    throw new FollowBroken(`batch ${batch} does not continue batch ${to.batch}: the exchange was restored since`)
}

async function accountsOf(client: Queryable, users: Iterable<string>): Promise<Followed[]> {
  const accounts: Followed[] = []
  for (const user of users) {
    const tables: Rows[] = []
    for (const [table, column] of Object.entries(ACCOUNT_TABLES)) {
      const rows = await query<{ row: string }>(
        client,
        `select t::text as row from ${table} as t where ${column} = $1`,
        [user],
      )
      tables.push({ kind: 'rows', table, rows: rows.map(({ row }) => row) })
    }
    accounts.push({ kind: 'account', user, tables })
  }
  return accounts
}

/** Replaces the rows of accounts, while no foreign keys are checked. */
export async function loadAccounts(client: Queryable, accounts: readonly Account[]): Promise<void> {
  const users = accounts.map(({ user }) => user)
  for (const [table, column] of Object.entries(ACCOUNT_TABLES)) {
    const rows = accounts.flatMap(({ tables }) =>
      tables.filter((each) => each.table === table).flatMap((each) => each.rows),
    )
    await client.query(`delete from ${table} where ${column} = any($1)`, [users])
    await client.query(`insert into ${table} overriding system value select * from unnest($1::${table}[])`, [rows])
  }
}
