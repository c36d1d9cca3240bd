import { atom } from 'jotai'
import { api } from '../../../contract/api.ts'
import { authText } from '../../text/auth.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom } from '../app/host.ts'
import { emailTokenAtom } from '../auth/oauth-callback.ts'
import { sessionAtom } from '../auth/session.ts'
import { loadProfileAtom } from './profile.ts'

/** Confirms an email address with the token of the link. Undefined when it worked, else the error text. */
export const confirmEmailAtom = atom(null, async (get, set): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.confirmEmail, { body: { token: get(emailTokenAtom) ?? '' } })
  if (!answer.ok) return errorText(answer.failure, authText.emailLinks.failed)
  if (get(sessionAtom).state === 'signed-in') await set(loadProfileAtom)
  return undefined
})
