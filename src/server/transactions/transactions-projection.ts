/** The rows of `transactions`: deposits, withdrawals, conversions, paid rewards, booked commissions and welcome balances. */

import { XP, xpUnits } from '../../contract/earn/xp.ts'
import { type CurrencyId, transactionUuid, type UserId } from '../../contract/ids.ts'
import { plus, type Units, ZERO } from '../../contract/money.ts'
import { type PageInput, placeColumns } from '../../contract/paging.ts'
import type { Event } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { type Queryable, query, queryOne } from '../postgres/query.ts'
import type { TransactionRow } from '../postgres/tables.ts'
import type { Projection } from '../read-models/projector.ts'
import { type EventRow, fundsRows, type NewRow, stepsOf, writeSteps } from './funds-rows.ts'
import { insertSmall } from './small-deposits.ts'
import { storedDetails } from './transaction-details.ts'

export const TRANSACTIONS = 'transactions'

/** `isRecorded`: whose rows are stored. `key`: of the words in the history. */
export const transactionsProjection = (isRecorded: (user: UserId) => boolean, key: Uint8Array): Projection => ({
  name: TRANSACTIONS,
  async write(client, batch) {
    const changes = batch.flatMap(({ outcome }) => outcome.events.flatMap(stepsOf))
    const found = batch.flatMap(({ seq, outcome }) =>
      outcome.events.flatMap(rowsOf).map((row, index) => ({ ...row, seq, index })),
    )
    const stored = found.filter(({ user }) => isRecorded(user))
    if (stored.length === 0 && changes.length === 0) return
    const journal = (await queryOne<{ id: string }>(client, JOURNAL))?.id ?? ''
    const rows = stored.map(
      ({ index, ...row }): NewRow => ({
        ...row,
        uuid: row.uuid ?? transactionUuid(journal, row.seq, index),
      }),
    )
    const small = rows.filter(({ isSmall }) => isSmall)
    if (small.length > 0) await insertSmall(client, small)
    const others = rows.filter(({ isSmall }) => !isSmall)
    if (others.length > 0) await insert(client, others, key)
    await writeSteps(client, journal, changes, key)
  },
})

function insert(client: Queryable, rows: readonly NewRow[], key: Uint8Array): Promise<unknown> {
  const column = <T>(read: (row: NewRow) => T): T[] => rows.map(read)
  return client.query(INSERT, [
    column(({ uuid }) => uuid),
    column(({ user }) => user),
    column(({ seq }) => seq),
    column(({ type }) => type),
    column(({ status }) => status),
    column(({ currency }) => currency),
    column(({ amount }) => String(amount)),
    column(({ fee }) => String(fee)),
    column(({ toCurrency }) => toCurrency),
    column(({ toAmount }) => (toAmount === null ? null : String(toAmount))),
    column(({ network }) => network),
    column(({ address }) => address),
    column(({ memo }) => memo ?? null),
    column(({ txid }) => txid),
    column(({ uuid, details }) => storedDetails(key, uuid, details)),
    column(({ at }) => at),
  ])
}

const JOURNAL = 'select id::text as id from journal_identity'

const INSERT = `insert into transactions
  (uuid, user_id, seq, type, status, currency_id, amount, fee, to_currency_id, to_amount, network_id, address, memo, txid, details,
    at, updated_at)
select *, at from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::text[], $6::integer[], $7::numeric[],
  $8::numeric[], $9::integer[], $10::numeric[], $11::integer[], $12::text[], $13::text[], $14::text[], $15::jsonb[], $16::bigint[])
  as t (uuid, user_id, seq, type, status, currency_id, amount, fee, to_currency_id, to_amount, network_id, address, memo, txid,
    details, at)
on conflict (uuid) do nothing`

type AccountOpened = Extract<Event, { readonly type: 'account-opened' }>
type RewardPaid = Extract<Event, { readonly type: 'reward-paid' }>
type Converted = Extract<Event, { readonly type: 'converted' }>
type CommissionBooked = Extract<Event, { readonly type: 'commission-booked' }>

