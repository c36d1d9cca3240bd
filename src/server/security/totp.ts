/** Authenticator codes (TOTP, RFC 6238): six digits, one code per 30-second step. */

import { Secret, TOTP } from 'otpauth'
import encodeQR from 'qr'
import { CODE_DIGITS, type TwoFactorSetup } from '../../contract/account/views.ts'

const STEP_MILLIS = 30_000
const SECRET_BYTES = 20
const OPTIONS = { algorithm: 'SHA1', digits: CODE_DIGITS, period: STEP_MILLIS / 1_000 } as const

export const newSecret = (): Uint8Array => new Secret({ size: SECRET_BYTES }).bytes

const secretOf = (bytes: Uint8Array): Secret => new Secret({ buffer: new Uint8Array(bytes).buffer })

/** `issuer` and `label` are displayed by the authenticator app. */
export function setupOf(bytes: Uint8Array, issuer: string, label: string): TwoFactorSetup {
  const secret = secretOf(bytes)
  const otpauth_url = new TOTP({ ...OPTIONS, secret, issuer, label }).toString()
  const image = Buffer.from(encodeQR(otpauth_url, 'svg')).toString('base64')
  return { secret: secret.base32, qr_code: `data:image/svg+xml;base64,${image}`, otpauth_url }
}

/** The step that this code belongs to: the current, the previous or the next one; undefined for a wrong code. */
export function stepOf(bytes: Uint8Array, code: string, now: number): number | undefined {
  const totp = new TOTP({ ...OPTIONS, secret: secretOf(bytes) })
  const delta = /^\d{6}$/.test(code) ? totp.validate({ token: code, timestamp: now, window: 1 }) : null
  return delta === null ? undefined : Math.floor(now / STEP_MILLIS) + delta
}
