/** What is told of the locks of an account, as schemas. */

import { z } from 'zod'
import { LOGIN_OUTCOMES, WAYS_IN } from './account-views.ts'
import { count, time, uuid } from './field-schemas.ts'

const way = z.enum(WAYS_IN)
const Done = z.strictObject({ status: z.literal('ok') })

const TwoFactorSetup = z.strictObject({
  secret: z.string().regex(/^[A-Z2-7]{32}$/),
  qr_code: z.string().regex(/^data:image\/svg\+xml/),
  otpauth_url: z.string().regex(/^otpauth:\/\/totp\//),
})

const RecoveryCodesView = z.strictObject({
  ...Done.shape,
  recovery_codes: z.array(z.string().regex(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)),
})

const SessionView = z.strictObject({
  id: uuid,
  way,
  device: z.string(),
  ip_masked: z.string(),
  created_at: time,
  last_seen_at: time,
  current: z.boolean(),
})

const LoginAttemptView = z.strictObject({
  at: time,
  way,
  device: z.string(),
  ip_masked: z.string(),
  outcome: z.enum(LOGIN_OUTCOMES),
})
const LoginHistoryPage = z.strictObject({ entries: z.array(LoginAttemptView), next: z.boolean() })

/** Part of a profile. */
export const locks = {
  has_2fa: z.boolean(),
  recovery_codes_left: count,
  has_password: z.boolean(),
  password_changed_at: time.nullable(),
  withdraw_hold_until: time.nullable(),
  email_confirmed: z.boolean(),
  ways: z.array(way),
  username: z.string().nullable(),
}

/** By the names of their types. */
export const accountViews = {
  Done,
  TwoFactorSetup,
  RecoveryCodesView,
  SessionView,
  LoginAttemptView,
  LoginHistoryPage,
} as const
