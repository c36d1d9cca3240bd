/**
 * The bodies of the contract as schemas, for the server's doors. The client imports the types of `views.ts` only,
 * so it does not pay for the library.
 */

import { z } from 'zod'
import { WAYS_IN } from './account-views.ts'
import { REFERRAL_CODE } from './start-parameter.ts'
import { PERIODS } from './timeframes.ts'

const PASSWORD_MIN = 6
const PAIR_ID_MAX = 2 ** 31 - 1

const email = z
  .string()
  .max(254)
  .pipe(z.email('Invalid email address'))
  .transform((text) => text.toLowerCase())

/** Longer passwords are refused, not cut: hashing is paid by the server. */
const password = z.string().min(PASSWORD_MIN, 'Password must be at least 6 characters').max(256)

/** A code that no user has is no error; one that cannot be a code is. */
const referrer = z
  .union([z.number().int(), z.string()])
  .transform(String)
  .pipe(z.string().regex(REFERRAL_CODE, 'A referral code has 9 digits'))
  .nullish()

export const registrationBody = z.strictObject({ email, password, referrer_uid: referrer })
/** Six digits or a recovery code: which, and whether it could be one at all, says whoever checks it. */
const code = z.string().max(64)
/** One that somebody has: however it was chosen. */
const ownPassword = z.string().max(256)
export const loginBody = z.strictObject({ email, password: ownPassword, code: code.optional() })
export const secondFactorBody = z.strictObject({ ticket: z.string().max(64), code })
/** An init data text is some hundred characters long; what a client says of itself is a word. */
const initData = z.string().max(8_192)
const widgetData = z.record(z.string().max(64), z.union([z.string().max(2_048), z.int()]))
export const startAppBody = z.strictObject({
  init_data: initData.nullish(),
  referrer_uid: referrer,
  lang_code: z.string().max(35).nullish(),
  platform: z.string().max(35).nullish(),
})
export const telegramWidgetBody = z.strictObject({
  raw_callback_data: widgetData,
  referrer_uid: referrer,
})
export const refreshBody = z.strictObject({ refresh_token: z.string().max(512) })

export const confirmTwoFactorBody = z.strictObject({
  code,
  secret: z.string().max(64),
  password: ownPassword.optional(),
})
export const disableTwoFactorBody = z.strictObject({ code: code.optional(), recovery_code: code.optional() })
export const newRecoveryCodesBody = z.strictObject({ code })
export const setPasswordBody = z.strictObject({
  password,
  current_password: ownPassword.optional(),
  code: code.optional(),
})
const proof = { password: ownPassword.optional(), code: code.optional() }
export const linkTelegramBody = z.strictObject({
  raw_callback_data: widgetData.optional(),
  init_data: initData.optional(),
  ...proof,
})
export const unlinkBody = z.strictObject({ way: z.enum(WAYS_IN), ...proof })

export const emptyBody = z.strictObject({})

const decimal = z.string().max(64)
const lowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)

export const placeOrderBody = z.strictObject({
  client_order_id: z.string().regex(/^[\w-]{1,64}$/),
  pair_id: z.int().positive().max(PAIR_ID_MAX),
  side: z.preprocess(lowerCase, z.enum(['buy', 'sell'])),
  type: z.preprocess(lowerCase, z.enum(['limit', 'market'])),
  price: decimal.optional(),
  volume: decimal.optional(),
  total: decimal.optional(),
  max_slippage: decimal.optional(),
  time_in_force: z.enum(['GTC', 'IOC', 'FOK']).optional(),
  post_only: z.boolean().optional(),
})

/** Query strings are text: plain digits, nothing that `Number` would also take. */
const whole = z
  .string()
  .regex(/^\d{1,9}$/, 'Give a whole number')
  .transform(Number)

const pages = {
  offset: whole.pipe(z.int().min(0).max(1_000_000)).default(0),
  limit: whole.pipe(z.int().min(1).max(100)).default(10),
}
const page = { pair_id: whole.pipe(z.int().positive().max(PAIR_ID_MAX)).optional(), ...pages }
export const ordersQuery = z.strictObject({ status: z.enum(['open', 'closed', 'all']).default('all'), ...page })
export const fillsQuery = z.strictObject(page)
export const loginHistoryQuery = z.strictObject(pages)
export const endSessionsQuery = z.strictObject({ others: z.enum(['true', 'false']).default('false') })

/** A period of the past. */
export const periodQuery = z.strictObject({ period: z.enum(PERIODS).default('24h') })

export const notificationsBody = z.strictObject({ order_filled: z.boolean(), sign_in: z.boolean() })
const linkToken = z.string().max(128)
const evidence = {
  authentication_code: z.string().min(1).max(2_048),
  code_verifier: z.string().max(128).optional(),
  nonce: z.string().max(256).optional(),
  redirect_uri: z.string().max(2_048).optional(),
}
export const googleBody = z.strictObject({ ...evidence, referrer_uid: referrer })
export const confirmEmailBody = z.strictObject({ token: linkToken })
export const forgotBody = z.strictObject({ email })
export const resetBody = z.strictObject({ token: linkToken, password })
export const linkEmailBody = z.strictObject({ email, ...proof })
export const linkGoogleBody = z.strictObject({ ...evidence, ...proof })
