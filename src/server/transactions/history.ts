/** The entries of a user's history: stored rows, and deposits that are not credited yet. */

import { type CurrencyId, type Millis, orderOfUuid, type UserId } from '../../contract/ids.ts'
import type { Currency } from '../../contract/markets/instruments.ts'
import { USDT_ID } from '../../contract/markets/valuation.ts'
import { type PageInput, placeColumns, placeId, placeText } from '../../contract/paging.ts'
import type { HistoryType } from '../../contract/transactions/views.ts'
import type { Network } from '../../contract/wallet/networks.ts'
import {
  currencyOf,
  jettonStreamOf,
  type NetworkInfo,
  networksOf,
  positionOf,
  type State,
  streamOf,
  withdrawalOf,
} from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { MAX_NUMERIC, query, queryOne } from '../postgres/query.ts'
import type { TransactionRow } from '../postgres/tables.ts'
import { type ReadYourWritesDeps, waitForOwnWrites } from '../read-models/read-your-writes.ts'
import { rowUuid, smallLimits } from './small-deposits.ts'
import { TRADES, tradeValues } from './trade-rows.ts'
import { readDetails, type TransactionDetails } from './transaction-details.ts'

export type HistoryDeps = ReadYourWritesDeps & {
  readonly database: Database
  /** Of the words in the history. */
  readonly historyKey: Uint8Array
}

export type HistoryFilter = {
  readonly type: HistoryType
  readonly currency?: CurrencyId | undefined
  /** From `since` on, and before `until`. */
  readonly since?: Millis | undefined
  readonly until?: Millis | undefined
  readonly uuid?: string | undefined
}

/** A row with what its chain and its payment say about it. */
type Row = TransactionRow & {
  readonly seen_at: number | null
  readonly height: number | null
  readonly newest_height: number | null
  readonly sent_at: number | null
  readonly sent_txid: string | null
}

export type TransactionFacts = {
  readonly row: Row
  readonly details: TransactionDetails
  readonly currency: Currency
  readonly to: Currency | undefined
  readonly network: Network | undefined
  readonly canCancel: boolean
}

/** Deposits that were credited in this moment can be missing in the history; no user gets more of them at once. */
const JUST_CREDITED = 100
/** Of a stream. More wait only while nothing is credited for long. The limit also tells the planner to use the index. */
const NOT_CREDITED = 1_000
/** Of a coin. A sender chooses how many confirm: more than that are in the row when they are credited. */
const SMALL_CONFIRMING = 100

/** The last time that a date has: rows of later ones are forged. */
const END_OF_TIME = 8_640_000_000_000_000

const COLUMNS = `uuid, user_id, seq, type, status, currency_id, amount, fee, to_currency_id, to_amount, rate, network_id,
  address, memo, txid, details, at, updated_at, count`

/**
 * `$1` to `$4`: user, type, coin, uuid. `$5` and `$6`: the streams, and up to which position the engine has credited them.
 * `$7` and `$8`: below which amount of a coin a deposit is small.
 *
 * - `seen`, by coin: deposits that are not final. All that are not small, and some of the others.
 * - `unfinished`: what can be missing in the stored rows, by indexes: a sender can make any number of deposits.
 * - `uncredited`: a row for each until the engine credits it. Scalar subqueries: a join would read all of the table.
 * - `confirming`: the small ones among them. The uuid of each finds the row of its coin and day (UTC), which has a row here,
 *   `summed`, only while none of them is credited.
 * `$9` and `$10`: from and until when. `$11` to `$16`: for `TRADES`.
 * - `listed`: a conversion belongs to both of its coins, and to the one that its change is in. The id of a withdrawal is the
 *   sequence number of its row. `command`: what made the row; 0 until a deposit is credited.
 */
