/**
 * Recovery codes: ten per user, each valid once in place of an authenticator code. Only hashes are stored, also of used
 * codes, until the codes are replaced.
 */

import { hash, randomBytes } from 'node:crypto'
import { bareCode } from '../../contract/digits.ts'
import type { Millis, UserId } from '../../contract/ids.ts'
import { type AccountRecord, MAX_RECOVERY_CODES } from '../users/account-record.ts'

/** 80 bits cannot be brute-forced, even from the hashes. */
const CODE_BYTES = 10
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS_PER_CHARACTER = 5
const PATTERN = /^[A-Z2-7]{16}$/

/** Ignores case, spaces and dashes. */
const normalize = (code: string): string => bareCode(code).toUpperCase()

export const isRecoveryCode = (code: string): boolean => PATTERN.test(normalize(code))

const hashOf = (user: UserId, code: string): string => hash('sha256', `${user} ${normalize(code)}`)

/** `ABCD-EFGH-IJKL-MNOP` */
function randomCode(): string {
  let bits = BigInt(`0x${randomBytes(CODE_BYTES).toString('hex')}`)
  let code = ''
  for (let index = 0; index < (CODE_BYTES * 8) / BITS_PER_CHARACTER; index++) {
    code += ALPHABET[Number(bits % 32n)]
    bits /= 32n
  }
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** New codes: as the user reads them, and as they are stored. */
export function newRecoveryCodes(user: UserId): { readonly codes: readonly string[]; readonly stored: StoredCodes } {
  const codes = Array.from({ length: MAX_RECOVERY_CODES }, randomCode)
  return { codes, stored: codes.map((code) => ({ hash: hashOf(user, code), usedAt: null })) }
}

type StoredCodes = AccountRecord['recoveryCodes']

/** The stored codes after the use of `code`; `used` if it was used before. */
export function redeemRecoveryCode(
  { user, recoveryCodes }: AccountRecord,
  code: string,
  now: Millis,
): StoredCodes | 'used' | 'wrong' {
  const hash = hashOf(user.id, code)
  const known = recoveryCodes.find((each) => each.hash === hash)
  if (known === undefined) return 'wrong'
  if (known.usedAt !== null) return 'used'
  return recoveryCodes.map((each) => (each === known ? { hash, usedAt: now } : each))
}
