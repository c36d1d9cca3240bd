/** Login methods: each is a set of columns of the user's row. Every user keeps at least one. */

import { LOGIN_METHODS, type LoginMethod } from '../../contract/auth/views.ts'
import type { Millis } from '../../contract/ids.ts'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import type { User } from './user-row.ts'

/** What identifies a user with a login method. */
export type LoginIdentity =
  | { readonly type: 'password'; readonly email: string; readonly passwordHash: string }
  | { readonly type: 'telegram'; readonly telegramId: number }
  /** `email` was verified by Google and becomes the account's address. */
  | { readonly type: 'google'; readonly sub: string; readonly email: string | undefined }

type Columns = Partial<User>

/** A login method or password that is younger cannot by itself add or remove another. */
const SETTLING_MILLIS = 24 * 60 * 60 * 1_000

/** `since` is null for what exists since the registration. */
export const isSettled = (since: Millis | null, now: Millis): boolean =>
  since === null || now - since >= SETTLING_MILLIS

/** When the login method was added; null: at the registration. */
export function methodSince(user: User, method: LoginMethod): Millis | null {
  if (method !== 'email') return method === 'telegram' ? user.telegram_since : user.google_since
  const { email_since, password_since } = user
  return email_since === null && password_since === null ? null : Math.max(email_since ?? 0, password_since ?? 0)
}

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
const uniqueColumn = (identity: LinkedIdentity) =>
  identity.type === 'telegram'
    ? (['telegram_id', identity.telegramId] as const)
    : (['google_sub', identity.sub] as const)

/** `unlinked` are the values of the columns without the login method. */
export const LOGIN_METHOD_COLUMNS: Readonly<
  Record<LoginMethod, { readonly isLinked: (user: User) => boolean; readonly unlinked: Columns }>
> = {
  email: {
    isLinked: ({ email, password_hash }) => email !== null && password_hash !== null,
    unlinked: {
      email: null,
      email_confirmed: false,
      email_since: null,
      password_hash: null,
      password_changed_at: null,
      password_since: null,
    },
  },
  telegram: {
    isLinked: ({ telegram_id }) => telegram_id !== null,
    unlinked: { telegram_id: null, username: null, telegram_since: null },
  },
  google: {
    isLinked: ({ google_sub }) => google_sub !== null,
    unlinked: { google_sub: null, google_since: null },
  },
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

/** An identity that an existing account can add by itself; a password and an email address have calls of their own. */
export type LinkedIdentity = Exclude<LoginIdentity, { type: 'password' }>

/** The columns of the account with the identity; empty if it is linked already. */
export function withIdentity(user: User, proven: ProvenUser, identity: LinkedIdentity, now: Millis): Columns | Refusal {
  if (user.credentials_version !== proven.credentials_version) return refuse('REAUTH_REQUIRED', { by: 'sign-in' })
  const [name, value] = uniqueColumn(identity)
  if (user[name] === value) return {}
  if (user[name] !== null) return refuse('WAY_LINKED')
  const since = identity.type === 'telegram' ? { telegram_since: now } : { google_since: now }
  return { ...columnsOf(identity), ...since }
}
