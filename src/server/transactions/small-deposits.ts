/**
 * The rows of small deposits: one for each coin and day (UTC) of those that are credited, and one of those below the minimum. They
 * are added up when they are written: a sender may make any number of them.
 */

import type { CurrencyId, Millis } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import { smallLimit } from '../../contract/transactions/small-deposits.ts'
import { coins, markets, type State } from '../../engine/exchange.ts'
import { MAX_NUMERIC, type Queryable } from '../postgres/query.ts'
import type { NewRow } from './funds-rows.ts'

export const DAY_MILLIS: Millis = 24 * 60 * 60_000

/** Below which amount a deposit of each coin is small, at the last prices. */
export const smallLimits = (state: State): ReadonlyMap<CurrencyId, Units> =>
  new Map(coins(state).map(({ id }) => [id, smallLimit(markets(state), id)]))

/** The uuid of the row that has the small deposits of a user, coin and day: names of columns. It stays. */
export const rowUuid = (at: string, isFailed: string): string =>
  `overlay(overlay(md5(concat_ws('/', user_id, currency_id, ${at} / ${DAY_MILLIS}, ${isFailed}))
    placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid`

/** Each counts once, also if it is written again. */
export function insertSmall(client: Queryable, rows: readonly NewRow[]): Promise<unknown> {
  const column = <T>(read: (row: NewRow) => T): T[] => rows.map(read)
  return client.query(INSERT, [
    column(({ uuid }) => uuid),
    column(({ user }) => user),
    column(({ seq }) => seq),
    column(({ status }) => status),
    column(({ currency }) => currency),
    column(({ amount }) => String(amount)),
    column(({ details }) => JSON.stringify(details)),
    column(({ at }) => at),
  ])
}

/** Its `seq` and `at` are those of the first one, so its place in the history stays. */
const INSERT = `with small as (
  select *, ${rowUuid('at', "status = 'failed'")} as row_uuid
  from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::integer[], $6::numeric[], $7::jsonb[], $8::bigint[])
    as t (uuid, user_id, seq, status, currency_id, amount, details, at)
), added as (
  insert into small_deposits (uuid, row_uuid, seq) select uuid, row_uuid, seq from small on conflict do nothing returning uuid
)
insert into transactions (uuid, user_id, seq, type, status, currency_id, amount, details, at, updated_at, count)
select row_uuid, user_id, min(seq), 'deposit', status, currency_id, sum(amount), details, min(at), max(at), count(*)
from small join added using (uuid) group by row_uuid, user_id, status, currency_id, details
on conflict (uuid) do update set amount = least(transactions.amount + excluded.amount, ${MAX_NUMERIC}),
  updated_at = excluded.updated_at, count = least(transactions.count::bigint + excluded.count, 2147483647)`
