/** Recovery codes: ten per user, each valid once in place of an authenticator code. Only hashes are stored. */

import { hash, randomBytes } from 'node:crypto'
import type { UserId } from '../../contract/ids.ts'
import { execute, type Queryable } from '../postgres/query.ts'

const CODES = 10
/** 80 bits cannot be brute-forced, even from the hashes. */
const CODE_BYTES = 10
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS_PER_CHARACTER = 5
const PATTERN = /^[A-Z2-7]{16}$/

/** Ignores case, spaces and dashes. */
const normalize = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '')

export const isRecoveryCode = (code: string): boolean => PATTERN.test(normalize(code))

const hashOf = (user: UserId, code: string): Buffer => hash('sha256', `${user} ${normalize(code)}`, 'buffer')

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

/** Deletes the old codes and returns new ones. */
export async function replaceRecoveryCodes(client: Queryable, user: UserId): Promise<readonly string[]> {
  const codes = Array.from({ length: CODES }, randomCode)
  await deleteRecoveryCodes(client, user)
  const hashes = codes.map((code) => hashOf(user, code))
  await client.query('insert into recovery_codes (user_id, hash) select $1, unnest($2::bytea[])', [user, hashes])
  return codes
}

export const deleteRecoveryCodes = (client: Queryable, user: UserId): Promise<number> =>
  execute(client, 'delete from recovery_codes where user_id = $1', [user])

/** True for exactly one of several concurrent uses of a valid code. */
export async function redeemRecoveryCode(client: Queryable, user: UserId, code: string): Promise<boolean> {
  const redeem = 'delete from recovery_codes where user_id = $1 and hash = $2'
  return (await execute(client, redeem, [user, hashOf(user, code)])) === 1
}
