/** Schemas of the calls for the own profile, credentials and sessions. Server only. */

import { z } from 'zod'
import {
  CODE_REFUSALS,
  code,
  deviceId,
  email,
  GOOGLE_REFUSALS,
  googleEvidence,
  initData,
  linkToken,
  loginMethod,
  ownPassword,
  PROOF_REFUSALS,
  password,
  proof,
  referrer,
  widgetData,
} from '../auth/fields.ts'
import { type CallSchema, count, emptyBody, Ok, pages, time, uuid } from '../call-schema.ts'
import { FreezeView } from '../freezes/schemas.ts'
import { VerificationView } from '../verification/schemas.ts'
import type { accountCalls } from './calls.ts'
import { CREDENTIAL_ADDITIONS, LOGIN_OUTCOMES } from './views.ts'

const confirmTwoFactorBody = z.strictObject({
  code,
  secret: z.string().max(64),
  password: ownPassword.optional(),
})

const disableTwoFactorBody = z.strictObject({ code: code.optional(), recovery_code: code.optional() })

const newRecoveryCodesBody = z.strictObject({ code })

const setPasswordBody = z.strictObject({
  password,
  current_password: ownPassword.optional(),
  code: code.optional(),
})

const linkTelegramBody = z.strictObject({
  raw_callback_data: widgetData.optional(),
  init_data: initData.optional(),
  device_id: deviceId.optional(),
  ...proof,
})

const unlinkBody = z.strictObject({ way: loginMethod, ...proof })

const loginHistoryQuery = z.strictObject(pages)

const endSessionsQuery = z.strictObject({ others: z.enum(['true', 'false']).default('false') })

const linkEmailBody = z.strictObject({ email, ...proof })

const linkGoogleBody = z.strictObject({ ...googleEvidence, ...proof })

const undoBody = z.strictObject({ token: linkToken })

