/** Recovery codes: ten at a time, each good once in place of a code of the app. Only hashes are kept. */

import { hash, randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { UserId } from '../../contract/ids.ts'

const CODES = 10
/** 80 bits: too many to try, even for whoever has the hashes. */
const CODE_BYTES = 10
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS = 5
const SHAPE = /^[A-Z2-7]{16}$/

/** However somebody copied it. */
const plain = (code: string): string => code.toUpperCase().replace(/[\s-]/g, '')

export const looksLikeRecoveryCode = (code: string): boolean => SHAPE.test(plain(code))

const hashOf = (user: UserId, code: string): Buffer => hash('sha256', `${user} ${plain(code)}`, 'buffer')

/** `ABCD-EFGH-IJKL-MNOP` */
function drawCode(): string {
  let bits = BigInt(`0x${randomBytes(CODE_BYTES).toString('hex')}`)
  let code = ''
  for (let place = 0; place < (CODE_BYTES * 8) / BITS; place++) {
    code += LETTERS[Number(bits % 32n)]
    bits /= 32n
  }
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** The old ones end. */
export async function replaceRecoveryCodes(client: pg.ClientBase, user: UserId) {
  const codes = Array.from({ length: CODES }, drawCode)
  await dropRecoveryCodes(client, user)
  const hashes = codes.map((code) => hashOf(user, code))
  await client.query('insert into recovery_codes (user_id, hash) select $1, unnest($2::bytea[])', [user, hashes])
  return codes
}

export const dropRecoveryCodes = (client: pg.ClientBase, user: UserId) =>
  client.query('delete from recovery_codes where user_id = $1', [user])

/** Of all who show it, one is told yes. */
export async function spendRecoveryCode(client: pg.ClientBase, user: UserId, code: string) {
  const spent = 'delete from recovery_codes where user_id = $1 and hash = $2'
  const { rowCount } = await client.query(spent, [user, hashOf(user, code)])
  return rowCount === 1
}