const historyWith = (trades: string) => `seen as not materialized (
  select * from incoming where user_id = $1 and state = 'seen' and reason is null
), unfinished as (
  select * from incoming where user_id = $1 and (state = 'dropped' or reason is not null)
  union select i.* from unnest($7::integer[], $8::numeric[]) as coin (id, below) cross join lateral (
    (select * from seen where currency_id = coin.id and amount >= coin.below)
    union all
    (select * from seen where currency_id = coin.id and amount < coin.below order by amount desc limit ${SMALL_CONFIRMING})
  ) as i
  union select i.* from unnest($5::text[], $6::numeric[]) as s (stream, credited) cross join lateral (
    select * from incoming where user_id = $1 and stream = s.stream and state = 'final' and position > s.credited
    order by position desc limit ${NOT_CREDITED}
  ) as i
  union (select * from incoming where user_id = $1 and state = 'final' order by seen_at desc limit ${JUST_CREDITED})
), uncredited as materialized (
  select uuid, user_id, 0::bigint as seq, 'deposit' as type,
    case when state = 'dropped' or reason is not null then 'failed' else 'confirming' end as status,
    currency_id, amount, 0::numeric(38, 0) as fee, null::integer as to_currency_id, null::numeric(38, 0) as to_amount,
    null::numeric(38, 0) as rate, network_id, address, null as memo, txid,
    jsonb_build_object('kind', 'deposit', 'failure',
      case when state = 'dropped' then 'dropped' when reason is not null then 'unclear' end) as details,
    seen_at as at, updated_at, null::integer as count,
    state <> 'dropped' and reason is null and exists (select from unnest($7::integer[], $8::numeric[]) as small (id, below)
      where id = currency_id and amount < below) as is_small
  from unfinished
  where (select true from transactions where transactions.uuid = unfinished.uuid) is null
    and (select true from small_deposits where small_deposits.uuid = unfinished.uuid) is null
), confirming as (
  select *, ${rowUuid('at', 'false')} as row_uuid from uncredited where is_small
), summed as (
  select row_uuid as uuid, user_id, 0::bigint as seq, 'deposit' as type, 'confirming' as status, currency_id,
    least(sum(greatest(amount, 0)), ${MAX_NUMERIC})::numeric(38, 0) as amount, 0::numeric(38, 0) as fee,
    null::integer as to_currency_id, null::numeric(38, 0) as to_amount, null::numeric(38, 0) as rate,
    null::integer as network_id, null as address, null as memo, null as txid,
    jsonb_build_object('kind', 'deposit', 'failure', null) as details,
    min(at) as at, max(updated_at) as updated_at, count(*)::integer as count
  from confirming group by row_uuid, user_id, currency_id
), trades as (
  ${trades}
), asked as (
  select $4::uuid as uuid
  union select row_uuid from small_deposits where uuid = $4
  union select row_uuid from confirming where uuid = $4
), history as (
  select ${COLUMNS} from transactions where user_id = $1
  union all select ${COLUMNS} from uncredited where not is_small
  union all select ${COLUMNS} from summed where not exists (select from transactions as t where t.uuid = summed.uuid)
), listed as (
  select *, seq as command from history
  where ($2 = 'all' or type = $2)
    and at >= $9::bigint and at < $10::bigint
    and ($3::integer is null or currency_id = $3 or to_currency_id = $3
      or $3 = ${USDT_ID} and type = 'convert' and details ->> 'change' <> '0')
    and ($4::uuid is null or uuid in (select uuid from asked))
  union all select * from trades
)`

const COUNT = `with ${historyWith(TRADES)} select count(*)::integer as count from listed`

/** Rows of one millisecond are in the order of their commands. The uuids of the rows of one command follow their index. */
const NEWEST_FIRST = 'at desc, command desc, uuid desc'
const AFTER_PLACE = `($19::bigint is null or at < $19
  or at = $19 and (command, uuid) < ((select command from place), $20::uuid))`

/** `$17` and `$18`: offset and limit. `$19` to `$21`: time and uuid of the row before the page, and the id if it is an order. */
const PLACE = `place as (
  select coalesce(
    (select seq from transactions where user_id = $1 and uuid = $20::uuid and at = $19),
    (select updated_by from orders where user_id = $1 and id = $21::bigint and updated_at = $19),
    0
  ) as command
)`

