/** Codes of an authenticator app (RFC 6238): six digits that change every half minute. */

import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'
import type { TwoFactorSetup } from '../../contract/account-views.ts'
import { CODE_DIGITS } from '../../contract/account-views.ts'

export const STEP_MILLIS = 30_000
const SECRET_BYTES = 20
const SHAPE = { algorithm: 'SHA1', digits: CODE_DIGITS, period: STEP_MILLIS / 1_000 } as const

export const newSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer })

/** `issuer` and `label` are what the app shows beside its code. */
export function setupOf(bytes: Uint8Array, issuer: string, label: string): TwoFactorSetup {
  const secret = secretOf(bytes)
  const otpauth_url = new TOTP({ ...SHAPE, secret, issuer, label }).toString()
  const picture = Buffer.from(encodeQR(otpauth_url, 'svg')).toString('base64')
  return { secret: secret.base32, qr_code: `data:image/svg+xml;base64,${picture}`, otpauth_url }
}

/** Of which half minute it is the code: this one, the one before or the next. */
export function stepOf(bytes: Uint8Array, code: string, now: number): number | undefined {
  const totp = new TOTP({ ...SHAPE, secret: secretOf(bytes) })
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp: now, window: 1 }) : null
  return delta === null ? undefined : Math.floor(now / STEP_MILLIS) + delta
}
