/** Positions of every user: current, and at the end of every quarter of an hour. Demo traders are not stored. */

import type pg from 'pg'
import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import { candleStart } from '../../contract/markets/timeframes.ts'
import { type Units, ZERO } from '../../contract/money.ts'
import type { Owner } from '../../engine/exchange.ts'
import { storedPrice } from '../markets/stored-price.ts'
import type { Database } from '../postgres/database.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Projection } from '../read-models/projector.ts'
import type { ExecutedCommand } from '../sequencer/execute-batch.ts'
import {
  applyChange,
  NO_POSITION,
  type Pairs,
  type Position,
  type PositionChange,
  type Prices,
  positionChanges,
} from './position.ts'

type TimedChange = { readonly change: PositionChange; readonly at: Millis }
type Row = { readonly user: UserId; readonly currency: CurrencyId; readonly position: Position }
type HistoryRow = Row & { readonly start: Millis }

export const POSITIONS = 'positions'

export const positionsProjection = (pairs: Pairs, isRecorded: (owner: Owner) => owner is UserId): Projection => ({
  name: POSITIONS,
  async write(client, done) {
    const prices = await storedPrices(client)
    const before = new Map(prices)
    const changes = changesOf(done, prices, pairs, isRecorded)
    const changedPrices = [...prices].filter(([pair, price]) => before.get(pair) !== price)
    if (changedPrices.length > 0)
      await client.query(SET_PRICES, [changedPrices.map(([pair]) => pair), changedPrices.map(([, price]) => price)])
    if (changes.length > 0) await write(client, changes, await positionsBefore(client, changes))
  },
})

function changesOf(
  done: readonly ExecutedCommand[],
  prices: Prices,
  pairs: Pairs,
  isRecorded: (owner: Owner) => owner is UserId,
): TimedChange[] {
  return done.flatMap(({ at, outcome }) =>
    outcome.events.flatMap((event) =>
      positionChanges(event, prices, pairs, isRecorded).map((change) => ({ change, at })),
    ),
  )
}

const keyOf = (user: UserId, currency: CurrencyId): string => `${user}/${currency}`

async function positionsBefore(client: pg.ClientBase, changes: readonly TimedChange[]): Promise<Map<string, Position>> {
  const { rows } = await client.query<Tables['positions']>(
    `select * from positions where (user_id, currency_id) in (select * from unnest($1::uuid[], $2::integer[]))`,
    [changes.map(({ change }) => change.user), changes.map(({ change }) => change.currency)],
  )
  return new Map(rows.map((row) => [keyOf(row.user_id, row.currency_id), positionIn(row)]))
}

async function write(
  client: pg.ClientBase,
  changes: readonly TimedChange[],
  before: Map<string, Position>,
): Promise<void> {
  const current = new Map<string, Row>()
  const history = new Map<string, HistoryRow>()
  for (const { change, at } of changes) {
    const { user, currency } = change
    const key = keyOf(user, currency)
    const position = applyChange(current.get(key)?.position ?? before.get(key) ?? NO_POSITION, change)
    const start = candleStart('15m', at)
    current.set(key, { user, currency, position })
    history.set(`${key}/${start}`, { user, currency, position, start })
  }
  await client.query(SET_POSITIONS, [...columnsOf([...current.values()]), [...current.values()].map(costText)])
  await client.query(SET_HISTORY, [
    ...columnsOf([...history.values()]),
    Array.from(history.values(), ({ start }) => start),
  ])
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

const SET_HISTORY = `insert into position_history (user_id, currency_id, amount, credited, start)
select * from unnest($1::uuid[], $2::integer[], $3::numeric[], $4::numeric[], $5::bigint[])
on conflict (user_id, currency_id, start) do update
set amount = excluded.amount, credited = excluded.credited`

export async function storedPrices(client: Pick<pg.ClientBase, 'query'>): Promise<Prices> {
  const { rows } = await client.query<Tables['last_prices']>('select * from last_prices')
  const prices: Prices = new Map()
  for (const row of rows) {
    const price = storedPrice(row.price)
    if (price !== undefined) prices.set(row.pair_id, price)
  }
  return prices
}

/** The positions of all users. */
export async function storedPositions(client: Pick<pg.ClientBase, 'query'>): Promise<Row[]> {
  const { rows } = await client.query<Tables['positions']>('select * from positions')
  return rows.map((row) => ({ user: row.user_id, currency: row.currency_id, position: positionIn(row) }))
}

/** Beyond every amount of ours: sums with it would not fit into the columns. */
const MAX_UNITS = 10n ** 37n

/** Another program may have written null, or any number. */
const positionIn = ({ amount, cost, credited }: Tables['positions']): Position => ({
  amount: boundedUnits(amount),
  cost: boundedUnits(cost),
  credited: boundedUnits(credited),
})
const boundedUnits = (units: Units | null): Units =>
  units === null || units > MAX_UNITS || units < -MAX_UNITS ? ZERO : units

/** The position from `start` until the next entry of the same currency. */
export type PastPosition = { readonly start: Millis; readonly amount: Units; readonly credited: Units }

/** By currency, oldest first: the position at `from` and every change since. */
export async function positionsSince(
  { pool }: Pick<Database, 'pool'>,
  user: UserId,
  from: Millis,
): Promise<Map<CurrencyId, PastPosition[]>> {
  const { rows } = await pool.query<Tables['position_history']>(SINCE, [user, from])
  const byCurrency = new Map<CurrencyId, PastPosition[]>()
  for (const { currency_id: currency, ...position } of rows) {
    const positions = byCurrency.get(currency)
    if (positions === undefined) byCurrency.set(currency, [position])
    else positions.push(position)
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
