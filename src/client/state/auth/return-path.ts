/** The path to open after signing in. */

import { atom } from 'jotai'

const source = atom<string | undefined>(undefined)

/** The path that the user left for Google or Telegram. */
export const oauthReturnPathAtom = atom(
  (get) => get(source),
  (_get, set, path: string | undefined) => set(source, path),
)

/** The path in the router state of a redirect to sign-up: a path of this app, else `/`. */
export function returnPath(state: unknown): string {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : undefined
  if (typeof from !== 'object' || from === null || !('pathname' in from)) return '/'
  const { pathname } = from
  const search = 'search' in from && typeof from.search === 'string' ? from.search : ''
  return typeof pathname === 'string' && /^\/(?!\/)/.test(pathname) ? pathname + search : '/'
}
