/** Who somebody is: registration, sign-in, and the three kinds of token that tell it afterwards. */

import type { Refusal } from '../../contract/refusals.ts'
import type { RefreshedTokens, Tokens } from '../../contract/views.ts'
import { type AccessTokens, openAccessTokens } from './access-tokens.ts'
import { openFamilies } from './families.ts'
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
  /** Undefined when the e-mail is taken. */
  register(email: string, password: string, referralCode: ReferralCode): Promise<Tokens | undefined>
  /** Undefined for an unknown e-mail and for a wrong password, after the same work. */
  signIn(email: string, password: string): Promise<Tokens | undefined>
  /** By what a mini-app was launched with. */
  startApp(initData: string, referralCode: ReferralCode): Promise<Entered | Refusal>
  /** By what the login widget called back with. */
  telegramWidget(
    fields: Readonly<Record<string, string | number>>,
    referralCode: ReferralCode,
  ): Promise<Entered | Refusal>
  /** Undefined when the refresh token is not good. */
  refresh(token: string): Promise<RefreshedTokens | undefined>
  signOut(refreshToken: string): Promise<void>
  /** Is told of every sign-in that ends. */
  onSignedOut(heard: (family: string) => void): void
  /** Is told of every sign-in that succeeds, a registration left out. */
  onSignedIn(heard: (user: string, way: WayBack) => void): void
}

/** How somebody who was here before came in again. */
export type WayBack = 'password' | 'widget' | 'launch'

export type Entered = { readonly user: User; readonly tokens: Tokens }

type Parts = UsersParts & Omit<Parameters<typeof openTelegram>[0], 'users'>

export async function openIdentity(parts: Parts): Promise<Identity> {
  const { database, clock, log } = parts
  const [secret, families, passwords] = await Promise.all([
    ownSecret(database),
    openFamilies(database, clock),
    openPasswords(),
  ])
  const users = openUsers(parts)
  const telegram = openTelegram({ ...parts, users })
  const access = openAccessTokens(secret, clock, families.isEnded)
  const refreshTokens = openRefreshTokens(database, secret, parts, families)

  async function begin(user: string): Promise<Tokens> {
    const { signedIn, refresh } = await refreshTokens.begin(user)
    return { access: await access.issue(signedIn), refresh }
  }

  const watchers: ((user: string, way: WayBack) => void)[] = []
  function beginAgain(user: string, way: WayBack): Promise<Tokens> {
    for (const heard of watchers) heard(user, way)
    return begin(user)
  }

  const enter = async (user: User | Refusal, way: WayBack): Promise<Entered | Refusal> =>
    'code' in user ? user : { user, tokens: await beginAgain(user.id, way) }

  return {
    users,
    access,
    tickets: openTickets(clock, families.isEnded),
    async register(email, password, referralCode) {
      const passwordHash = await passwords.hash(password)
      const user = await users.register({ way: { type: 'password', email, passwordHash }, referralCode })
      if (user === undefined) return undefined
      log.info({ user: user.id }, 'registered')
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
      return beginAgain(user.id, 'password')
    },
    startApp: async (initData, referralCode) => enter(await telegram.byInitData(initData, referralCode), 'launch'),
    telegramWidget: async (fields, referralCode) => enter(await telegram.byWidget(fields, referralCode), 'widget'),
    async refresh(token) {
      const next = await refreshTokens.rotate(token)
      return next && { access_token: await access.issue(next.signedIn), refresh_token: next.refresh }
    },
    signOut: refreshTokens.end,
    onSignedOut: families.watch,
    onSignedIn: (heard) => void watchers.push(heard),
  }
}
