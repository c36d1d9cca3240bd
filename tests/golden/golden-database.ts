/**
 * The dump format of a golden database: a gzipped SQL script with data only. The schema comes from the migrations, which
 * never change. The first line is a comment with facts about the data as JSON. Each table is one
 * `COPY table (columns) FROM stdin;` block in text format; `setval` statements restore the identity sequences.
 */

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type pg from 'pg'

export const DATABASES = join(import.meta.dirname, 'databases')
const MIGRATIONS = join(import.meta.dirname, '../../src/server/postgres/migrations')

export type Facts = {
  /** Sequence number of the last command in the journal. */
  readonly commands: number
  /** All open orders, those of demo traders included. */
  readonly openOrders: number
  /** Number of orders in the order history, which leaves out demo traders. */
  readonly userOrders: number
  /** Signs in with `password`. */
  readonly email: string
  readonly password: string
  /** Email of the account that is frozen. */
  readonly frozen: string
  /** Symbol of the pair that is halted. */
  readonly halted: string
}

type Query = Pick<pg.ClientBase, 'query'>

const BLOCK = /^COPY (\w+) \((.+)\) FROM stdin;\n([\s\S]*?)^\\\.\n/gm
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }
const CHARACTERS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/** `migration`: the name of its file, with or without the ending. */
export const backupOf = (migration: string): string => join(DATABASES, `${migration.replace(/\.sql$/, '')}.backup`)

export const readDump = (file: string): string => gunzipSync(readFileSync(join(DATABASES, file))).toString('utf8')

export const factsOf = (dump: string): Facts => JSON.parse(dump.slice('-- '.length, dump.indexOf('\n')))

/** `last` is the name of the newest migration that the dumped database had. */
export async function loadDump(client: Query, dump: string, last: string): Promise<void> {
  await client.query(
    'create table migrations (name text primary key, checksum text not null, applied_at timestamptz not null)',
  )
  const names = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql') && name <= `${last}.sql`)
    .sort()
  for (const name of names) {
    const sql = readFileSync(join(MIGRATIONS, name), 'utf8')
    await client.query(sql)
    const checksum = createHash('sha256').update(sql).digest('hex')
    await client.query('insert into migrations values ($1, $2, now())', [name, checksum])
  }
  // The migrations insert a row of their own into `journal_identity`.
  await client.query('delete from journal_identity')
  for (const [, table, columns, data = ''] of dump.matchAll(BLOCK)) {
    const keys = (columns ?? '').split(', ')
    const rows = data.split('\n').slice(0, -1).map(rowOf(keys))
    const jsonColumns = await jsonColumnsOf(client, table ?? '')
    // A cell is a JSON string with the text of the value.
    const values = keys.map((key) => (jsonColumns.includes(key) ? `(${key} #>> '{}')::jsonb` : key))
    await client.query(
      `insert into ${table} (${columns}) overriding system value
      select ${values.join(', ')} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    )
  }
  await client.query(dump.replaceAll(BLOCK, ''))
}

async function jsonColumnsOf(client: Query, table: string): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = $1 and data_type = 'jsonb'`,
    [table],
  )
  return rows.map(({ name }) => name)
}

const rowOf = (keys: readonly string[]) => (line: string) => {
  const values = line.split('\t').map((cell) => (cell === '\\N' ? null : unescaped(cell)))
  return Object.fromEntries(keys.map((key, index) => [key, values[index]]))
}

const unescaped = (cell: string): string => cell.replace(/\\(.)/g, (_, letter: string) => CHARACTERS[letter] ?? letter)
const escaped = (value: string): string => value.replace(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? '')

type Table = { readonly name: string; readonly columns: readonly string[]; readonly identity: string | null }

/** In the order of creation, so that a foreign key refers to an earlier table. */
const TABLES = `select relname as name,
  array_agg(attname::text order by attnum) as columns,
  max(attname::text) filter (where attidentity <> '') as identity
from pg_class c join pg_attribute a on a.attrelid = c.oid and attnum > 0 and not attisdropped
where relkind = 'r' and relnamespace = 'public'::regnamespace and relname <> 'migrations'
group by c.oid order by c.oid`

export async function dumpOf(client: Query, facts: Facts): Promise<string> {
  const parts = [`-- ${JSON.stringify(facts)}\n`]
  const sequences: string[] = []
  for (const { name, columns, identity } of (await client.query<Table>(TABLES)).rows) {
    const cells = columns.map((column) => `${column}::text`).join(', ')
    const { rows } = await client.query<{ cells: (string | null)[] }>(
      `select array[${cells}] as cells from ${name} order by 1`,
    )
    if (rows.length === 0) continue
    const lines = rows.map((row) => row.cells.map((cell) => (cell === null ? '\\N' : escaped(cell))).join('\t'))
    parts.push(`COPY ${name} (${columns.join(', ')}) FROM stdin;\n${lines.join('\n')}\n\\.\n`)
    if (identity === null) continue
    const last = `(SELECT max(${identity}) FROM ${name})`
    sequences.push(`SELECT setval(pg_get_serial_sequence('${name}', '${identity}'), ${last});\n`)
  }
  return [...parts, ...sequences].join('')
}
