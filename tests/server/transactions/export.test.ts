/** The CSV file of a history with more rows than one file has. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatUnits, type Units } from '../../../src/contract/money.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const MOST = 50_000
const NEW = 19
const server = setUpTestServer()

let database: Database
let ann: Earner

/** Commissions of 1,000, 2,000, 3,000 … units, ten in each minute. */
const INSERT = `insert into transactions (uuid, user_id, seq, type, status, currency_id, amount, details, at, updated_at)
select gen_random_uuid(), $1, n, 'referral', 'completed', 1, n * 1000, '{"kind":"commission","day":1,"share":0}', at, at
from generate_series($2::integer, $3::integer) as n cross join lateral (select 60000 * (n / 10)::bigint as at) as time`

const insertRows = (from: number, to: number) => database.pool.query(INSERT, [ann.user, from, to])

/** Without the header. */
const rowsOf = (csv: string): readonly string[] => csv.split('\r\n').slice(1, -1)
const amountsOf = (csv: string) => rowsOf(csv).map((row) => row.split(',')[4] ?? '')

beforeAll(async () => {
  database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  ann = await createEarner(server())
  await insertRows(1, MOST)
})
afterAll(() => database?.close())

test('A CSV file has 50,000 rows, each once, and a byte order mark before the header', async () => {
  const { csv, rows, total } = await ann.get('exportTransactions', '?type_=referral')
  expect([csv.slice(0, 5), rows, total]).toEqual(['\ufeffTime', MOST, MOST])
  expect(new Set(amountsOf(csv)).size).toBe(MOST)
})

test('A CSV file of a longer history has the newest 50,000 rows, and says how many there are in all', async () => {
  await insertRows(MOST + 1, MOST + NEW)
  const { csv, rows, total } = await ann.get('exportTransactions', '?type_=referral')
  expect([csv.slice(0, 5), rows, total]).toEqual(['\ufeffTime', MOST, MOST + NEW])
  const amounts = amountsOf(csv)
  expect([amounts.length, new Set(amounts).size]).toEqual([MOST, MOST])
  const oldest = Array.from({ length: NEW + 1 }, (_, index) => formatUnits(BigInt(1_000 * (index + 1)) as Units))
  expect(oldest.filter((amount) => amounts.includes(amount))).toEqual(oldest.slice(NEW))
  const times = rowsOf(csv).map((row) => row.split(',')[0] ?? '')
  expect(times).toEqual(times.toSorted().toReversed())
  const filtered = await ann.get('exportTransactions', '?type_=deposit')
  expect([rowsOf(filtered.csv), filtered.rows, filtered.total]).toEqual([[], 0, 0])
})