/** Of the trades no more are read than the page can need. */
const PAGE = `with ${PLACE}, ${historyWith(`${TRADES} and ${AFTER_PLACE}
  order by ${NEWEST_FIRST} limit $17::integer + $18::integer`)}, page as (
  select * from listed where ${AFTER_PLACE} order by ${NEWEST_FIRST} offset $17 limit $18
)
select page.*, i.seen_at, coalesce(i.height, p.mined_height) as height, c.seen_height as newest_height,
  p.sent_at, coalesce(p.mined_txid, v.txid) as sent_txid
from page
left join incoming as i on page.type = 'deposit' and i.uuid = page.uuid
left join payments as p on page.type = 'withdrawal' and p.withdrawal_id = page.seq
left join lateral (select txid from payment_versions where payment_id = p.id order by stored_at desc, txid limit 1) as v on true
left join chain_cursors as c on c.stream = coalesce(i.stream, p.stream)
order by page.at desc, page.command desc, page.uuid desc`

/** Newest first; `next`: there are more, after the row at the place `last`. */
export async function historyPage(
  deps: HistoryDeps,
  user: UserId,
  { offset, limit, before, ...filter }: HistoryFilter & PageInput,
): Promise<{ readonly transactions: readonly TransactionFacts[]; readonly next: boolean; readonly last: string }> {
  await waitForOwnWrites(deps, user)
  const order = await deps.sequencer.read((state) => orderOfUuid(state.journal, placeId(before ?? '')) ?? null)
  const place = [before === undefined ? offset : 0, limit + 1, ...placeColumns(before), order]
  const rows = await query<Row>(deps.database.pool, PAGE, [...(await filterValues(deps, user, filter)), ...place])
  const page = rows.slice(0, limit)
  const transactions = await deps.sequencer.read((state) => page.flatMap((row) => factsOf(state, row, deps.historyKey)))
  const last = page.at(-1)
  return { transactions, next: rows.length > limit, last: last === undefined ? '' : placeText(last.at, last.uuid) }
}

export async function countHistory(deps: HistoryDeps, user: UserId, filter: HistoryFilter): Promise<number> {
  const values = await filterValues(deps, user, filter)
  return (await queryOne<{ count: number }>(deps.database.pool, COUNT, values))?.count ?? 0
}

/** Values of the parameters of `HISTORY`. */
async function filterValues(
  { sequencer }: HistoryDeps,
  user: UserId,
  { type, currency, uuid, since, until }: HistoryFilter,
): Promise<readonly unknown[]> {
  const { streams, limits, trades } = await sequencer.read((state) => ({
    streams: networksOf(state)
      .flatMap(streamsOf)
      .map((stream) => ({ stream, credited: positionOf(state, stream) })),
    limits: smallLimits(state),
    trades: tradeValues(state, uuid),
  }))
  return [
    ...[user, type, currency ?? null, uuid ?? null],
    ...[streams.map(({ stream }) => stream), streams.map(({ credited }) => String(credited))],
    ...[[...limits.keys()], Array.from(limits.values(), String)],
    ...[since ?? 0, until ?? END_OF_TIME],
    ...trades,
  ]
}

/** That deposits can come from. */
const streamsOf = (listed: NetworkInfo): readonly string[] => [
  streamOf(listed),
  ...Array.from(listed.assets.values(), ({ contract }) => contract).flatMap((contract) =>
    contract === null ? [] : jettonStreamOf(listed, contract),
  ),
]

/** Empty for a row that names an unknown coin, which is forged. */
function factsOf(state: State, row: Row, historyKey: Uint8Array): readonly TransactionFacts[] {
  const currency = currencyOf(state, row.currency_id)
  if (currency === undefined) return []
  const withdrawal = row.type === 'withdrawal' ? withdrawalOf(state, row.seq as never) : undefined
  const facts = {
    row,
    details: readDetails(historyKey, row),
    currency,
    to: row.to_currency_id === null ? undefined : currencyOf(state, row.to_currency_id),
    network: networksOf(state).find(({ network }) => network.id === row.network_id)?.network,
    canCancel: withdrawal?.status === 'review' || withdrawal?.status === 'approved',
  }
  return [facts]
}
