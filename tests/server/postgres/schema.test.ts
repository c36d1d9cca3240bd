/** Tables, constraints and triggers that the owner of the database changes behind the back of the server. */

import { expect, test } from 'vitest'
import type { HealthView } from '../../../src/contract/api.ts'
import { readSchema, SCHEMA_FILE, SchemaDiffers, schemaComparison } from '../../../src/server/postgres/schema.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpDatabase, setUpTestServer, startTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)
const sql = (text: string) => database().pool.query(text)

test('The file with the schema of a fresh database is the one that the migrations make', async () => {
  const { rows } = await sql(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations'`,
  )
  const lines = await readSchema(
    database().pool,
    rows.map(({ name }) => name),
  )
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(SCHEMA_FILE)
})

test('Every column with texts, bytes or lists has a limit, so that no row is too long to be read', async () => {
  const { rows: columns } = await sql(`select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'bytea', 'jsonb', 'ARRAY')
      and table_name !~ '^(play_|migrations$)'`)
  const { rows: checks } = await sql(`select conrelid::regclass::text as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`)
  const isLimited = (table: string, column: string) =>
    checks.some(({ name, definition }) => {
      const limits = [
        `length\\(\\(*${column}`,
        `cardinality\\(${column}`,
        `\\(\\(${column} = ANY`,
        `\\(\\(${column} ~ '\\^`,
      ]
      return name === table && new RegExp(limits.join('|')).test(definition)
    })
  const without = columns.filter(({ table_name, column_name }) => !isLimited(table_name, column_name))
  expect(columns.length).toBeGreaterThan(100)
  expect(without).toEqual([])
})

test('Every number of a key has a limit, so that each row is found by what is read of it', async () => {
  const { rows: columns } = await sql(`select distinct indrelid::regclass::text as table, attname as column
    from pg_index join pg_class c on c.oid = indrelid join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indisunique and atttypid = 'bigint'::regtype and relnamespace = 'public'::regnamespace and relname !~ '^play_'`)
  const { rows: checks } = await sql(`select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace`)
  const { rows: references } = await sql(`select conrelid::regclass::text as table, attname as column
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace`)
  const isLimited = ({ table, column }: { readonly table: string; readonly column: string }): boolean =>
    references.some((each) => each.table === table && each.column === column) ||
    checks.some((each) => each.table === table && new RegExp(`\\(${column} <= `).test(each.definition))
  expect(columns.length).toBeGreaterThan(20)
  expect(columns.filter((column) => !isLimited(column))).toEqual([])
})

test.each([
  ['a constraint is dropped', 'alter table users drop constraint users_email_key'],
  ['a column may be null', 'alter table fills alter column fee drop not null'],
  ['a column has another type', 'alter table candles alter column volume type numeric'],
  ['a check is added', `alter table users add constraint none check (email <> 'x') not valid`],
  [
    'a trigger is added',
    `create trigger t before insert on orders execute function suppress_redundant_updates_trigger()`,
  ],
  ['a rule is added', 'create rule r as on delete to orders do instead nothing'],
  ['a table is a view', 'alter table orders rename to all_orders; create view orders as select * from all_orders'],
  ['a table has rows of another one', 'create table more_fills () inherits (fills)'],
  ['rows are hidden', 'alter table users enable row level security'],
])('The schema differs if %s', async (_, change) => {
  const compare = schemaComparison()
  await expect(compare(database().pool)).resolves.toBeUndefined()
  const client = await database().connect()
  await client.query('begin')
  await client.query(change)
  await expect(compare(client)).rejects.toThrow(SchemaDiffers)
  await client.end()
})

test('The health of a server says which constraint another program has dropped, until it is there again', async () => {
  const times = { ...HEALTH_TIMES, readMillis: 20, schemaMillis: 50 }
  await server().exchange.stop()
  const { exchange, request } = await startTestServer(server().databaseUrl, {}, quiet, times)
  const partOf = async () => (await request<HealthView>('GET', '/health')).body.parts?.schema
  await expect.poll(partOf).toMatchObject({ state: 'ok' })
  await sql('alter table two_factor_devices drop constraint two_factor_devices_pkey')
  await expect
    .poll(async () => (await partOf())?.reason)
    .toContain('"two_factor_devices: constraint two_factor_devices_pkey p')
  await sql('alter table two_factor_devices add primary key (user_id, device_id)')
  await expect.poll(partOf).toMatchObject({ state: 'ok' })
  await exchange.stop()
})
