/** The emails that a play-mode exchange shows instead of sending them. */

import { api } from '../../../contract/api.ts'
import type { PlayMailView } from '../../../contract/auth/views.ts'
import { pages } from '../../../contract/pages.ts'
import type { OauthCallback } from '../../platform/callback-address.ts'
import { queryAtom } from '../app/query-atom.ts'

/** Who opens the page waits for an email. */
const EVERY_MILLIS = 5_000

/** Undefined: the exchange sends its emails. */
export const playMailAtom = queryAtom<PlayMailView | undefined>(async (http) => {
  const answer = await http(api.playMail)
  const isAbsent = !answer.ok && answer.failure.kind === 'refused' && answer.failure.status === 404
  return isAbsent ? { ok: true, value: undefined } : answer
}, EVERY_MILLIS)

const LINKED: readonly string[] = [pages.confirm, pages.reset, pages.undo, pages.freeze]

/** The page of the app that a link of an email opens, with its token; undefined for every other link. */
export function linkedPage(link: string, linkOrigin: string): OauthCallback | undefined {
  if (!link.startsWith(`${linkOrigin}/`)) return undefined
  const [path = '', token] = link.slice(linkOrigin.length).split('#token=')
  return token !== undefined && LINKED.includes(path) ? { path, search: '', hash: `#token=${token}` } : undefined
}
