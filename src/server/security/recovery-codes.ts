/**
 * Recovery codes: ten per user, each valid once in place of an authenticator code. Only hashes are stored, also of used
 * codes, until the codes are replaced.
 */

import { hash, randomBytes } from 'node:crypto'
import type { Millis, UserId } from '../../contract/ids.ts'
import { execute, type Queryable, query } from '../postgres/query.ts'

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

const REDEEM = 'update recovery_codes set used_at = $3 where user_id = $1 and hash = $2 and used_at is null'
const KNOWN = 'select from recovery_codes where user_id = $1 and hash = $2'

/** `correct` for exactly one of several concurrent uses of a valid code, `used` for all others. */
export async function redeemRecoveryCode(
  client: Queryable,
  user: UserId,
  code: string,
  now: Millis,
): Promise<'correct' | 'used' | 'wrong'> {
  const hash = hashOf(user, code)
  if ((await execute(client, REDEEM, [user, hash, now])) === 1) return 'correct'
  return (await query(client, KNOWN, [user, hash])).length > 0 ? 'used' : 'wrong'
}
