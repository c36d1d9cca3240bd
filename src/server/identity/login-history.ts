/** Who came in, or tried to, by which way and from what: kept for as long as a sign-in lives. */

import type { LoginOutcome, Way } from '../../contract/account-views.ts'
import type { UserId } from '../../contract/ids.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../postgres/database.ts'
import type { Tables } from '../postgres/tables.ts'
import { SIGN_IN_MILLIS } from './families.ts'
import type { Visitor } from './visitor.ts'

export type Try = { readonly user: UserId; readonly way: Way; readonly visitor: Visitor }

export type LoginAttempt = Omit<Tables['login_attempts'], 'id'>
type Page = { readonly offset: number; readonly limit: number }

export type LoginHistory = {
  /** Its number, by which it may turn out well later. */
  note(attempt: Try, outcome: LoginOutcome): Promise<number>
  turnedOutWell(id: number): Promise<void>
  /** Newest first. */
  page(user: UserId, page: Page): Promise<readonly LoginAttempt[]>
}

export function openLoginHistory({ kysely }: Database, clock: Clock): LoginHistory {
  return {
    async note({ user, way, visitor }, outcome) {
      const at = clock.now()
      await kysely
        .deleteFrom('login_attempts')
        .where('at', '<=', at - SIGN_IN_MILLIS)
        .execute()
      const values = { user_id: user, at, way, device: visitor.device, ip_masked: visitor.ipMasked, outcome }
      const insert = kysely.insertInto('login_attempts').values(values).returning('id')
      return (await insert.executeTakeFirstOrThrow()).id
    },
    async turnedOutWell(id) {
      await kysely.updateTable('login_attempts').set({ outcome: 'signed_in' }).where('id', '=', id).execute()
    },
    page: (user, { offset, limit }) =>
      kysely
        .selectFrom('login_attempts')
        .select(['user_id', 'at', 'way', 'device', 'ip_masked', 'outcome'])
        .where('user_id', '=', user)
        .orderBy('id', 'desc')
        .offset(offset)
        .limit(limit)
        .execute(),
  }
}