const TwoFactorSetup = z.strictObject({
  secret: z.string().regex(/^[A-Z2-7]{32}$/),
  qr_code: z.string().regex(/^data:image\/svg\+xml/),
  otpauth_url: z.string().regex(/^otpauth:\/\/totp\//),
})

const RecoveryCodesView = z.strictObject({
  ...Ok.shape,
  recovery_codes: z.array(z.string().regex(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/)),
})

const SessionView = z.strictObject({
  id: uuid,
  way: loginMethod,
  device: z.string(),
  ip_masked: z.string(),
  created_at: time,
  last_seen_at: time,
  current: z.boolean(),
})

const LoginAttemptView = z.strictObject({
  at: time,
  way: loginMethod,
  device: z.string(),
  ip_masked: z.string(),
  outcome: z.enum(LOGIN_OUTCOMES),
})

const LoginHistoryPage = z.strictObject({ entries: z.array(LoginAttemptView), next: z.boolean() })

const UndoView = z.strictObject({
  change: z.enum(CREDENTIAL_ADDITIONS),
  at: time,
  device: z.string(),
  ip_masked: z.string(),
  expires_at: time,
})

/** The security part of a profile. */
const security = {
  has_2fa: z.boolean(),
  recovery_codes_left: count,
  has_password: z.boolean(),
  password_changed_at: time.nullable(),
  withdraw_hold_until: time.nullable(),
  freezes: z.array(FreezeView),
  email_confirmed: z.boolean(),
  ways: z.array(loginMethod),
  username: z.string().nullable(),
}

const ProfileView = z.strictObject({
  ...security,
  uuid,
  email: z.string().nullable(),
  referral_code: z.string().regex(/^[1-9]\d{8}$/),
  is_verified: z.boolean(),
  verification: VerificationView,
  lang_code: z.string(),
  xp_balance: count,
  last_run: time.nullable(),
  created_at: time,
  has_traded: z.boolean(),
  play_money: z.boolean(),
})

const startAppBody = z.strictObject({
  init_data: initData.nullish(),
  device_id: deviceId.optional(),
  referrer_uid: referrer,
  lang_code: z.string().max(35).nullish(),
  platform: z.string().max(35).nullish(),
})

const StartAppView = ProfileView.extend({ access: z.string().exactOptional(), refresh: z.string().exactOptional() })

/** By type name; published in `/openapi.json`. */
export const accountViews = {
  TwoFactorSetup,
  RecoveryCodesView,
  SessionView,
  LoginAttemptView,
  LoginHistoryPage,
  UndoView,
  ProfileView,
  StartAppView,
} as const

const UNDO_REFUSALS = ['UNDO_INVALID', 'UNDO_USED', 'UNDO_EXPIRED'] as const

export const accountCallSchemas = {
  startApp: {
    summary: 'Open the mini-app: init data logs in or signs up; an access token without init data returns the profile',
    input: startAppBody,
    reply: StartAppView,
    refusals: [
      'UNAUTHORIZED',
      'ACCOUNT_NOT_FOUND',
      'INIT_DATA_REQUIRED',
      'TELEGRAM_NOT_CONFIGURED',
      'INVALID_TELEGRAM_DATA',
      'INIT_DATA_EXPIRED',
      '2FA_REQUIRED',
      'SIGN_IN_EXPIRED',
    ],
  },
  profile: {
    summary: 'The profile of the logged-in user',
    input: emptyBody,
    reply: ProfileView,
    refusals: ['ACCOUNT_NOT_FOUND'],
  },
  setTwoFactor: {
    summary: 'Create a secret for an authenticator app; 2FA is on after `confirm-2fa`',
    input: emptyBody,
    reply: TwoFactorSetup,
    refusals: ['2FA_ALREADY_ON', 'ACCOUNT_NOT_FOUND'],
  },
  confirmTwoFactor: {
    summary: 'Turn 2FA on with the first code; revokes all other sessions',
    input: confirmTwoFactorBody,
    reply: RecoveryCodesView,
    refusals: [...PROOF_REFUSALS, '2FA_ALREADY_ON', '2FA_SETUP_EXPIRED'],
  },
  disableTwoFactor: {
    summary: 'Turn 2FA off; revokes all other sessions and pauses withdrawals for 24 hours',
    input: disableTwoFactorBody,
    reply: Ok,
    refusals: [...CODE_REFUSALS, '2FA_NOT_ON'],
  },
  recoveryCodes: {
    summary: 'Replace the ten recovery codes',
    input: newRecoveryCodesBody,
    reply: RecoveryCodesView,
    refusals: [...CODE_REFUSALS, '2FA_NOT_ON'],
  },
  setPassword: {
    summary: 'Set or change the password; revokes all other sessions and pauses withdrawals for 24 hours',
    input: setPasswordBody,
    reply: Ok,
    refusals: [...PROOF_REFUSALS, 'BLANK_PASSWORD', 'BROKEN_PASSWORD', 'COMMON_PASSWORD', 'PASSWORD_IS_EMAIL'],
  },
  sessions: {
    summary: 'Active sessions, newest first',
    input: emptyBody,
    reply: z.array(SessionView),
  },
  endSession: {
    summary: 'Revoke one session',
    input: emptyBody,
    reply: Ok,
    refusals: ['SESSION_NOT_FOUND'],
  },
  endSessions: {
    summary: 'Revoke all sessions, or all but the current one',
    input: endSessionsQuery,
    reply: Ok,
  },
  loginHistory: {
    summary: 'Sign-in attempts, newest first',
    input: loginHistoryQuery,
    reply: LoginHistoryPage,
  },
  linkTelegram: {
    summary: 'Link a Telegram account',
    input: linkTelegramBody,
    reply: Ok,
    refusals: [
      ...PROOF_REFUSALS,
      'TELEGRAM_NOT_CONFIGURED',
      'INIT_DATA_REQUIRED',
      'INVALID_TELEGRAM_DATA',
      'INIT_DATA_EXPIRED',
      'WIDGET_DATA_EXPIRED',
      'WAY_TAKEN',
      'WAY_LINKED',
    ],
  },
  unlink: {
    summary: 'Unlink a sign-in method',
    input: unlinkBody,
    reply: Ok,
    refusals: [...PROOF_REFUSALS, 'WAY_NOT_LINKED', 'LAST_WAY_IN', 'OTHER_WAYS_TOO_NEW'],
  },
  sendConfirmation: {
    summary: 'Email the link that confirms the address of the account',
    input: emptyBody,
    reply: Ok,
    refusals: ['MAIL_NOT_CONFIGURED', 'NO_EMAIL', 'EMAIL_CONFIRMED', 'ACCOUNT_NOT_FOUND'],
  },
  linkEmail: {
    summary: 'Email a link to a new address; the address is set when it is confirmed',
    input: linkEmailBody,
    reply: Ok,
    refusals: [...PROOF_REFUSALS, 'MAIL_NOT_CONFIGURED', 'EMAIL_TAKEN', 'EMAIL_CONFIRMED'],
  },
  linkGoogle: {
    summary: 'Link a Google account',
    input: linkGoogleBody,
    reply: Ok,
    refusals: [...PROOF_REFUSALS, ...GOOGLE_REFUSALS, 'WAY_TAKEN', 'WAY_LINKED'],
  },
  inspectUndo: {
    summary: 'What an undo link from a security notification undoes',
    input: undoBody,
    reply: UndoView,
    refusals: UNDO_REFUSALS,
  },
  undoChange: {
    summary: 'Undo an addition to the credentials; revokes all sessions and pauses withdrawals for 24 hours',
    input: undoBody,
    reply: Ok,
    refusals: [...UNDO_REFUSALS, 'EMAIL_TAKEN'],
  },
} as const satisfies Record<keyof typeof accountCalls, CallSchema>
