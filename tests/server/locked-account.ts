/** Accounts with locks, and the authenticator app of their owner. */

import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { RecoveryCodesView, TwoFactorSetup } from '../../src/contract/account-views.ts'
import { api } from '../../src/contract/api.ts'
import type { Tokens } from '../../src/contract/views.ts'
import type { House } from './exchange-world.ts'

export const STEP = 30_000

/** What an authenticator shows for a secret. */
export const codeAt = (secret: string, at: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp: at })

export type Locked = {
  readonly email: string
  readonly password: string
  readonly tokens: Tokens
  readonly secret: string
  readonly recoveryCodes: readonly string[]
  /** One that was not used: as if half a minute had passed since the last. */
  nextCode(): string
}

/** Somebody new with an e-mail, a password and 2FA. */
export async function lockedAccount(house: House): Promise<Locked> {
  const [email, password] = [`${randomUUID()}@example.com`, 'correct horse']
  const tokens = await house.signUp(email, password)
  const { access } = tokens
  const { body: setup } = await house.ask<TwoFactorSetup>('POST', api.setTwoFactor.path, { body: {}, access })
  const code = codeAt(setup.secret, house.now())
  const { status, body } = await house.ask<RecoveryCodesView>('POST', api.confirmTwoFactor.path, {
    body: { code, secret: setup.secret },
    access,
  })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return {
    email,
    password,
    tokens,
    secret: setup.secret,
    recoveryCodes: body.recovery_codes,
    nextCode() {
      house.later(STEP)
      return codeAt(setup.secret, house.now())
    },
  }
}
