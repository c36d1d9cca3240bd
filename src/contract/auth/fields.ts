/** Fields of request bodies that auth and account calls share. */

import { z } from 'zod'
import { REFERRAL_CODE } from '../referrals/start-parameter.ts'
import { canonicalEmail } from './email-address.ts'
import { LOGIN_METHODS } from './views.ts'

const PASSWORD_MIN = 6

export const email = z
  .string()
  .max(254)
  .transform((text, { addIssue }) => {
    const address = canonicalEmail(text)
    if (address !== undefined) return address
    addIssue('Invalid email address')
    return z.NEVER
  })

/** Limited because the server hashes it. A longer password is refused, not truncated. */
export const password = z.string().min(PASSWORD_MIN, 'Password must be at least 6 characters').max(256)

const REFERRAL_DIGITS = 9

/** An unknown code is not an error; a malformed one is. A number has lost the zeros at its start. */
export const referrer = z
  .union([z.number().int(), z.string()])
  .transform((code) => (typeof code === 'number' ? String(code).padStart(REFERRAL_DIGITS, '0') : code))
  .pipe(z.string().regex(REFERRAL_CODE, 'A referral code has 9 digits'))
  .nullish()

/** A six-digit code or a recovery code; the format is checked where the code is verified. */
export const code = z.string().max(64)

/** An existing password: the current rules for new passwords do not apply. */
export const ownPassword = z.string().max(256)

/** Init data is a few hundred characters long in practice. */
export const initData = z.string().max(8_192)

/** Chosen by the client. */
export const deviceId = z.string().max(64)

export const widgetData = z.record(z.string().max(64), z.union([z.string().max(2_048), z.int()]))

export const proof = { password: ownPassword.optional(), code: code.optional() }

export const linkToken = z.string().max(128)

export const googleEvidence = {
  authentication_code: z.string().min(1).max(2_048),
  code_verifier: z.string().max(128).optional(),
  nonce: z.string().max(256).optional(),
  redirect_uri: z.string().max(2_048).optional(),
}

export const loginMethod = z.enum(LOGIN_METHODS)

/** Refusals of a call that checks a code. */
export const CODE_REFUSALS = ['INVALID_2FA_CODE', '2FA_LOCKED'] as const

/** Refusals of a call that wants a proof of identity. */
export const PROOF_REFUSALS = [
  ...CODE_REFUSALS,
  'WRONG_PASSWORD',
  'REAUTH_REQUIRED',
  'WAY_TOO_NEW',
  'ACCOUNT_NOT_FOUND',
] as const

export const GOOGLE_REFUSALS = [
  'GOOGLE_NOT_CONFIGURED',
  'GOOGLE_UNREACHABLE',
  'GOOGLE_FAILED',
  'REDIRECT_NOT_OURS',
] as const
