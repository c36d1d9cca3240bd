/** Everything that a backup contains, read from one consistent view of the database while the exchange is running. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Millis } from '../../contract/ids.ts'
import type { Migration } from '../postgres/migrate.ts'
import { type Queryable, query, queryOne } from '../postgres/query.ts'
import { BACKUP_FORMAT, type BackupKeys, type Entry, type Header } from './format.ts'

/** Rows that are read and written at once: some have values of many kilobytes. */
const ROWS = 200

/** Its values are valid for minutes. */
const LEFT_OUT = 'short_lived'

const TABLES = `select relname as name from pg_class
where relnamespace = $1::regnamespace and relkind = 'r' and relname <> '${LEFT_OUT}' order by relname`
const SEQUENCES = `select sequencename as name, last_value::text as value from pg_sequences
where schemaname = $1 and last_value is not null order by sequencename`
const HEADER = `select (select id::text from journal_identity) as journal,
  (select coalesce(max(last_seq), 0) from journal) as seq,
  (select json_agg(json_build_object('name', name, 'checksum', checksum) order by name) from migrations) as migrations`

type Source = {
  /** In a read-only transaction with a single view of all tables. */
  readonly client: Queryable
  readonly schema: string
  /** Undefined if there is none. Read after the database: the signer may be ahead of it, never behind. */
  readonly signerFolder: string | undefined
  /** The record key as it is stored. */
  readonly recordKey: string
  readonly keys: BackupKeys
  readonly now: Millis
}

export async function* dump(source: Source): AsyncGenerator<Entry> {
  const { client, schema, signerFolder } = source
  yield await headerOf(source)
  for (const { name } of await query<{ name: string }>(client, TABLES, [schema])) yield* rowsOf(client, schema, name)
  for (const { name, value } of await query<{ name: string; value: string }>(client, SEQUENCES, [schema]))
    yield { kind: 'sequence', name, value }
  if (signerFolder !== undefined) yield* filesIn(signerFolder)
}

async function headerOf({ client, keys, now, recordKey }: Source): Promise<Header> {
  const row = await queryOne<{ journal: string; seq: number; migrations: Migration[] | null }>(client, HEADER)
  if (row === undefined) throw new Error('the database has no journal')
  const { journal, seq, migrations } = row
  // Without them, the backup could not be restored.
  if (migrations === null) throw new Error('the table migrations is empty: a start of the server says what to insert')
  const createdAt = new Date(now).toISOString()
  return { kind: 'header', format: BACKUP_FORMAT, createdAt, journal, seq, migrations, recordKey, keys }
}

/** The rows of the journal in their order, which PostgreSQL need not keep: the last one says where the backup ends. */
async function* rowsOf(client: Queryable, schema: string, table: string): AsyncGenerator<Entry> {
  const order = table === 'journal' ? 'order by batch' : ''
  const select = `select t::text as row from ${schema}."${table}" as t ${order}`
  await client.query(`declare backup_rows no scroll cursor for ${select}`)
  for (;;) {
    const rows = await query<{ row: string }>(client, `fetch ${ROWS} from backup_rows`)
    if (rows.length === 0) break
    yield { kind: 'rows', table, rows: rows.map(({ row }) => row) }
  }
  await client.query('close backup_rows')
}

/** Regular files only: a socket is made again. */
function* filesIn(folder: string): Generator<Entry> {
  for (const each of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!each.isFile()) continue
    const path = join(each.parentPath, each.name)
    yield { kind: 'file', path: path.slice(folder.length + 1), content: readFileSync(path).toString('base64') }
  }
}
