/** Login methods: each is a set of columns of the user's row. Every user keeps at least one. */

import { LOGIN_METHODS, type LoginMethod } from '../../contract/auth/views.ts'
import type { Ok } from '../../contract/call.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { Database } from '../postgres/database.ts'
import { execute, isUniqueViolation, queryOne } from '../postgres/query.ts'
import type { User } from './user-row.ts'

/** What identifies a user with a login method. */
export type LoginIdentity =
  | { readonly type: 'password'; readonly email: string; readonly passwordHash: string }
  | { readonly type: 'telegram'; readonly telegramId: number }
  /** `email` was verified by Google and becomes the account's address. */
  | { readonly type: 'google'; readonly sub: string; readonly email: string | undefined }

type Columns = Partial<User>

export function columnsOf(identity: LoginIdentity): Columns {
  switch (identity.type) {
    case 'password':
      return { email: identity.email, password_hash: identity.passwordHash }
    case 'telegram':
      return { telegram_id: identity.telegramId }
    case 'google': {
      const { sub, email } = identity
      return { google_sub: sub, ...(email !== undefined && { email, email_confirmed: true }) }
    }
  }
}

/** The unique column by which the user is found. */
function uniqueColumn(identity: LoginIdentity) {
  switch (identity.type) {
    case 'password':
      return ['email', identity.email] as const
    case 'telegram':
      return ['telegram_id', identity.telegramId] as const
    case 'google':
      return ['google_sub', identity.sub] as const
  }
}

/** `unlinked` are the values of the columns without the login method. */
export const LOGIN_METHOD_COLUMNS: Readonly<
  Record<LoginMethod, { readonly isLinked: (user: User) => boolean; readonly unlinked: Columns }>
> = {
  email: {
    isLinked: ({ email, password_hash }) => email !== null && password_hash !== null,
    unlinked: { email: null, email_confirmed: false, password_hash: null, password_changed_at: null },
  },
  telegram: {
    isLinked: ({ telegram_id }) => telegram_id !== null,
    unlinked: { telegram_id: null, username: null },
  },
  google: { isLinked: ({ google_sub }) => google_sub !== null, unlinked: { google_sub: null } },
}

export const loginMethodsOf = (user: User): readonly LoginMethod[] =>
  LOGIN_METHODS.filter((method) => LOGIN_METHOD_COLUMNS[method].isLinked(user))

/** `name = $n, …` for the columns, numbered from `first`. */
export const assignments = (columns: Columns, first: number): string =>
  Object.keys(columns)
    .map((name, index) => `${name} = $${index + first}`)
    .join(', ')

/** A user who reauthenticated, with the version of their credentials at that time. */
export type ProvenUser = Pick<User, 'id' | 'credentials_version'>

/** Linking the identity that is already linked succeeds and changes nothing. */
export async function linkLoginMethod(
  { pool }: Database,
  user: ProvenUser,
  identity: LoginIdentity,
): Promise<Ok | Refusal> {
  const [name, value] = uniqueColumn(identity)
  const columns = columnsOf(identity)
  const link = `update users set ${assignments(columns, 4)}
    where id = $1 and credentials_version = $2 and (${name} is null or ${name} = $3)`
  const version = 'select credentials_version from users where id = $1'
  try {
    const values = [user.id, user.credentials_version, value, ...Object.values(columns)]
    if ((await execute(pool, link, values)) === 1) return { status: 'ok' }
    const now = await queryOne<ProvenUser>(pool, version, [user.id])
    return now?.credentials_version === user.credentials_version
      ? refuse('WAY_LINKED')
      : refuse('REAUTH_REQUIRED', { by: 'sign-in' })
  } catch (error) {
    if (isUniqueViolation(error)) return refuse('WAY_TAKEN')
    throw error
  }
}
