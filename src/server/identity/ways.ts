/** The ways by which somebody can come in: each is some columns of their row, and everybody keeps one at least. */

import type { Updateable } from 'kysely'
import { type Done, WAYS_IN, type Way } from '../../contract/account-views.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import type { Tables } from '../postgres/tables.ts'
import type { SignedIn } from './access-tokens.ts'
import { type ChangeLock, DONE } from './change-lock.ts'
import type { User } from './users.ts'

/** How somebody comes in. */
export type WayIn =
  | { readonly type: 'password'; readonly email: string; readonly passwordHash: string }
  | { readonly type: 'telegram'; readonly telegramId: number }
  /** With an e-mail that Google has verified, where it becomes the account's. */
  | { readonly type: 'google'; readonly sub: string; readonly email: string | undefined }

type Columns = Updateable<Tables['users']>

export function columnsOf(way: WayIn) {
  switch (way.type) {
    case 'password':
      return { email: way.email, password_hash: way.passwordHash }
    case 'telegram':
      return { telegram_id: way.telegramId }
    case 'google':
      return { google_sub: way.sub, ...(way.email !== undefined && { email: way.email, email_confirmed: true }) }
  }
}

/** The column by which they are found. */
function keyOf(way: WayIn) {
  switch (way.type) {
    case 'password':
      return ['email', way.email] as const
    case 'telegram':
      return ['telegram_id', way.telegramId] as const
    case 'google':
      return ['google_sub', way.sub] as const
  }
}

/** `without` is what a row holds that has not got it. */
const WAYS: Readonly<Record<Way, { readonly has: (user: User) => boolean; readonly without: Columns }>> = {
  email: {
    has: ({ email, password_hash }) => email !== null && password_hash !== null,
    without: { email: null, email_confirmed: false, password_hash: null, password_changed_at: null },
  },
  telegram: { has: ({ telegram_id }) => telegram_id !== null, without: { telegram_id: null, username: null } },
  google: { has: ({ google_sub }) => google_sub !== null, without: { google_sub: null } },
}

export const waysOf = (user: User): readonly Way[] => WAYS_IN.filter((way) => WAYS[way].has(user))

const UNIQUE_VIOLATION = '23505'

/** Whoever proved that they are, as they were then. */
export type Owner = Pick<User, 'id' | 'locks_version'>

/** The same one again is no news. */
export async function link({ kysely }: Database, owner: Owner, way: WayIn): Promise<Done | Refusal> {
  const [name, value] = keyOf(way)
  try {
    const { numUpdatedRows } = await kysely
      .updateTable('users')
      .set(columnsOf(way))
      .where('id', '=', owner.id)
      .where('locks_version', '=', owner.locks_version)
      .where((row) => row.or([row(name, 'is', null), row(name, '=', value)]))
      .executeTakeFirst()
    if (numUpdatedRows === 1n) return DONE
    const now = await kysely.selectFrom('users').select('locks_version').where('id', '=', owner.id).executeTakeFirst()
    return now?.locks_version === owner.locks_version
      ? refuse('WAY_LINKED')
      : refuse('REAUTH_REQUIRED', { by: 'sign-in' })
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) return refuse('WAY_TAKEN')
    throw error
  }
}

type Unlinking = SignedIn & {
  /** Of the locks, when it was proved. */
  readonly version: number
  readonly way: Way
}

/** Ends every other sign-in: one of them may have come by it. */
export const unlink = (changeLock: ChangeLock, { user, family, version, way }: Unlinking): Promise<Done | Refusal> =>
  changeLock<Done>({
    what: 'a way in was taken away',
    user,
    family,
    version,
    holdMillis: 0,
    async work(client) {
      const [row] = (await client.query<User>('select * from users where id = $1', [user])).rows
      if (row === undefined) return refuse('ACCOUNT_NOT_FOUND')
      if (!WAYS[way].has(row)) return refuse('WAY_NOT_LINKED')
      if (waysOf(row).length === 1) return refuse('LAST_WAY_IN')
      const emptied = Object.entries(WAYS[way].without)
      const assignments = emptied.map(([name], index) => `${name} = $${index + 2}`)
      await client.query(`update users set ${assignments.join(', ')} where id = $1`, [
        user,
        ...emptied.map(([, value]) => value),
      ])
      return DONE
    },
  })
