import { dictionary } from '@zxcvbn-ts/language-common'
import { type Refusal, refuse } from '../../contract/refusals.ts'
import { isBlank, isBroken } from '../../contract/visible-text.ts'

/** Shorter passwords are refused by the request schema. */
const MIN_LENGTH = 6
const common = new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_LENGTH))

/** Refuses blank, broken and common passwords and the account's own address; undefined if the password is allowed. */
export function checkPassword(password: string, email: string | null): Refusal | undefined {
  if (isBroken(password)) return refuse('BROKEN_PASSWORD')
  if (isBlank(password)) return refuse('BLANK_PASSWORD')
  const text = password.normalize('NFC').toLowerCase()
  if (text === email) return refuse('PASSWORD_IS_EMAIL')
  return common.has(text) ? refuse('COMMON_PASSWORD') : undefined
}
