import { dictionary } from '@zxcvbn-ts/language-common'
import { type Refusal, refuse } from '../../contract/refusals.ts'

/** Shorter passwords are refused by the request schema. */
const MIN_LENGTH = 6
const common = new Set(dictionary['passwords-common'].filter(({ length }) => length >= MIN_LENGTH))

/** Refuses common passwords and the account's own email address; undefined if the password is allowed. */
export function checkPassword(password: string, email: string | null): Refusal | undefined {
  const text = password.toLowerCase()
  if (text === email) return refuse('PASSWORD_IS_EMAIL')
  return common.has(text) ? refuse('COMMON_PASSWORD') : undefined
}
