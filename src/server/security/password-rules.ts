/** Which passwords nobody may choose: those that everybody tries first. */

import { dictionary } from '@zxcvbn-ts/language-common'
import { type Refusal, refuse } from '../../contract/refusals.ts'

/** Shorter ones are refused as such. */
const SHORTEST = 6
const common = new Set(dictionary['passwords-common'].filter(({ length }) => length >= SHORTEST))

/** Undefined when it may be chosen. */
export function weakness(password: string, email: string | null): Refusal | undefined {
  const text = password.toLowerCase()
  if (text === email) return refuse('PASSWORD_IS_EMAIL')
  return common.has(text) ? refuse('COMMON_PASSWORD') : undefined
}
