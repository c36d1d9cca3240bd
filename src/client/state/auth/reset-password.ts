/** Password reset by email. Each resolves to undefined when it worked, else to the error text. */

import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { authText } from '../../text/auth.ts'
import { errorText, formFailure } from '../app/error-text.ts'
import { hostAtom } from '../app/host.ts'
import { emailTokenAtom } from './oauth-callback.ts'

/** Sends the email with the link. */
export const requestResetAtom = atom(null, async (get, _set, email: string): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.forgot, { body: { email } })
  return answer.ok ? undefined : errorText(answer.failure, authText.emailLinks.failed)
})

/** Sets a new password with the token of that link. */
export const resetPasswordAtom = atom(null, async (get, _set, password: string) => {
  const answer = await get(hostAtom).http(api.reset, { body: { token: get(emailTokenAtom) ?? '', password } })
  return answer.ok ? undefined : formFailure(answer.failure, authText.emailLinks.failed)
})
