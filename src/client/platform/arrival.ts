/**
 * What somebody brings along in the address when they come back from Google, from Telegram or from a letter: taken before
 * anything else looks at the address, and removed from it, because it opens something.
 */

export type Arrival = { readonly path: string; readonly search: string; readonly hash: string }

const SIGN_IN = /[?&](state|hash|auth_date)=|#tgAuthResult=/
const LETTER = /[?&]token=/

/** What brings something, by the page it leads to. */
const BRINGS: Readonly<Record<string, RegExp>> = {
  '/login': SIGN_IN,
  '/register': SIGN_IN,
  '/confirm': LETTER,
  '/reset': LETTER,
}

export function takeArrival({ location, history }: Pick<Window, 'location' | 'history'>): Arrival | undefined {
  const { pathname: path, search, hash } = location
  if (!BRINGS[path]?.test(search + hash)) return undefined
  history.replaceState(history.state, '', path)
  return { path, search, hash }
}
