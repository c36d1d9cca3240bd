/** Opens the ways to sign in, and the security settings of who is signed in. */

import { openSignInCompletion, type SignInCompletion } from '../auth/complete-sign-in.ts'
import { type GoogleSignIn, openGoogleSignIn } from '../auth/google-sign-in.ts'
import { openPasswordSignIn, type PasswordSignIn } from '../auth/password-sign-in.ts'
import { openProviderSignIn, type ProviderSignIn } from '../auth/provider-sign-in.ts'
import type { TelegramSignInDeps } from '../auth/telegram-sign-in.ts'
import { openTelegram } from '../identity-providers/telegram.ts'
import type { Database } from '../postgres/database.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import type { GoogleSettings } from '../runtime/config.ts'
import type { Log } from '../runtime/log.ts'
import type { HealthTimes } from '../runtime/part-health.ts'
import type { DeriveKey } from '../secrets/record-key.ts'
import type { EmailVerification } from '../security/email-verification.ts'
import type { Passwords } from '../security/password-hash.ts'
import { openSecurity, type Security } from '../security/security.ts'
import type { Accounts } from './open-accounts.ts'
import type { Credentials } from './open-credentials.ts'

export type SignInDeps = Pick<TelegramSignInDeps, 'referralOf'> & {
  readonly database: Database
  readonly clock: CleanupClock
  readonly log: Log
  readonly deriveKey: DeriveKey
  readonly botToken: string | undefined
  readonly google: GoogleSettings | undefined
  readonly healthTimes: HealthTimes
  readonly appName: string
}

type Parts = Pick<Parameters<typeof openSignInCompletion>[0], 'onSignedIn' | 'onSessionStarted'> & {
  readonly passwords: Passwords
  readonly email: EmailVerification
}

type SignIn = Pick<SignInCompletion, 'completeWithCode'> &
  PasswordSignIn &
  ProviderSignIn & { readonly google: GoogleSignIn; readonly security: Security }

export function openSignIn(deps: SignInDeps, accounts: Accounts, credentials: Credentials, parts: Parts): SignIn {
  const { database, clock, log, deriveKey, botToken, healthTimes, referralOf, appName } = deps
  const { users, sessions, access, refreshTokens, history } = accounts
  const { devices, announce, changeCredential, twoFactor, codeMemory, countAttempt, linkLoginMethod, shortLived } =
    credentials
  const { passwords, email, onSignedIn, onSessionStarted } = parts
  const telegram = openTelegram({ database, clock, log, key: deriveKey('sign-in data'), botToken })
  const google = openGoogleSignIn({ google: deps.google, clock, log, healthTimes, users, linkLoginMethod })
  const { completeSignIn, completeWithCode } = openSignInCompletion({
    users,
    twoFactor,
    devices,
    refreshTokens,
    access,
    history,
    shortLived,
    log,
    onSignedIn,
    onSessionStarted,
  })
  return {
    ...openPasswordSignIn({ users, passwords, history, countAttempt, completeSignIn, email, log }),
    ...openProviderSignIn({ users, telegram, google, clock, completeSignIn, referralOf, log }),
    completeWithCode,
    google,
    security: openSecurity({
      users,
      passwords,
      twoFactor,
      sessions,
      devices,
      clock,
      shortLived,
      countAttempt,
      deriveKey,
      codeMemory,
      history,
      telegram,
      changeCredential,
      announce,
      linkLoginMethod,
      appName,
    }),
  }
}
