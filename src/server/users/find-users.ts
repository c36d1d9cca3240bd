import type { Millis, UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { type Queryable, query, queryOne } from '../postgres/query.ts'
import type { Clock } from '../runtime/clock.ts'
import { ignoreDifference } from '../runtime/errors.ts'
import type { AccountRecord, UserKey } from './account-record.ts'
import type { AccountRecords } from './account-records.ts'
import type { User } from './user-row.ts'

export type FindUsers = {
  /** Verified, as all that `find…` returns: throws `AccountDiffers` if the stored account is not the recorded one. */
  findAccount(id: UserId): Promise<AccountRecord | undefined>
  findById(id: UserId): Promise<User | undefined>
  findByEmail(email: string): Promise<User | undefined>
  findByTelegramId(id: number): Promise<User | undefined>
  /** `sub` is the issuer and Google's user id, separated by a space. */
  findByGoogleSub(sub: string): Promise<User | undefined>
  /** As stored: for what decides nothing, also about accounts that differ. */
  idOf(by: UserKey, value: string | number): Promise<UserId | undefined>
  /** True while another account may get this former address back by an undo link. */
  isReserved(email: string, user?: UserId): Promise<boolean>
}

export function openFindUsers(
  { pool }: Pick<Database, 'pool'>,
  { find }: Pick<AccountRecords, 'find'>,
  clock: Clock,
): FindUsers {
  async function userBy(by: UserKey, value: string | number): Promise<User | undefined> {
    const rows = await query<Pick<User, 'id'>>(pool, `select id from users where ${by} = $1`, [value])
    if (rows.length <= 1) return (await find(by, value))?.user
    // The constraint of the table is gone. The owner has confirmed the address, or was there first.
    const found = await Promise.all(rows.map(({ id }) => find('id', id).catch(ignoreDifference)))
    const users = found.flatMap((account) => (account?.user[by] === value ? [account.user] : []))
    return users.toSorted(ownerFirst)[0]
  }
  return {
    findAccount: (id) => find('id', id),
    findById: (id) => userBy('id', id),
    findByEmail: (email) => userBy('email', email),
    findByTelegramId: (id) => userBy('telegram_id', id),
    findByGoogleSub: (sub) => userBy('google_sub', sub),
    idOf: async (by, value) =>
      (await queryOne<Pick<User, 'id'>>(pool, `select id from users where ${by} = $1`, [value]))?.id,
    isReserved: (email, user) => isReserved(pool, email, clock.now(), user),
  }
}

const ownerFirst = (left: User, right: User): number =>
  Number(right.email_confirmed) - Number(left.email_confirmed) || left.created_at - right.created_at

export const isReserved = async (db: Queryable, email: string, now: Millis, user?: UserId): Promise<boolean> =>
  (await query(db, RESERVED, [email, now, user ?? null])).length > 0

const RESERVED = `select from credential_undos where former_email = $1 and used_at is null and expires_at > $2
  and user_id is distinct from $3 limit 1`

const ROWS_PER_QUERY = 10_000

/** The ids of all users in order, read in pages. */
export async function* allUsers({ pool }: { readonly pool: Queryable }): AsyncIterable<UserId> {
  // No id is before all others: another program can store the lowest one.
  let after: UserId | null = null
  for (;;) {
    const page = 'select id from users where $1::uuid is null or id > $1 order by id limit $2'
    const rows: Pick<User, 'id'>[] = await query(pool, page, [after, ROWS_PER_QUERY])
    for (const { id } of rows) yield id
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
