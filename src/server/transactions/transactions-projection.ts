/** The rows of `transactions`: conversions, paid rewards and booked commissions. */

import { XP, xpUnits } from '../../contract/earn/xp.ts'
import { type CurrencyId, type Millis, type Seq, transactionUuid, type UserId } from '../../contract/ids.ts'
import { type Ppm, plus, type Units, ZERO } from '../../contract/money.ts'
import type { Event, RewardCause } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { query, queryOne } from '../postgres/query.ts'
import type { TransactionRow } from '../postgres/tables.ts'
import type { Projection } from '../read-models/projector.ts'

export const TRANSACTIONS = 'transactions'

/** What the sentence about a row is written from. `change` in units of USDT. */
export type RewardDetails = RewardCause | { readonly kind: 'commission'; readonly day: number; readonly share: Ppm }
export type TransactionDetails = RewardDetails | { readonly kind: 'convert'; readonly change: string }

type NewRow = {
  readonly seq: Seq
  /** Of the row within its command. */
  readonly index: number
  readonly user: UserId
  readonly type: TransactionRow['type']
  readonly currency: CurrencyId
  readonly amount: Units
  readonly fee: Units
  readonly toCurrency: CurrencyId | null
  readonly toAmount: Units | null
  readonly details: TransactionDetails
  readonly at: Millis
}

/** `isRecorded`: whose rows are stored. */
export const transactionsProjection = (isRecorded: (user: UserId) => boolean): Projection => ({
  name: TRANSACTIONS,
  async write(client, batch) {
    const rows = batch.flatMap(({ seq, outcome }) =>
      outcome.events.flatMap(rowsOf).map((row, index): NewRow => ({ ...row, seq, index })),
    )
    const stored = rows.filter(({ user }) => isRecorded(user))
    if (stored.length === 0) return
    const journal = (await queryOne<{ id: string }>(client, JOURNAL))?.id ?? ''
    const column = <T>(read: (row: NewRow) => T): T[] => stored.map(read)
    await client.query(INSERT, [
      column(({ seq, index }) => transactionUuid(journal, seq, index)),
      column(({ user }) => user),
      column(({ seq }) => seq),
      column(({ type }) => type),
      column(({ currency }) => currency),
      column(({ amount }) => String(amount)),
      column(({ fee }) => String(fee)),
      column(({ toCurrency }) => toCurrency),
      column(({ toAmount }) => (toAmount === null ? null : String(toAmount))),
      column(({ details }) => JSON.stringify(details)),
      column(({ at }) => at),
    ])
  },
})

const JOURNAL = 'select id::text as id from journal_identity'

const INSERT = `insert into transactions
  (uuid, user_id, seq, type, status, currency_id, amount, fee, to_currency_id, to_amount, details, at, updated_at)
select uuid, user_id, seq, type, 'completed', currency_id, amount, fee, to_currency_id, to_amount, details, at, at
from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::integer[], $6::numeric[], $7::numeric[], $8::integer[],
  $9::numeric[], $10::jsonb[], $11::bigint[])
  as t (uuid, user_id, seq, type, currency_id, amount, fee, to_currency_id, to_amount, details, at)
on conflict (uuid) do nothing`

type RewardPaid = Extract<Event, { readonly type: 'reward-paid' }>
type Converted = Extract<Event, { readonly type: 'converted' }>
type CommissionBooked = Extract<Event, { readonly type: 'commission-booked' }>
type EventRow = Omit<NewRow, 'seq' | 'index'>

function rowsOf(event: Event): readonly EventRow[] {
  if (event.type === 'reward-paid') return event.amount === 0 ? [] : [rewardRow(event)]
  if (event.type === 'converted') return [convertRow(event)]
  return event.type === 'commission-booked' ? commissionRows(event) : []
}

const NO_EXCHANGE = { fee: ZERO, toCurrency: null, toAmount: null } as const

const convertRow = ({ user, at, conversion }: Converted): EventRow => ({
  user,
  type: 'convert',
  currency: conversion.from,
  amount: conversion.fromAmount,
  fee: conversion.fee,
  toCurrency: conversion.to,
  toAmount: conversion.toAmount,
  details: { kind: 'convert', change: String(conversion.change) },
  at,
})

const rewardRow = ({ user, at, amount, cause }: RewardPaid): EventRow => ({
  user,
  type: 'reward',
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
      currency,
      amount,
      ...NO_EXCHANGE,
      details: { kind: 'commission', day, share },
      at,
    }))
}

export type RewardRow = TransactionRow & { readonly type: 'reward' | 'referral' }

const PAGE = `select * from transactions where user_id = $1 and type = any($4)
order by at desc, uuid offset $2 limit $3`

const REWARDS: readonly RewardRow['type'][] = ['reward', 'referral']

/** Newest first; `next`: there are more. Without a type, those of all rewards. */
export async function rewardPage(
  { pool }: Pick<Database, 'pool'>,
  user: UserId,
  { offset, limit, type }: { readonly offset: number; readonly limit: number; readonly type?: RewardRow['type'] },
): Promise<{ rows: RewardRow[]; next: boolean }> {
  const rows = await query<RewardRow>(pool, PAGE, [user, offset, limit + 1, type === undefined ? REWARDS : [type]])
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
