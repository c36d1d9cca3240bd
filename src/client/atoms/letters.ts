/** What is done by e-mail: a link that confirms an address, and one that sets a new password. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import { letters } from '../text/en-sign-in.ts'
import { letterTokenAtom } from './arrival.ts'
import { hostAtom } from './host.ts'
import { loadProfileAtom, sessionAtom, whyNot } from './session.ts'

/** Each answers undefined when it worked, else what to say. */
type Said = Promise<string | undefined>

export const forgotAtom = atom(null, async (get, _set, email: string): Said => {
  const answer = await get(hostAtom).http(api.forgot, { body: { email } })
  return answer.ok ? undefined : whyNot(answer.failure, letters.failed)
})

export const resetAtom = atom(null, async (get, _set, password: string): Said => {
  const answer = await get(hostAtom).http(api.reset, { body: { token: get(letterTokenAtom) ?? '', password } })
  return answer.ok ? undefined : whyNot(answer.failure, letters.failed)
})

export const confirmAtom = atom(null, async (get, set): Said => {
  const answer = await get(hostAtom).http(api.confirmEmail, { body: { token: get(letterTokenAtom) ?? '' } })
  if (!answer.ok) return whyNot(answer.failure, letters.failed)
  if (get(sessionAtom).state === 'signed-in') await set(loadProfileAtom)
  return undefined
})
