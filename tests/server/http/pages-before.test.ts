/** Pages that begin after the last row that a client knows, in every list. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, EARN_TOKEN_HEADER } from '../../../src/contract/api.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { placeLimitOrder } from '../../fixtures/place-order.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const PRICES = ['0.081', '0.082', '0.083', '0.084']

let database: Database
let ann: Earner

type Row = Readonly<Record<string, string | number>>
type Page = Readonly<Record<string, readonly Row[] | boolean>>
/** `rows`: the name of the list in the reply. */
type List = { readonly path: string; readonly rows: string }

/** Rows of commissions, two of them of the same millisecond. */
const INSERT = `insert into transactions (uuid, user_id, seq, type, status, currency_id, amount, details, at, updated_at)
select gen_random_uuid(), $1, 1, 'referral', 'completed', 1, 100000000, '{"kind":"commission","day":1,"share":0}', at, at
from unnest(array[1000, 2000, 2000, 2000, 3000]::bigint[]) as t (at)`

beforeAll(async () => {
  database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  ann = await createEarner(server())
  const seller = await createEarner(server())
  await database.pool.query(INSERT, [ann.user])
  const in_app = { order_filled: true }
  await server().request('POST', api.setNotifications.path, { access: ann.access(), body: { in_app } })
  await server().placeSellOrder(7, '0.09', '1000')
  await placeLimitOrder(server(), seller.access(), 'buy', '0.09', '800')
  for (const price of PRICES) await placeLimitOrder(server(), ann.access(), 'buy', price, '100')
  await placeLimitOrder(server(), seller.access(), 'sell', '0.081', '400')
  for (const price of PRICES) await placeLimitOrder(server(), ann.access(), 'buy', price, '20')
  for (let count = 0; count < 3; count++) await createEarner(server(), { referrer: ann })
  for (let count = 0; count < 3; count++)
    await server().request('POST', api.login.path, { body: { email: ann.email, password: 'correct horse' } })
})
afterAll(() => database?.close())

const LISTS = {
  closedOrders: { path: `${api.orders.path}?status=closed`, rows: 'orders' },
  openOrders: { path: `${api.orders.path}?status=open`, rows: 'orders' },
  fills: { path: api.fills.path, rows: 'fills' },
  transactions: { path: `${api.transactions.path}?type_=referral`, rows: 'history' },
  rewards: { path: api.rewards.path, rows: 'rewards' },
  notifications: { path: api.notificationList.path, rows: 'notifications' },
  friends: { path: api.friends.base + api.friends.path, rows: 'referrals' },
  referrals: { path: api.referrals.path, rows: 'referrals' },
  logins: { path: api.loginHistory.path, rows: 'entries' },
} satisfies Readonly<Record<string, List>>

const read = async ({ path, rows }: List, query: string): Promise<{ rows: readonly Row[]; next: unknown }> => {
  const { status, body } = await server().request<Page>('GET', `${path}${path.includes('?') ? '&' : '?'}${query}`, {
    access: ann.access(),
    headers: { [EARN_TOKEN_HEADER]: `Bearer ${ann.access()}` },
  })
  expect([path, status]).toEqual([path, 200])
  return { rows: body[rows] as readonly Row[], next: body.next }
}

test.each([
  ['closed orders', LISTS.closedOrders, 'created_at', 'uuid', 4],
  ['open orders', LISTS.openOrders, 'created_at', 'uuid', 4],
  ['fills', LISTS.fills, 'time', 'trade_id', 4],
  ['transactions', LISTS.transactions, 'created_at', 'uuid', 5],
  ['rewards', LISTS.rewards, 'created_at', 'uuid', 5],
  // Four orders that were filled, and the first friend of the day.
  ['notifications', LISTS.notifications, 'at', 'id', 5],
  ['friends', LISTS.friends, 'joined_at', 'uuid', 3],
  ['referrals', LISTS.referrals, 'joined_at', 'uuid', 3],
] as const)(
  'A page of %s begins after the row that is known, whatever the offset is',
  async (_, list, time, id, count) => {
    await expect.poll(async () => (await read(list, 'limit=100')).rows.length).toBeGreaterThanOrEqual(count)
    const { rows: all } = await read(list, 'limit=100')
    for (const [index, row] of all.entries()) {
      const at = new Date(row[time] ?? '').toISOString()
      const { rows, next } = await read(list, `limit=2&offset=1&before=${encodeURIComponent(`${at},${row[id]}`)}`)
      expect(rows).toEqual(all.slice(index + 1, index + 3))
      expect(next).toBe(all.length > index + 3)
    }
  },
)

test('A page of logins begins at the time of the attempt that is known', async () => {
  const { rows: all } = await read(LISTS.logins, 'limit=100')
  const known = all[1]
  const { rows } = await read(LISTS.logins, `limit=100&before=${known?.at},x`)
  expect(rows.at(-1)).toEqual(all.at(-1))
  expect(rows).toEqual(all.filter(({ at }) => String(at) <= String(known?.at)))
})

test('A text that is no place of a row is refused, and an id that names no row ends the list or begins at its time', async () => {
  for (const before of ['', 'x', ',1', '2026,', 'x'.repeat(201), '\u0000']) {
    const { status } = await server().request('GET', `${api.orders.path}?before=${encodeURIComponent(before)}`, {
      access: ann.access(),
    })
    expect([before, status]).toEqual([before, before === '2026,' ? 200 : 422])
  }
  const { closedOrders, fills, notifications, transactions, rewards } = LISTS
  for (const list of [closedOrders, fills, notifications, transactions, rewards])
    for (const id of ['', 'x', '%00', '-1', '1e3', '9'.repeat(40)])
      expect((await read(list, `before=1970-01-01T00:00:00.000Z,${id}`)).rows).toEqual([])
})
