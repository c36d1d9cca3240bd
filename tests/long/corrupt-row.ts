/** Random changes of what is stored, as by a broken disk, a wrong manual statement, or a thief with the database. */

import type pg from 'pg'
import { expectDefined } from '../../src/engine/assert.ts'
import { FORGERIES } from './forge.ts'

type Random = () => number
type Client = pg.Client

export type Corruption = {
  readonly kind: string
  /** The changed place, for the report. */
  readonly place: string
}

type Kind = { readonly name: string; readonly corrupt: (client: Client, dice: Random) => Promise<string | undefined> }

/** Times that nothing reads. */
const UNREAD = ['taken_at']
const KEYS: Readonly<Record<string, string>> = {
  journal: 'batch = $1',
  snapshots: 'batch = $1',
  snapshot_chunks: "batch || '/' || chunk = $1::text",
}

const pick = <T>(items: readonly T[], dice: Random): T =>
  expectDefined(items[Math.floor(dice() * items.length)], 'a corruption has something to choose from')

async function randomKey(client: Client, table: string, dice: Random): Promise<string> {
  const key = table === 'snapshot_chunks' ? "batch || '/' || chunk" : 'batch::text'
  const { rows } = await client.query<{ key: string }>(`select ${key} as key from ${table} order by batch`)
  // The end of the journal matters most: a start replays only the rows after the newest snapshot.
  return (dice() < 0.3 ? expectDefined(rows.at(-1), 'the table has rows') : pick(rows, dice)).key
}

type Column = { readonly name: string; readonly type: string }

/** Columns with a value in this row: an optional one may be null. */
async function columnsOf(client: Client, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
    where table_name = $1 and table_schema = 'public' order by ordinal_position`,
    [table],
  )
  return rows.filter(({ name }) => !UNREAD.includes(name))
}

async function changeColumn(client: Client, table: string, dice: Random): Promise<string | undefined> {
  const key = await randomKey(client, table, dice)
  const { name, type } = pick(await columnsOf(client, table), dice)
  const where = expectDefined(KEYS[table], 'the table has a key')
  const { rows } = await client.query<{ value: unknown }>(`select ${name} as value from ${table} where ${where}`, [key])
  const value = rows[0]?.value
  if (Buffer.isBuffer(value) && value.length > 0) {
    const at = Math.floor(dice() * value.length)
    const changed = Buffer.from(value)
    changed[at] = (changed[at] ?? 0) ^ (1 << Math.floor(dice() * 8))
    await client.query(`update ${table} set ${name} = $2 where ${where}`, [key, changed])
    return `${table}.${name} of ${key}, byte ${at} of ${value.length}`
  }
  if (!/int$|integer/.test(type) || value === null || value === undefined) return undefined
  const step = pick([1, -1, 7, 1_000], dice)
  await client.query(`update ${table} set ${name} = ${name} + $2 where ${where}`, [key, step])
  return `${table}.${name} of ${key}, changed by ${step}`
}

async function truncateBytes(client: Client, dice: Random): Promise<string> {
  const batch = await randomKey(client, 'journal', dice)
  await client.query(
    'update journal set payload = substring(payload from 1 for octet_length(payload) - 1) where batch = $1',
    [batch],
  )
  return `the last payload byte of batch ${batch}`
}

async function deleteRow(client: Client, table: string, dice: Random): Promise<string> {
  const key = await randomKey(client, table, dice)
  await client.query(`delete from ${table} where ${KEYS[table]}`, [key])
  return `${table} row ${key}`
}

/** Swaps everything but the keys of two rows next to each other. */
async function swapRows(client: Client, dice: Random): Promise<string> {
  const { rows } = await client.query<{ last: string }>('select max(batch)::text as last from journal')
  const first = 1 + Math.floor(dice() * (Number(rows[0]?.last) - 1))
  const columns = (await columnsOf(client, 'journal'))
    .map(({ name }) => name)
    .filter((name) => !/batch|_seq/.test(name))
  const assignments = columns.map((name) => `${name} = other.${name}`).join(', ')
  await client.query(
    `update journal set ${assignments} from journal as other
    where journal.batch in ($1::bigint, $1::bigint + 1) and other.batch = 2 * $1::bigint + 1 - journal.batch`,
    [first],
  )
  return `batches ${first} and ${first + 1}`
}

async function truncateTail(client: Client, dice: Random): Promise<string> {
  const count = 1 + Math.floor(dice() * 5)
  await client.query('delete from journal where batch > (select max(batch) from journal) - $1::bigint', [count])
  return `the last ${count} batches`
}

async function changePosition(client: Client, dice: Random): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select name from projection_positions order by name')
  const { name } = pick(rows, dice)
  const step = pick([1, -1, 25, -25], dice)
  await client.query('update projection_positions set seq = seq + $2 where name = $1', [name, step])
  return `the position of ${name}, changed by ${step}`
}

const KINDS: readonly Kind[] = [
  ...Array<Kind>(4).fill({
    name: 'a changed journal value',
    corrupt: (client, dice) => changeColumn(client, 'journal', dice),
  }),
  { name: 'a changed snapshot value', corrupt: (client, dice) => changeColumn(client, 'snapshots', dice) },
  { name: 'a changed snapshot chunk', corrupt: (client, dice) => changeColumn(client, 'snapshot_chunks', dice) },
  { name: 'a truncated payload', corrupt: truncateBytes },
  { name: 'a deleted journal row', corrupt: (client, dice) => deleteRow(client, 'journal', dice) },
  { name: 'a deleted snapshot chunk', corrupt: (client, dice) => deleteRow(client, 'snapshot_chunks', dice) },
  { name: 'swapped journal rows', corrupt: swapRows },
  { name: 'a truncated tail', corrupt: truncateTail },
  {
    name: 'another identity',
    async corrupt(client) {
      await client.query('update journal_identity set id = gen_random_uuid()')
      return 'journal_identity.id'
    },
  },
  { name: 'a changed position', corrupt: changePosition },
  ...FORGERIES,
]

/** Changes something. A change that a constraint of the table rejects is detected by PostgreSQL and chosen again. */
export async function corruptRandomRow(client: Client, dice: Random): Promise<Corruption> {
  for (;;) {
    const { name, corrupt } = pick(KINDS, dice)
    await client.query('begin')
    try {
      const place = await corrupt(client, dice)
      await client.query(place === undefined ? 'rollback' : 'commit')
      if (place !== undefined) return { kind: name, place }
    } catch {
      await client.query('rollback')
    }
  }
}
