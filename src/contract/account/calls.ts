/** HTTP calls for the own profile, credentials and sessions. */

import type { GoogleEvidence } from '../auth/calls.ts'
import type { LoginMethod } from '../auth/views.ts'
import { deleteCall, getCall, type Ok, postCall } from '../call.ts'
import type {
  LoginHistoryPage,
  ProfileView,
  RecoveryCodesView,
  SessionView,
  StartAppView,
  TwoFactorSetup,
  UndoView,
} from './views.ts'

/**
 * Reauthentication. `params.by` of `REAUTH_REQUIRED` says which proof is required: `code` if 2FA is on, else `password`
 * if the account has one, else `sign-in`, a session younger than ten minutes. A password or 2FA younger than one day
 * requires that session as well.
 */
export type Proof = { readonly password?: string | undefined; readonly code?: string | undefined }

/** `password` is required if the account has one, else a session younger than ten minutes. */
export type ConfirmTwoFactorBody = {
  readonly code: string
  readonly secret: string
  readonly password?: string | undefined
}

/** One of the two is required; `code` also accepts a recovery code. */
type DisableTwoFactorBody = {
  readonly code?: string | undefined
  readonly recovery_code?: string | undefined
}

type NewRecoveryCodesBody = { readonly code: string }

/** `current_password` is required if the account has a password, `code` if 2FA is on. */
export type SetPasswordBody = {
  readonly password: string
  readonly current_password?: string | undefined
  readonly code?: string | undefined
}

/** Exactly one of the two: the login widget's callback data or the mini-app's init data, with the device id. */
export type LinkTelegramBody = Proof & {
  readonly raw_callback_data?: Readonly<Record<string, string | number>> | undefined
  readonly init_data?: string | undefined
  readonly device_id?: string | undefined
}

export type UnlinkBody = Proof & { readonly way: LoginMethod }

type LinkGoogleBody = GoogleEvidence & Proof

type LinkEmailBody = Proof & { readonly email: string }

/** `token` is the last part of the link in the notification. */
type UndoBody = { readonly token: string }

/**
 * `init_data` is the signed string that Telegram passes to a mini-app, unchanged. It can be used again only with the same
 * `device_id`, a random value that the client keeps.
 */
type StartAppBody = {
  readonly init_data?: string | null | undefined
  readonly device_id?: string | undefined
  readonly referrer_uid?: number | string | null | undefined
  readonly lang_code?: string | null | undefined
  readonly platform?: string | null | undefined
}

export const accountCalls = {
  /** Authenticated by init data, or by an access token. */
  startApp: postCall<StartAppBody, StartAppView>('/api/users/start-app/', 'public'),
  profile: getCall<ProfileView>('/api/users/profile/', 'bearer'),
  setTwoFactor: postCall<Record<string, never>, TwoFactorSetup>('/api/users/set-2fa/', 'bearer'),
  confirmTwoFactor: postCall<ConfirmTwoFactorBody, RecoveryCodesView>('/api/users/confirm-2fa/', 'bearer'),
  disableTwoFactor: postCall<DisableTwoFactorBody, Ok>('/api/users/disable-2fa/', 'bearer'),
  recoveryCodes: postCall<NewRecoveryCodesBody, RecoveryCodesView>('/api/users/recovery-codes/', 'bearer'),
  setPassword: postCall<SetPasswordBody, Ok>('/api/users/set-password/', 'bearer'),
  sessions: getCall<readonly SessionView[]>('/api/users/sessions/', 'bearer'),
  endSession: deleteCall<Ok>('/api/users/sessions/:session/', 'bearer'),
  /** All sessions; `?others=true` keeps the current one. */
  endSessions: deleteCall<Ok>('/api/users/sessions/', 'bearer'),
  loginHistory: getCall<LoginHistoryPage>('/api/users/login-history/', 'bearer'),
  linkTelegram: postCall<LinkTelegramBody, Ok>('/api/users/link/telegram/', 'bearer'),
  unlink: postCall<UnlinkBody, Ok>('/api/users/unlink/', 'bearer'),
  sendConfirmation: postCall<Record<string, never>, Ok>('/api/users/email/confirmation/', 'bearer'),
  linkEmail: postCall<LinkEmailBody, Ok>('/api/users/link/email/', 'bearer'),
  /** What an undo link undoes; the link stays valid. */
  inspectUndo: postCall<UndoBody, UndoView>('/api/users/undo/details/', 'public'),
  undoChange: postCall<UndoBody, Ok>('/api/users/undo/', 'public'),
  linkGoogle: postCall<LinkGoogleBody, Ok>('/api/users/link/google/', 'bearer'),
} as const
