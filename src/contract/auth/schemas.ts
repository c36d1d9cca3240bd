/** Schemas of the calls for login, sign-up, tokens and email links. Server only. */

import { z } from 'zod'
import { type CallSchema, emptyBody, Ok, time, uuid } from '../call-schema.ts'
import type { authCalls } from './calls.ts'
import {
  CODE_REFUSALS,
  code,
  email,
  GOOGLE_REFUSALS,
  googleEvidence,
  linkToken,
  ownPassword,
  password,
  referrer,
  widgetData,
} from './fields.ts'

const registrationBody = z.strictObject({ email, password, referrer_uid: referrer })

const loginBody = z.strictObject({ email, password: ownPassword, code: code.optional() })

const secondFactorBody = z.strictObject({ ticket: z.string().max(64), code })

const telegramWidgetBody = z.strictObject({
  raw_callback_data: widgetData,
  referrer_uid: referrer,
})

const refreshBody = z.strictObject({ refresh_token: z.string().max(512) })

const googleBody = z.strictObject({ ...googleEvidence, referrer_uid: referrer })

const confirmEmailBody = z.strictObject({ token: linkToken })

const forgotBody = z.strictObject({ email })

const resetBody = z.strictObject({ token: linkToken, password })

const Tokens = z.strictObject({ access: z.string(), refresh: z.string() })

const RefreshedTokens = z.strictObject({ access_token: z.string(), refresh_token: z.string() })

const SocketTicket = z.strictObject({ ticket: z.string() })

const LoginMethodsView = z.strictObject({
  telegram: z.strictObject({ bot_id: z.string().regex(/^\d+$/), chat_link: z.url().nullable() }).nullable(),
  google: z.strictObject({ authorization_endpoint: z.url().nullable(), client_id: z.string() }).nullable(),
  mail: z.enum(['smtp', 'shown', 'off']),
})

const PlayMailPart = z.strictObject({ text: z.string(), link: z.string().nullable() })

const PlayMail = z.strictObject({
  id: uuid,
  at: time,
  to: z.string(),
  subject: z.string(),
  parts: z.array(PlayMailPart),
})

const PlayMailView = z.strictObject({ sees_all: z.boolean(), link_origin: z.string(), mails: z.array(PlayMail) })

/** By type name; published in `/openapi.json`. */
export const authViews = {
  Tokens,
  RefreshedTokens,
  SocketTicket,
  WaysView: LoginMethodsView,
  PlayMailPart,
  PlayMail,
  PlayMailView,
} as const

export const authCallSchemas = {
  register: {
    summary: 'Sign up with an email and a password',
    input: registrationBody,
    reply: Tokens,
    statuses: [201],
    refusals: ['EMAIL_TAKEN', 'BLANK_PASSWORD', 'BROKEN_PASSWORD', 'COMMON_PASSWORD', 'PASSWORD_IS_EMAIL'],
  },
  login: {
    summary: 'Sign in with an email and a password',
    input: loginBody,
    reply: Tokens,
    refusals: ['INVALID_CREDENTIALS', '2FA_REQUIRED', 'INVALID_2FA_CODE', '2FA_LOCKED', 'SIGN_IN_EXPIRED'],
  },
  telegramWidget: {
    summary: 'Sign in or sign up with the callback data of the Telegram sign-in widget',
    input: telegramWidgetBody,
    reply: Tokens,
    refusals: [
      'TELEGRAM_NOT_CONFIGURED',
      'INVALID_TELEGRAM_DATA',
      'WIDGET_DATA_EXPIRED',
      '2FA_REQUIRED',
      'SIGN_IN_EXPIRED',
    ],
  },
  secondFactor: {
    summary: 'Finish a sign-in that was answered with 2FA_REQUIRED',
    input: secondFactorBody,
    reply: Tokens,
    refusals: [...CODE_REFUSALS, 'SIGN_IN_EXPIRED'],
  },
  refresh: {
    summary: 'Exchange a refresh token for new tokens',
    input: refreshBody,
    reply: RefreshedTokens,
    refusals: ['UNAUTHORIZED'],
  },
  logout: {
    summary: 'Revoke the session of a refresh token',
    input: refreshBody,
    reply: Ok,
  },
  socketTicket: {
    summary: 'Create a single-use ticket that opens one WebSocket within 30 seconds',
    input: emptyBody,
    reply: SocketTicket,
  },
  ways: {
    summary: 'The configured sign-in methods besides email and password',
    input: emptyBody,
    reply: LoginMethodsView,
  },
  google: {
    summary: 'Sign in or sign up with an authorization code from Google',
    input: googleBody,
    reply: Tokens,
    refusals: [...GOOGLE_REFUSALS, 'GOOGLE_EMAIL_TAKEN', '2FA_REQUIRED', 'SIGN_IN_EXPIRED'],
  },
  confirmEmail: {
    summary: 'Confirm an email address with the token of the emailed link',
    input: confirmEmailBody,
    reply: Ok,
    refusals: ['LINK_EXPIRED', 'EMAIL_TAKEN'],
  },
  forgot: {
    summary: 'Email a password reset link; the reply does not tell whether the address is registered',
    input: forgotBody,
    reply: Ok,
    refusals: ['MAIL_NOT_CONFIGURED'],
  },
  reset: {
    summary:
      'Set a new password with the token of the emailed link; revokes all sessions and pauses withdrawals for 24 hours',
    input: resetBody,
    reply: Ok,
    refusals: ['LINK_EXPIRED', 'BLANK_PASSWORD', 'BROKEN_PASSWORD', 'COMMON_PASSWORD', 'PASSWORD_IS_EMAIL'],
  },
  playMail: {
    summary: 'The emails of the accounts that signed in with this browser; play mode without a mail server only',
    input: emptyBody,
    reply: PlayMailView,
  },
} as const satisfies Record<keyof typeof authCalls, CallSchema>
