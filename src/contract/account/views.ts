/** The profile, the credentials and the sessions of an account on the wire. */

import type { LoginMethod } from '../auth/views.ts'
import type { FreezeView } from '../freezes/views.ts'
import type { VerificationView } from '../verification/views.ts'

/** Length of a code from an authenticator app. */
export const CODE_DIGITS = 6

/** `qr_code` is an SVG data URL; `secret` is base32, for typing. Valid for ten minutes. */
export type TwoFactorSetup = {
  readonly secret: string
  readonly qr_code: string
  readonly otpauth_url: string
}

/** Shown only once: the server stores hashes. */
export type RecoveryCodesView = { readonly status: 'ok'; readonly recovery_codes: readonly string[] }

/** An active session. `device` is a description such as `Chrome on Android`. */
export type SessionView = {
  readonly id: string
  readonly way: LoginMethod
  readonly device: string
  readonly ip_masked: string
  readonly created_at: string
  readonly last_seen_at: string
  /** The session of this request. */
  readonly current: boolean
}

/** `code_asked`: the first factor was correct and no correct code followed. */
export const LOGIN_OUTCOMES = ['signed_in', 'code_asked', 'wrong_password', 'wrong_code', 'locked'] as const

export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number]

export type LoginAttemptView = {
  readonly at: string
  readonly way: LoginMethod
  readonly device: string
  readonly ip_masked: string
  readonly outcome: LoginOutcome
}

export type LoginHistoryPage = { readonly entries: readonly LoginAttemptView[]; readonly next: boolean }

/** What was added to the credentials of an account. */
export const CREDENTIAL_ADDITIONS = ['2fa', 'email', 'password', 'telegram', 'google'] as const

export type CredentialAddition = (typeof CREDENTIAL_ADDITIONS)[number]

/** An addition that its owner can undo until `expires_at`, and the device that made it. */
export type UndoView = {
  readonly change: CredentialAddition
  readonly at: string
  readonly device: string
  readonly ip_masked: string
  readonly expires_at: string
}

const PROOFS = ['code', 'password', 'sign-in'] as const

export type ProofKind = (typeof PROOFS)[number]

/** The security part of a profile. */
type SecurityView = {
  readonly has_2fa: boolean
  readonly recovery_codes_left: number
  readonly has_password: boolean
  /** Null when the password was never changed or does not exist. */
  readonly password_changed_at: string | null
  /** Withdrawals are paused until then because a credential changed. */
  readonly withdraw_hold_until: string | null
  /** At most one of each origin. */
  readonly freezes: readonly FreezeView[]
  readonly email_confirmed: boolean
  readonly ways: readonly LoginMethod[]
  /** The Telegram username, if any. */
  readonly username: string | null
}

export type ProfileView = SecurityView & {
  readonly uuid: string
  readonly email: string | null
  readonly referral_code: string
  readonly is_verified: boolean
  readonly verification: VerificationView
  readonly lang_code: string
  readonly xp_balance: number
  readonly last_run: string | null
  readonly created_at: string
  /** A trade or a conversion of the account is executed. */
  readonly has_traded: boolean
  readonly play_money: boolean
}

/** Includes tokens when the call logged the user in. */
export type StartAppView = ProfileView & { readonly access?: string; readonly refresh?: string }
