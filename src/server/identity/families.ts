/**
 * A family is everything that grew out of one sign-in. One that was ended is dead for good in the database; the ones
 * that ended lately are also kept in memory, because an access token outlives its family by some minutes.
 */

import type { Clock } from '../clock.ts'
import type { Database } from '../postgres/database.ts'
import { ACCESS_MILLIS } from './access-tokens.ts'

/** However often it is refreshed, a sign-in ends after so long. */
export const SIGN_IN_MILLIS = 60 * 24 * 60 * 60 * 1_000

export type Families = {
  isEnded(family: string): boolean
  /** Ends it here, at once: its access tokens are refused and whoever watches is told. */
  forget(family: string): void
  /** Is told of every family that ends. */
  watch(heard: (family: string) => void): void
}

export async function openFamilies({ kysely }: Database, clock: Clock): Promise<Families> {
  const ended = new Map<string, number>()
  const watchers: ((family: string) => void)[] = []
  // By now every token of these is too old anyway.
  await kysely
    .deleteFrom('revoked_families')
    .where('revoked_at', '<=', clock.now() - SIGN_IN_MILLIS)
    .execute()
  const rows = await kysely
    .selectFrom('revoked_families')
    .selectAll()
    .where('revoked_at', '>', clock.now() - 2 * ACCESS_MILLIS)
    .orderBy('revoked_at')
    .execute()
  for (const { family, revoked_at } of rows) ended.set(family, revoked_at)

  /** Oldest first: the map keeps them in the order they ended. */
  function dropOld(now: number): void {
    for (const [family, at] of ended) {
      if (now - at <= 2 * ACCESS_MILLIS) return
      ended.delete(family)
    }
  }

  return {
    isEnded: (family) => ended.has(family),
    forget(family) {
      const now = clock.now()
      dropOld(now)
      ended.set(family, now)
      for (const heard of watchers) heard(family)
    },
    watch: (heard) => void watchers.push(heard),
  }
}

/** Writes it down, as part of a transaction: the caller tells `forget` once that is committed. */
export const END_FAMILY = `insert into revoked_families (family, user_id, revoked_at) values ($1, $2, $3)
on conflict do nothing`

/** Every sign-in of a user but one, as part of a transaction as well; answers which. */
export const END_FAMILIES = `insert into revoked_families (family, user_id, revoked_at)
select family, user_id, $3 from sign_ins where user_id = $1 and family is distinct from $2::uuid and created_at > $4
on conflict do nothing returning family`
