/** Login with Telegram (mini-app launch or website widget) and with Google. */

import type { GoogleEvidence } from '../../contract/auth/calls.ts'
import type { Tokens } from '../../contract/auth/views.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import { isRefused, type Refusal } from '../../contract/refusals.ts'
import type { Telegram } from '../identity-providers/telegram.ts'
import type { TelegramLogin } from '../identity-providers/telegram-signature.ts'
import type { ClientDevice } from '../runtime/client-device.ts'
import type { Clock } from '../runtime/clock.ts'
import type { User } from '../users/user-row.ts'
import type { SignInCompletion } from './complete-sign-in.ts'
import type { GoogleSignIn } from './google-sign-in.ts'
import { findOrRegisterTelegramUser, type ReferralCode, type TelegramSignInDeps } from './telegram-sign-in.ts'

export type ProviderSignIn = {
  startMiniApp(launch: MiniAppLaunch, device: ClientDevice): Promise<MiniAppSignIn | Refusal>
  signInWithWidget(fields: WidgetFields, code: ReferralCode, device: ClientDevice): Promise<Tokens | Refusal>
  signInWithGoogle(request: GoogleSignInRequest, device: ClientDevice): Promise<Tokens | Refusal>
}

type MiniAppSignIn = { readonly user: UserId; readonly tokens: Tokens }

type MiniAppLaunch = {
  readonly initData: string
  readonly deviceId: string | undefined
  readonly referralCode: ReferralCode
  readonly langCode: string | null | undefined
  readonly platform: string | null | undefined
}

type WidgetFields = Readonly<Record<string, string | number>>

type GoogleSignInRequest = {
  readonly evidence: GoogleEvidence
  readonly referralCode: ReferralCode
  /** The exchange's own origin. */
  readonly origin: string
}

type ProviderSignInDeps = TelegramSignInDeps & {
  readonly telegram: Telegram
  readonly google: GoogleSignIn
  readonly clock: Clock
  readonly completeSignIn: SignInCompletion['completeSignIn']
}

export function openProviderSignIn(deps: ProviderSignInDeps): ProviderSignIn {
  const { users, telegram, google, clock, completeSignIn } = deps

  async function signInWithTelegram(
    login: TelegramLogin,
    referralCode: ReferralCode,
    device: ClientDevice,
    isLaunch: boolean,
  ) {
    const begun = clock.now()
    const user = await findOrRegisterTelegramUser(deps, login, referralCode)
    const skipsNotification = isLaunch || isRegisteredSince(user, begun)
    const tokens = await completeSignIn({ user, loginMethod: 'telegram', device, skipsNotification })
    return { user: user.id, tokens }
  }

  return {
    async startMiniApp({ initData, deviceId, referralCode, langCode, platform }, device) {
      const login = await telegram.readInitData(initData, deviceId)
      if (isRefused(login)) return login
      const { user, tokens } = await signInWithTelegram(login, referralCode, { ...device, id: deviceId }, true)
      if (isRefused(tokens)) return tokens
      await users.updateClientProfile(user, { langCode: langCode ?? login.langCode, platform })
      return { user, tokens }
    },
    async signInWithWidget(fields, referralCode, device) {
      const login = await telegram.readWidget(fields)
      return isRefused(login) ? login : (await signInWithTelegram(login, referralCode, device, false)).tokens
    },
    async signInWithGoogle({ evidence, origin, referralCode }, device) {
      const begun = clock.now()
      const user = await google.findOrRegister(evidence, origin, referralCode)
      if (isRefused(user)) return user
      return completeSignIn({ user, loginMethod: 'google', device, skipsNotification: isRegisteredSince(user, begun) })
    },
  }
}

const isRegisteredSince = (user: User, time: Millis): boolean => user.created_at >= time