function rowsOf(event: Event): readonly EventRow[] {
  if (event.type === 'reward-paid') return event.amount === 0 ? [] : [rewardRow(event)]
  if (event.type === 'converted') return [convertRow(event)]
  if (event.type === 'account-opened') return welcomeRows(event)
  return event.type === 'commission-booked' ? commissionRows(event) : fundsRows(event)
}

const DONE = { status: 'completed', network: null, address: null, txid: null } as const
const NO_EXCHANGE = { fee: ZERO, toCurrency: null, toAmount: null } as const

const convertRow = ({ user, at, conversion }: Converted): EventRow => ({
  user,
  type: 'convert',
  ...DONE,
  currency: conversion.from,
  amount: conversion.fromAmount,
  fee: conversion.fee,
  toCurrency: conversion.to,
  toAmount: conversion.toAmount,
  details: { kind: 'convert', change: String(conversion.change) },
  at,
})

/** One row per currency of play money. */
const welcomeRows = ({ user, at, postings }: AccountOpened): readonly EventRow[] =>
  postings
    .filter(({ owner }) => owner === user)
    .map(({ currency, amount }) => ({
      user,
      type: 'welcome',
      ...DONE,
      currency,
      amount,
      ...NO_EXCHANGE,
      details: { kind: 'welcome' },
      at,
    }))

const rewardRow = ({ user, at, amount, cause }: RewardPaid): EventRow => ({
  user,
  type: 'reward',
  ...DONE,
  currency: XP.id,
  amount: xpUnits(amount),
  ...NO_EXCHANGE,
  details: cause,
  at,
})

/** One row per currency. */
function commissionRows({ user, at, day, share, lines }: CommissionBooked): EventRow[] {
  const sums = new Map<CurrencyId, Units>()
  for (const { currency, amount } of lines) sums.set(currency, plus(sums.get(currency) ?? ZERO, amount))
  return [...sums]
    .filter(([, amount]) => amount > 0n)
    .map(([currency, amount]) => ({
      user,
      type: 'referral',
      ...DONE,
      currency,
      amount,
      ...NO_EXCHANGE,
      details: { kind: 'commission', day, share },
      at,
    }))
}

export type RewardRow = TransactionRow & { readonly type: 'reward' | 'referral' }

const PAGE = `select * from transactions where user_id = $1 and type = any($4)
  and ($5::bigint is null or at < $5 or at = $5
    and (seq, uuid) < ((select seq from transactions where user_id = $1 and uuid = $6 and at = $5), $6::uuid))
order by at desc, seq desc, uuid desc offset $2 limit $3`

const REWARDS: readonly RewardRow['type'][] = ['reward', 'referral']

/** Newest first; `next`: there are more. Without a type, those of all rewards. */
export async function rewardPage(
  { pool }: Pick<Database, 'pool'>,
  user: UserId,
  { offset, limit, before, type }: PageInput & { readonly type?: RewardRow['type'] },
): Promise<{ rows: RewardRow[]; next: boolean }> {
  const place = [before === undefined ? offset : 0, limit + 1]
  const types = type === undefined ? REWARDS : [type]
  const rows = await query<RewardRow>(pool, PAGE, [user, ...place, types, ...placeColumns(before)])
  return { rows: rows.slice(0, limit), next: rows.length > limit }
}

const BONUSES = `from transactions
where user_id = $1 and type = 'reward' and details ->> 'kind' = 'friend_bonus'`
const BONUS_SUM = `select coalesce(sum(amount), 0) as sum ${BONUSES}`
const BONUSES_FOR = `select details ->> 'friend' as friend, amount ${BONUSES} and details ->> 'friend' = any($2::text[])`

/** What the user received for all friends, and for each of `friends` who qualified, in units of XP. */
export async function friendBonuses(
  { pool }: Pick<Database, 'pool'>,
  user: UserId,
  friends: readonly UserId[],
): Promise<{ readonly sum: Units; readonly byFriend: ReadonlyMap<UserId, Units> }> {
  const [all, rows] = await Promise.all([
    queryOne<{ sum: Units }>(pool, BONUS_SUM, [user]),
    query<{ friend: UserId; amount: Units }>(pool, BONUSES_FOR, [user, friends]),
  ])
  return { sum: all?.sum ?? ZERO, byFriend: new Map(rows.map(({ friend, amount }) => [friend, amount])) }
}
