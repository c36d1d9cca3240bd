/** Who somebody is: registration, sign-in, and the three kinds of token that tell it afterwards. */

import type { Refusal } from '../../contract/refusals.ts'
import type { RefreshedTokens, Tokens } from '../../contract/views.ts'
import type { GoogleEvidence } from '../../contract/ways-views.ts'
import type { GoogleSettings } from '../config.ts'
import type { Log } from '../log.ts'
import type { Outbox } from '../mail/outbox.ts'
import { type AccessTokens, openAccessTokens } from './access-tokens.ts'
import { type Email, openEmail } from './email.ts'
import { openFamilies } from './families.ts'
import { type Google, openGoogle } from './google.ts'
import { openPasswords } from './passwords.ts'
import { openRefreshTokens } from './refresh-tokens.ts'
import { ownSecret } from './secret.ts'
import { openTelegram, type ReferralCode } from './telegram.ts'
import { openTickets, type Tickets } from './tickets.ts'
import { openUsers, type User, type Users, type UsersParts } from './users.ts'

export type Identity = {
  readonly users: Users
  readonly access: Pick<AccessTokens, 'read'>
  readonly tickets: Tickets
  readonly google: Google
  readonly email: Email
  /** Undefined when the e-mail is taken. */
  register(email: string, password: string, referralCode: ReferralCode, here: string): Promise<Tokens | undefined>
  /** Undefined for an unknown e-mail and for a wrong password, after the same work. */
  signIn(email: string, password: string): Promise<Tokens | undefined>
  /** By what a mini-app was launched with. */
  startApp(initData: string, referralCode: ReferralCode): Promise<Entered | Refusal>
  /** By what the login widget called back with. */
  telegramWidget(
    fields: Readonly<Record<string, string | number>>,
    referralCode: ReferralCode,
  ): Promise<Entered | Refusal>
  /** By what Google sent back to a page of ours. */
  byGoogle(evidence: GoogleEvidence, here: string, referralCode: ReferralCode): Promise<Entered | Refusal>
  /** Undefined when the refresh token is not good. */
  refresh(token: string): Promise<RefreshedTokens | undefined>
  signOut(refreshToken: string): Promise<void>
  /** Is told of every sign-in that ends. */
  onSignedOut(heard: (family: string) => void): void
}

export type Entered = { readonly user: User; readonly tokens: Tokens }

type Parts = UsersParts & {
  readonly log: Log
  readonly botToken: string | undefined
  readonly google: GoogleSettings | undefined
  readonly outbox: Outbox
  readonly appName: string
}

export async function openIdentity(parts: Parts): Promise<Identity> {
  const { database, clock, log } = parts
  const [secret, families, passwords] = await Promise.all([
    ownSecret(database),
    openFamilies(database, clock),
    openPasswords(),
  ])
  const users = openUsers(parts)
  const telegram = openTelegram({ ...parts, users })
  const google = openGoogle({ ...parts, users })
  const email = openEmail({ ...parts, users, passwords, forget: families.forget })
  const access = openAccessTokens(secret, clock, families.isEnded)
  const refreshTokens = openRefreshTokens(database, secret, parts, families)

  async function begin(user: string): Promise<Tokens> {
    const { signedIn, refresh } = await refreshTokens.begin(user)
    return { access: await access.issue(signedIn), refresh }
  }

  const enter = async (user: User | Refusal): Promise<Entered | Refusal> =>
    'code' in user ? user : { user, tokens: await begin(user.id) }

  return {
    users,
    access,
    google,
    email,
    tickets: openTickets(clock, families.isEnded),
    async register(address, password, referralCode, here) {
      const passwordHash = await passwords.hash(password)
      const user = await users.register({ way: { type: 'password', email: address, passwordHash }, referralCode })
      if (user === undefined) return undefined
      log.info({ user: user.id }, 'registered')
      await email.greet(user, here)
      return begin(user.id)
    },
    async signIn(email, password) {
      const user = await users.byEmail(email)
      if (!(await passwords.isRight(password, user?.password_hash ?? undefined)) || user === undefined) {
        log.info({ user: user?.id }, 'a sign-in failed')
        return undefined
      }
      await users.ensureAccount(user)
      log.info({ user: user.id }, 'signed in')
      return begin(user.id)
    },
    startApp: async (initData, referralCode) => enter(await telegram.byInitData(initData, referralCode)),
    telegramWidget: async (fields, referralCode) => enter(await telegram.byWidget(fields, referralCode)),
    byGoogle: async (evidence, here, referralCode) => enter(await google.byCode(evidence, here, referralCode)),
    async refresh(token) {
      const next = await refreshTokens.rotate(token)
      return next && { access_token: await access.issue(next.signedIn), refresh_token: next.refresh }
    },
    signOut: refreshTokens.end,
    onSignedOut: families.watch,
  }
}
