/** What every user has and what it cost, now and as every quarter of an hour left it. Demo traders are not kept. */

import type pg from 'pg'
import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import type { Ticks, Units } from '../../contract/money.ts'
import { candleStart } from '../../contract/timeframes.ts'
import type { Owner } from '../../engine/ledger/ledger.ts'
import type { Done } from '../core/carry-out.ts'
import type { Database } from '../postgres/database.ts'
import type { Tables } from '../postgres/tables.ts'
import { type Move, moved, movesOf, NOTHING, type Pairs, type Position, type Prices } from './position.ts'
import type { Projection } from './projector.ts'

type Moment = { readonly move: Move; readonly at: Millis }
type Row = { readonly user: UserId; readonly currency: CurrencyId; readonly position: Position }
type PastRow = Row & { readonly start: Millis }

export const POSITIONS = 'positions'

export const positionHistory = (pairs: Pairs, isKept: (owner: Owner) => boolean): Projection => ({
  name: POSITIONS,
  async write(client, done) {
    const prices = await storedPrices(client)
    const before = new Map(prices)
    const moments = momentsOf(done, prices, pairs, isKept)
    const changed = [...prices].filter(([pair, price]) => before.get(pair) !== price)
    if (changed.length > 0)
      await client.query(SET_PRICES, [changed.map(([pair]) => pair), changed.map(([, price]) => price)])
    if (moments.length > 0) await write(client, moments, await positionsBefore(client, moments))
  },
})

function momentsOf(done: readonly Done[], prices: Prices, pairs: Pairs, isKept: (owner: Owner) => boolean): Moment[] {
  return done.flatMap(({ at, outcome }) =>
    outcome.events.flatMap((event) => movesOf(event, prices, pairs, isKept).map((move) => ({ move, at }))),
  )
}

const keyOf = (user: UserId, currency: CurrencyId): string => `${user}/${currency}`

async function positionsBefore(client: pg.ClientBase, moments: readonly Moment[]): Promise<Map<string, Position>> {
  const { rows } = await client.query<Tables['positions']>(
    `select * from positions where (user_id, currency_id) in (select * from unnest($1::uuid[], $2::integer[]))`,
    [moments.map(({ move }) => move.user), moments.map(({ move }) => move.currency)],
  )
  return new Map(rows.map((row) => [keyOf(row.user_id, row.currency_id), row]))
}

async function write(client: pg.ClientBase, moments: readonly Moment[], before: Map<string, Position>): Promise<void> {
  const now = new Map<string, Row>()
  const past = new Map<string, PastRow>()
  for (const { move, at } of moments) {
    const { user, currency } = move
    const key = keyOf(user, currency)
    const position = moved(now.get(key)?.position ?? before.get(key) ?? NOTHING, move)
    const start = candleStart('15m', at)
    now.set(key, { user, currency, position })
    past.set(`${key}/${start}`, { user, currency, position, start })
  }
  await client.query(SET_POSITIONS, [...columnsOf([...now.values()]), [...now.values()].map(costText)])
  await client.query(SET_PAST, [...columnsOf([...past.values()]), Array.from(past.values(), ({ start }) => start)])
}

const columnsOf = (rows: readonly Row[]) => [
  rows.map(({ user }) => user),
  rows.map(({ currency }) => currency),
  rows.map(({ position }) => String(position.amount)),
  rows.map(({ position }) => String(position.credited)),
]
const costText = ({ position }: Row): string => String(position.cost)

const SET_PRICES = `insert into last_prices (pair_id, price)
select * from unnest($1::integer[], $2::numeric[])
on conflict (pair_id) do update set price = excluded.price`

const SET_POSITIONS = `insert into positions (user_id, currency_id, amount, credited, cost)
select * from unnest($1::uuid[], $2::integer[], $3::numeric[], $4::numeric[], $5::numeric[])
on conflict (user_id, currency_id) do update
set amount = excluded.amount, credited = excluded.credited, cost = excluded.cost`

const SET_PAST = `insert into position_history (user_id, currency_id, amount, credited, start)
select * from unnest($1::uuid[], $2::integer[], $3::numeric[], $4::numeric[], $5::bigint[])
on conflict (user_id, currency_id, start) do update
set amount = excluded.amount, credited = excluded.credited`

export async function storedPrices(client: Pick<pg.ClientBase, 'query'>): Promise<Prices> {
  const { rows } = await client.query<Tables['last_prices']>('select * from last_prices')
  return new Map(rows.map(({ pair_id: pair, price }) => [pair, Number(price) as Ticks]))
}

/** Everybody's. */
export async function storedPositions(client: Pick<pg.ClientBase, 'query'>): Promise<Row[]> {
  const { rows } = await client.query<Tables['positions']>('select * from positions')
  return rows.map((row) => ({ user: row.user_id, currency: row.currency_id, position: row }))
}

/** What a user had of a currency, from `start` on until the next of the same currency. */
export type Past = { readonly start: Millis; readonly amount: Units; readonly credited: Units }

/** Oldest first: what was there at `from`, and every change since. */
export async function positionsSince(
  { pool }: Pick<Database, 'pool'>,
  user: UserId,
  from: Millis,
): Promise<Map<CurrencyId, Past[]>> {
  const { rows } = await pool.query<Tables['position_history']>(SINCE, [user, from])
  const byCurrency = new Map<CurrencyId, Past[]>()
  for (const { currency_id: currency, ...past } of rows) {
    const pasts = byCurrency.get(currency)
    if (pasts === undefined) byCurrency.set(currency, [past])
    else pasts.push(past)
  }
  return byCurrency
}

const SINCE = `select h.* from positions as p
cross join lateral (
  select * from position_history as past
  where past.user_id = p.user_id and past.currency_id = p.currency_id and past.start >= coalesce((
    select max(start) from position_history as before
    where before.user_id = p.user_id and before.currency_id = p.currency_id and before.start < $2
  ), $2)
) as h
where p.user_id = $1 order by h.currency_id, h.start`
