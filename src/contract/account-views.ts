/** The locks of an account on the wire: the second factor, the password, the sign-ins, and the ways in. */

export const WAYS_IN = ['email', 'telegram', 'google'] as const
export type Way = (typeof WAYS_IN)[number]

/** Of a code as an authenticator shows it. */
export const CODE_DIGITS = 6

/** `code` is six digits, or a recovery code. */
export type SecondFactorBody = { readonly ticket: string; readonly code: string }

/** `qr_code` is a picture as a data address; `secret` the same for typing, in base32. Good for ten minutes. */
export type TwoFactorSetup = {
  readonly secret: string
  readonly qr_code: string
  readonly otpauth_url: string
}
/** Needs `password` where there is one, unless the sign-in is younger than ten minutes. */
export type ConfirmTwoFactorBody = {
  readonly code: string
  readonly secret: string
  readonly password?: string | undefined
}
/** Shown this once: only their hashes are kept. */
export type RecoveryCodesView = { readonly status: 'ok'; readonly recovery_codes: readonly string[] }
/** Either will do, and a recovery code is taken as `code` too. */
export type DisableTwoFactorBody = {
  readonly code?: string | undefined
  readonly recovery_code?: string | undefined
}
export type NewRecoveryCodesBody = { readonly code: string }

/** Needs `current_password` where there is one, and `code` where there is a second factor. */
export type SetPasswordBody = {
  readonly password: string
  readonly current_password?: string | undefined
  readonly code?: string | undefined
}

/** A sign-in that still stands. `device` is a few words such as `Chrome on Android`. */
export type SessionView = {
  readonly id: string
  readonly way: Way
  readonly device: string
  readonly ip_masked: string
  readonly created_at: string
  readonly last_seen_at: string
  /** The one that asks. */
  readonly current: boolean
}

/** `code_asked` is a right first factor after which no right code came. */
export const LOGIN_OUTCOMES = ['signed_in', 'code_asked', 'wrong_password', 'wrong_code', 'locked'] as const
export type LoginOutcome = (typeof LOGIN_OUTCOMES)[number]

export type LoginAttemptView = {
  readonly at: string
  readonly way: Way
  readonly device: string
  readonly ip_masked: string
  readonly outcome: LoginOutcome
}
export type LoginHistoryPage = { readonly entries: readonly LoginAttemptView[]; readonly next: boolean }

/**
 * That it is still the owner who asks. Which is wanted says `params.by` of `REAUTH_REQUIRED`: `code` where there is a
 * second factor, else `password` where there is one, else `sign-in`, a sign-in younger than ten minutes.
 */
export type Proof = { readonly password?: string | undefined; readonly code?: string | undefined }
export const PROOFS = ['code', 'password', 'sign-in'] as const
export type ProofKind = (typeof PROOFS)[number]

/** One of both: what the login widget called back with, or what a mini-app was launched with. */
export type LinkTelegramBody = Proof & {
  readonly raw_callback_data?: Readonly<Record<string, string | number>> | undefined
  readonly init_data?: string | undefined
}
export type UnlinkBody = Proof & { readonly way: Way }

export type Done = { readonly status: 'ok' }

/** What the locks add to a profile. */
export type LocksView = {
  readonly has_2fa: boolean
  readonly recovery_codes_left: number
  readonly has_password: boolean
  /** Null where the password is the first, or there is none. */
  readonly password_changed_at: string | null
  /** Until then nothing is paid out, because a lock was changed. */
  readonly withdraw_hold_until: string | null
  readonly email_confirmed: boolean
  readonly ways: readonly Way[]
  /** The name in Telegram, where there is one. */
  readonly username: string | null
}
