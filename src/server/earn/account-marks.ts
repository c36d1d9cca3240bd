/**
 * The devices and address blocks that accounts were used from, as keyed hashes. A row of another program counts for nothing;
 * a deleted one hides that accounts are linked.
 */

import type { Millis, UserId } from '../../contract/ids.ts'
import { accountOf } from '../../engine/exchange.ts'
import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import { isSameHash, keyedHash } from '../runtime/keyed-hash.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

export type MarkKind = Tables['account_marks']['kind']
export type Mark = Pick<Tables['account_marks'], 'kind' | 'hash'>

type MarkRow = Omit<Tables['account_marks'], 'last_seen'>

export type AccountMarks = {
  /** Stores what the account is used from now. */
  store(user: UserId, marks: readonly Mark[]): Promise<void>
  /**
   * The marks of the account that too many accounts had before it: accounts of a device at any time; of an address block
   * those that were new, within a day before this one, which was new as well.
   */
  crowded(user: UserId): Promise<readonly Mark[]>
  /** Whether rows of this server say so for enough accounts. */
  isProven(user: UserId, mark: Mark): Promise<boolean>
}

type AccountMarksDeps = {
  readonly database: Pick<Database, 'pool'>
  readonly sequencer: Pick<Sequencer, 'read'>
  readonly clock: CleanupClock
  readonly forged: ForgedRows
  readonly key: Uint8Array
  /** Accounts before one that is linked. */
  readonly most: Readonly<Record<MarkKind, number>>
}

const DAY_MILLIS: Millis = 24 * 60 * 60 * 1_000
const MARK_MILLIS: Millis = 180 * DAY_MILLIS
/** Far more than the highest number of accounts that matters. */
const MAX_COMPARED = 1_000

export function openAccountMarks(deps: AccountMarksDeps): AccountMarks {
  const { database, sequencer, clock, forged, key, most } = deps
  const { pool } = database

  function isAuthentic(row: MarkRow): boolean {
    const isRight = isSameHash(row.mac, markMac(key, row))
    if (!isRight) forged.note('account_marks', `${row.user_id} ${row.kind} ${row.hash.toString('hex')}`)
    return isRight
  }

  return {
    async store(user, marks) {
      await deleteOld(pool, clock, 'delete from account_marks where last_seen <= $1', MARK_MILLIS)
      const columns = [marks.map(({ kind }) => kind), marks.map(({ hash }) => hash)]
      const known = (await query<MarkRow>(pool, KNOWN, [user, ...columns])).filter(isAuthentic)
      const now = clock.now()
      // The first time stays while a mark is used, so that the first accounts of a device do not become the last ones.
      const firstSeen = marks.map((mark) => known.find((each) => isSame(each, mark))?.first_seen ?? now)
      const macs = marks.map((mark, index) =>
        markMac(key, { ...mark, user_id: user, first_seen: firstSeen[index] ?? now }),
      )
      await execute(pool, STORE, [user, ...columns, firstSeen, macs, now])
    },

    crowded: (user) => query<Mark>(pool, CROWDED, [user, DAY_MILLIS, JSON.stringify(most)]),

    async isProven(user, mark) {
      const found = await query<MarkRow>(pool, SAME_MARK, [user, DAY_MILLIS, mark.kind, mark.hash, MAX_COMPARED])
      const marked = found.filter((row) => isSame(row, mark) && isAuthentic(row))
      // By the engine: a row of a user has the time that another program writes.
      const rows = await sequencer.read((state) =>
        marked.filter(
          ({ kind, user_id, first_seen }) =>
            kind === 'device' || (accountOf(state, user_id)?.openedAt ?? first_seen) > first_seen - DAY_MILLIS,
        ),
      )
      const own = rows.find(({ user_id }) => user_id === user)
      if (own === undefined) return false
      // Genuine rows can come twice, or be those of later accounts.
      const users = rows.filter(({ first_seen }) => first_seen <= own.first_seen).map(({ user_id }) => user_id)
      return new Set(users).size > most[mark.kind]
    },
  }
}

/** Keyed hash of a mark: that this server stored it, and when it was first seen. */
export const markMac = (key: Uint8Array, { user_id, kind, hash, first_seen }: Omit<MarkRow, 'mac'>): Buffer =>
  keyedHash(key, 'account mark', [user_id, kind, hash.toString('hex'), first_seen])

const isSame = (left: Mark, right: Mark): boolean => left.kind === right.kind && left.hash.equals(right.hash)

const KNOWN = `select user_id, kind, hash, first_seen, mac from account_marks
where user_id = $1 and (kind, hash) in (select * from unnest($2::text[], $3::bytea[]))`

const STORE = `insert into account_marks as known (user_id, kind, hash, first_seen, mac, last_seen)
select $1::uuid, kind, hash, first_seen, mac, $6::bigint
from unnest($2::text[], $3::bytea[], $4::bigint[], $5::bytea[]) as m (kind, hash, first_seen, mac)
order by kind, hash
on conflict (user_id, kind, hash) do update
set first_seen = excluded.first_seen, mac = excluded.mac, last_seen = excluded.last_seen
where known.last_seen < excluded.last_seen - ${DAY_MILLIS} or known.mac <> excluded.mac`

/** A day before, as a numeric: the time of a forged mark may be the lowest of its column. */
const dayBefore = (mark: 'o' | 'm'): string => `${mark}.first_seen::numeric - $2::bigint`

/** Whether account \`u\` with the mark \`o\` counts for the account with the mark \`m\`. */
const COUNTS = `o.kind = m.kind and o.hash = m.hash and (o.first_seen, o.user_id) < (m.first_seen, m.user_id)
  and (m.kind = 'device' or (o.first_seen > ${dayBefore('m')} and u.created_at > ${dayBefore('o')}))`

const IS_NEW = `(m.kind = 'device' or own.created_at > ${dayBefore('m')})`

const CROWDED = `select kind, hash from account_marks m join users own on own.id = m.user_id
where m.user_id = $1 and ${IS_NEW} and (
  select count(*) from account_marks o join users u on u.id = o.user_id where ${COUNTS}
) >= ($3::jsonb ->> kind)::bigint`

/** The own row and those that count. */
const SAME_MARK = `with m as (
  select m.* from account_marks m join users own on own.id = m.user_id
  where m.user_id = $1 and m.kind = $3 and m.hash = $4 and ${IS_NEW}
)
select user_id, kind, hash, first_seen, mac from m
union all
(select o.user_id, o.kind, o.hash, o.first_seen, o.mac
  from m, account_marks o join users u on u.id = o.user_id where ${COUNTS}
  order by o.first_seen limit $5)`
