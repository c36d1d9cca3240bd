/** The sign-ins of a user, for them to look at and to end. */

import type { UserId } from '../../contract/ids.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../postgres/database.ts'
import type { Tables } from '../postgres/tables.ts'
import type { SignedIn } from './access-tokens.ts'
import { END_FAMILIES, END_FAMILY, type Families, SIGN_IN_MILLIS } from './families.ts'

export type SignIn = Tables['sign_ins']

export type SignIns = {
  /** Newest first; only those that still stand. */
  list(user: UserId): Promise<readonly SignIn[]>
  /** Undefined when it has ended. */
  startedAt(signedIn: SignedIn): Promise<number | undefined>
  /** False when this user has no such sign-in. */
  end(user: UserId, family: string): Promise<boolean>
  /** All of them, but for one where it is named. */
  endAll(user: UserId, but?: string): Promise<void>
}

export function openSignIns({ pool }: Database, clock: Clock, families: Families): SignIns {
  const standing = async (user: UserId): Promise<readonly SignIn[]> =>
    (await pool.query<SignIn>(STANDING, [user, clock.now() - SIGN_IN_MILLIS])).rows

  return {
    list: standing,
    startedAt: async ({ user, family }) => (await standing(user)).find((row) => row.family === family)?.created_at,
    async end(user, family) {
      const isTheirs = (await standing(user)).some((row) => row.family === family)
      if (!isTheirs) return false
      await pool.query(END_FAMILY, [family, user, clock.now()])
      families.forget(family)
      return true
    },
    async endAll(user, but) {
      const now = clock.now()
      const { rows } = await pool.query<SignIn>(END_FAMILIES, [user, but ?? null, now, now - SIGN_IN_MILLIS])
      for (const { family } of rows) families.forget(family)
    },
  }
}

const STANDING = `select * from sign_ins where user_id = $1 and created_at > $2
  and not exists (select from revoked_families r where r.family = sign_ins.family)
order by created_at desc, family`
