/** Who somebody is: registration, sign-in, and the three kinds of token that tell it afterwards. */

import type { Way } from '../../contract/account-views.ts'
import type { UserId } from '../../contract/ids.ts'
import type { Refusal } from '../../contract/refusals.ts'
import type { RefreshedTokens, Tokens } from '../../contract/views.ts'
import type { GoogleEvidence } from '../../contract/ways-views.ts'
import type { GoogleSettings } from '../config.ts'
import type { Log } from '../log.ts'
import type { Outbox } from '../mail/outbox.ts'
import { buckets } from '../token-bucket.ts'
import { type AccessTokens, openAccessTokens } from './access-tokens.ts'
import { lockChanger } from './change-lock.ts'
import { type Email, openEmail } from './email.ts'
import { type Entrance, openEntrance } from './entrance.ts'
import { openFamilies } from './families.ts'
import { type Google, openGoogle } from './google.ts'
import { type Locks, openLocks } from './locks.ts'
import { openLoginHistory } from './login-history.ts'
import { openPasswordSignIn, type PasswordSignIn } from './password-sign-in.ts'
import { openPasswords } from './passwords.ts'
import { openRefreshTokens } from './refresh-tokens.ts'
import { openKeys } from './secret.ts'
import { openSignIns } from './sign-ins.ts'
import { openTelegram, type ReferralCode } from './telegram.ts'
import type { TelegramLogin } from './telegram-data.ts'
import { openTickets, type Tickets } from './tickets.ts'
import { openTwoFactor } from './two-factor.ts'
import { openUsers, type Users, type UsersParts } from './users.ts'
import type { Visitor } from './visitor.ts'

export type Identity = Entrance &
  PasswordSignIn & {
    readonly users: Users
    readonly access: Pick<AccessTokens, 'read'>
    readonly tickets: Tickets
    readonly locks: Locks
    readonly google: Google
    readonly email: Email
    /** By what a mini-app was launched with. */
    startApp(launch: Launch, visitor: Visitor): Promise<Entered | Refusal>
    /** By what the login widget called back with. */
    telegramWidget(fields: WidgetFields, referralCode: ReferralCode, visitor: Visitor): Promise<Tokens | Refusal>
    /** By what Google sent back to a page of ours. */
    byGoogle(wish: GoogleWish, visitor: Visitor): Promise<Tokens | Refusal>
    /** Undefined when the refresh token is not good. */
    refresh(token: string, visitor: Visitor): Promise<RefreshedTokens | undefined>
    signOut(refreshToken: string): Promise<void>
    /** Is told of every sign-in that ends. */
    onSignedOut(heard: (family: string) => void): void
    /** Is told of every sign-in on the website. */
    onSignedIn(heard: (user: UserId, way: Way) => void): void
  }

export type Entered = { readonly user: UserId; readonly tokens: Tokens }
export type Launch = {
  readonly initData: string
  readonly referralCode: ReferralCode
  readonly langCode: string | null | undefined
  readonly platform: string | null | undefined
}
type WidgetFields = Readonly<Record<string, string | number>>

export type GoogleWish = {
  readonly evidence: GoogleEvidence
  readonly referralCode: ReferralCode
  /** Our own origin. */
  readonly here: string
}

type Parts = UsersParts & {
  readonly log: Log
  readonly appName: string
  readonly botToken: string | undefined
  readonly google: GoogleSettings | undefined
  readonly outbox: Outbox
  readonly secretKey: string | undefined
  readonly rateLimits: boolean
  /** Who the bot was told had brought somebody. */
  readonly referralOf?: ((telegramId: number) => Promise<string | undefined>) | undefined
}

/** Tries of one account's password: enough for a bad memory, too few for a list. */
const ATTEMPTS = { perSecond: 1 / 30, burst: 10 }

export async function openIdentity(parts: Parts): Promise<Identity> {
  const { database, clock, log } = parts
  const [keys, families, passwords] = await Promise.all([
    openKeys(database, parts.secretKey),
    openFamilies(database, clock),
    openPasswords(),
  ])
  const users = openUsers(parts)
  const telegram = openTelegram({ ...parts, users })
  const access = openAccessTokens(keys('access tokens'), clock, families.isEnded)
  const refreshTokens = openRefreshTokens(database, keys('refresh tokens'), parts, families)
  const history = openLoginHistory(database, clock)
  const changeLock = lockChanger(database, clock, families)
  const twoFactor = openTwoFactor({ ...parts, keys, changeLock })
  const watchers: ((user: UserId, way: Way) => void)[] = []
  const heard = (user: UserId, way: Way): void => {
    for (const watcher of watchers) watcher(user, way)
  }
  const { enter, finish } = openEntrance({ heard, users, twoFactor, refreshTokens, access, history, clock, log })
  const attempts = parts.rateLimits ? buckets(ATTEMPTS, clock) : () => 0
  const signIns = openSignIns(database, clock, families)
  const tools = { users, passwords, telegram, twoFactor, signIns, history, clock, attempts, changeLock }
  const google = openGoogle({ ...parts, users })
  const email = openEmail({ ...parts, users, passwords, changeLock })

  async function byTelegram(login: TelegramLogin, referralCode: ReferralCode, visitor: Visitor, isQuiet = false) {
    const user = await telegram.userOf(login, referralCode)
    return { user: user.id, entered: await enter({ user, way: 'telegram', visitor, isQuiet }) }
  }

  return {
    users,
    access,
    google,
    email,
    tickets: openTickets(clock, families.isEnded),
    locks: openLocks(tools),
    ...openPasswordSignIn({ ...tools, enter, log, greet: email.greet }),
    enter,
    finish,
    async startApp({ initData, referralCode, langCode, platform }, visitor) {
      const login = telegram.readInitData(initData)
      if ('code' in login) return login
      const { user, entered } = await byTelegram(login, referralCode, visitor, true)
      if ('code' in entered) return entered
      await users.keepGreeting(user, { langCode: langCode ?? login.langCode, platform })
      return { user, tokens: entered }
    },
    async telegramWidget(fields, referralCode, visitor) {
      const login = await telegram.readWidget(fields)
      return 'code' in login ? login : (await byTelegram(login, referralCode, visitor)).entered
    },
    async byGoogle({ evidence, here, referralCode }, visitor) {
      const user = await google.byCode(evidence, here, referralCode)
      return 'code' in user ? user : enter({ user, way: 'google', visitor })
    },
    async refresh(token, visitor) {
      const next = await refreshTokens.rotate(token, visitor)
      return next && { access_token: await access.issue(next.signedIn), refresh_token: next.refresh }
    },
    signOut: refreshTokens.end,
    onSignedOut: families.watch,
    onSignedIn: (heard) => void watchers.push(heard),
  }
}
