/** The page that an undo link opens: what was added to the account, and undoing it. */

import { atom } from 'jotai'
import type { UndoView } from '../../../contract/account/views.ts'
import { api } from '../../../contract/api.ts'
import { authText } from '../../text/auth.ts'
import { errorText } from '../app/error-text.ts'
import { hostAtom } from '../app/host.ts'
import { emailTokenAtom } from '../auth/oauth-callback.ts'
import { logOutAtom, sessionAtom } from '../auth/session.ts'

type Details =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly undo: UndoView }
  /** `canRetry`: the server was not reached. Else the link does not work. */
  | { readonly state: 'failed'; readonly message: string; readonly canRetry: boolean }

const source = atom<Details>({ state: 'loading' })

/** Loads on mount and on write. Loading does not use the link. */
export const undoDetailsAtom = atom(
  (get) => get(source),
  async (get, set) => {
    const token = get(emailTokenAtom)
    if (token === undefined) return
    set(source, { state: 'loading' })
    const answer = await get(hostAtom).http(api.inspectUndo, { body: { token } })
    if (answer.ok) return set(source, { state: 'ready', undo: answer.value })
    const { failure } = answer
    const canRetry = failure.kind === 'unreachable' || failure.status === 429
    set(source, { state: 'failed', message: errorText(failure, authText.undo.failed), canRetry })
  },
)
undoDetailsAtom.onMount = (load) => void load()

/** Undoes the change, which ends all sessions. Undefined when it worked, else the error text. */
export const undoChangeAtom = atom(null, async (get, set): Promise<string | undefined> => {
  const answer = await get(hostAtom).http(api.undoChange, { body: { token: get(emailTokenAtom) ?? '' } })
  if (!answer.ok) return errorText(answer.failure, authText.undo.failed)
  if (get(sessionAtom).state === 'signed-in') set(logOutAtom)
  return undefined
})
