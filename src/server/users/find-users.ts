import type { Millis, UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { type Queryable, query, queryOne } from '../postgres/query.ts'
import type { Clock } from '../runtime/clock.ts'
import type { User } from './user-row.ts'

export type FindUsers = {
  findById(id: UserId): Promise<User | undefined>
  findByEmail(email: string): Promise<User | undefined>
  /** True while another account may get this former address back by an undo link. */
  isReserved(email: string, user?: UserId): Promise<boolean>
  findByTelegramId(id: number): Promise<User | undefined>
  /** `sub` is the issuer and Google's user id, separated by a space. */
  findByGoogleSub(sub: string): Promise<User | undefined>
}

export const openFindUsers = ({ pool }: Pick<Database, 'pool'>, clock: Clock): FindUsers => ({
  findById: (id) => queryOne<User>(pool, 'select * from users where id = $1', [id]),
  findByEmail: (email) => queryOne<User>(pool, 'select * from users where email = $1', [email]),
  isReserved: (email, user) => isReserved(pool, email, clock.now(), user),
  findByTelegramId: (id) => queryOne<User>(pool, 'select * from users where telegram_id = $1', [id]),
  findByGoogleSub: (sub) => queryOne<User>(pool, 'select * from users where google_sub = $1', [sub]),
})

export const isReserved = async (db: Queryable, email: string, now: Millis, user?: UserId): Promise<boolean> =>
  (await query(db, RESERVED, [email, now, user ?? null])).length > 0

const RESERVED = `select from credential_undos where former_email = $1 and used_at is null and expires_at > $2
  and user_id is distinct from $3 limit 1`

const ROWS_PER_QUERY = 10_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000' as UserId

/** All users by id, read in pages. */
export async function* allUsers({ pool }: Pick<Database, 'pool'>): AsyncIterable<User> {
  let after = BEFORE_ALL
  for (;;) {
    const page = 'select * from users where id > $1 order by id limit $2'
    const rows = await query<User>(pool, page, [after, ROWS_PER_QUERY])
    yield* rows
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}
