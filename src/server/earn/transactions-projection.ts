/** The rows of `transactions` for paid rewards and booked commissions. Other types of rows will be added here. */

import { XP, xpUnits } from '../../contract/earn/xp.ts'
import { type CurrencyId, type Millis, type Seq, transactionUuid, type UserId } from '../../contract/ids.ts'
import { plus, type Units, ZERO } from '../../contract/money.ts'
import type { Event } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { query, queryOne } from '../postgres/query.ts'
import type { TransactionRow } from '../postgres/tables.ts'
import type { Projection } from '../read-models/projector.ts'
import type { RewardDetails } from './reward-texts.ts'

export const TRANSACTIONS = 'transactions'

type NewRow = {
  readonly seq: Seq
  /** Of the row within its command. */
  readonly index: number
  readonly user: UserId
  readonly type: TransactionRow['type']
  readonly currency: CurrencyId
  readonly amount: Units
  readonly details: RewardDetails
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
      column(({ details }) => JSON.stringify(details)),
      column(({ at }) => at),
    ])
  },
})

const JOURNAL = 'select id::text as id from journal_identity'

const INSERT = `insert into transactions (uuid, user_id, seq, type, status, currency_id, amount, details, at, updated_at)
select uuid, user_id, seq, type, 'completed', currency_id, amount, details, at, at
from unnest($1::uuid[], $2::uuid[], $3::bigint[], $4::text[], $5::integer[], $6::numeric[], $7::jsonb[], $8::bigint[])
  as t (uuid, user_id, seq, type, currency_id, amount, details, at)
on conflict (uuid) do nothing`

type RewardPaid = Extract<Event, { readonly type: 'reward-paid' }>
type CommissionBooked = Extract<Event, { readonly type: 'commission-booked' }>
type EventRow = Omit<NewRow, 'seq' | 'index'>

function rowsOf(event: Event): readonly EventRow[] {
  if (event.type === 'reward-paid') return event.amount === 0 ? [] : [rewardRow(event)]
  return event.type === 'commission-booked' ? commissionRows(event) : []
}

const rewardRow = ({ user, at, amount, cause }: RewardPaid): EventRow => ({
  user,
  type: 'reward',
  currency: XP.id,
  amount: xpUnits(amount),
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
      details: { kind: 'commission', day, share },
      at,
    }))
}

const PAGE = `select * from transactions where user_id = $1 and type in ('reward', 'referral')
order by at desc, uuid offset $2 limit $3`

/** Newest first; `next`: there are more. */
export async function rewardPage(
  { pool }: Pick<Database, 'pool'>,
  user: UserId,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ rows: TransactionRow[]; next: boolean }> {
  const rows = await query<TransactionRow>(pool, PAGE, [user, offset, limit + 1])
  return { rows: rows.slice(0, limit), next: rows.length > limit }
}

const BONUSES = `select details ->> 'friend' as friend, amount from transactions
where user_id = $1 and type = 'reward' and details ->> 'kind' = 'friend_bonus'`

/** What the user received for each friend who qualified, in units of XP. */
export async function friendBonuses(
  { pool }: Pick<Database, 'pool'>,
  user: UserId,
): Promise<ReadonlyMap<UserId, Units>> {
  const rows = await query<{ friend: UserId; amount: Units }>(pool, BONUSES, [user])
  return new Map(rows.map(({ friend, amount }) => [friend, amount]))
}
