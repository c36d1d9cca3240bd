/** HTTP calls for login, sign-up, tokens and email links. */

import { getCall, type Ok, postCall } from '../call.ts'
import type { LoginMethodsView, PlayMailView, RefreshedTokens, SocketTicket, Tokens } from './views.ts'

export type RegistrationBody = {
  readonly email: string
  readonly password: string
  readonly referrer_uid?: number | string | null | undefined
}

/** Without `code` an account with 2FA answers `2FA_REQUIRED`. */
export type LoginBody = { readonly email: string; readonly password: string; readonly code?: string | undefined }

/** The callback data of the Telegram login widget; every field is signed. */
type TelegramWidgetBody = {
  readonly raw_callback_data: Readonly<Record<string, string | number>>
  readonly referrer_uid?: number | string | null | undefined
}

type RefreshBody = { readonly refresh_token: string }

/** `code` is a six-digit code or a recovery code. */
type SecondFactorBody = { readonly ticket: string; readonly code: string }

/** The authorization code from Google, and the PKCE verifier and nonce of the browser that requested it. */
export type GoogleEvidence = {
  readonly authentication_code: string
  readonly code_verifier?: string | undefined
  readonly nonce?: string | undefined
  readonly redirect_uri?: string | undefined
}

type GoogleBody = GoogleEvidence & { readonly referrer_uid?: string | number | null | undefined }

type ForgotBody = { readonly email: string }

/** `token` is the last part of the link in an email. */
type ConfirmEmailBody = { readonly token: string }

type ResetBody = { readonly token: string; readonly password: string }

export const authCalls = {
  register: postCall<RegistrationBody, Tokens>('/api/web-auth/email/registration/', 'public'),
  login: postCall<LoginBody, Tokens>('/api/web-auth/email/login/', 'public'),
  telegramWidget: postCall<TelegramWidgetBody, Tokens>('/api/web-auth/telegram-widget/', 'public'),
  /** Takes the `ticket` of `2FA_REQUIRED`, for every login method. */
  secondFactor: postCall<SecondFactorBody, Tokens>('/api/web-auth/2fa/', 'public'),
  refresh: postCall<RefreshBody, RefreshedTokens>('/api/web-auth/refresh-token/', 'public'),
  logout: postCall<RefreshBody, Ok>('/api/web-auth/logout/', 'public'),
  socketTicket: postCall<Record<string, never>, SocketTicket>('/api/web-auth/ws-ticket/', 'bearer'),
  /** The key is the operation id in `/openapi.json`. */
  ways: getCall<LoginMethodsView>('/api/web-auth/ways/', 'public'),
  google: postCall<GoogleBody, Tokens>('/api/web-auth/google/', 'public'),
  confirmEmail: postCall<ConfirmEmailBody, Ok>('/api/web-auth/email/confirm/', 'public'),
  forgot: postCall<ForgotBody, Ok>('/api/web-auth/email/forgot/', 'public'),
  reset: postCall<ResetBody, Ok>('/api/web-auth/email/reset/', 'public'),
  /** Exists only while `mail` of `ways` is `shown`. */
  playMail: getCall<PlayMailView>('/api/web-auth/email/shown/', 'public'),
} as const
