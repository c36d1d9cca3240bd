/**
 * What somebody brings along in the address when they come back from Google, from Telegram or from a letter: taken before
 * anything else looks at the address, and removed from it, because it opens something.
 */

export type Arrival = { readonly path: string; readonly search: string; readonly hash: string }

const SIGN_IN = /[?&](state|hash|auth_date)=|#tgAuthResult=/
const LETTER = /#token=/

/** What brings something, by the page it leads to. */
const BRINGS: Readonly<Record<string, RegExp>> = {
  '/login': SIGN_IN,
  '/register': SIGN_IN,
  '/confirm': LETTER,
  '/reset': LETTER,
}

const isArrival = ({ pathname, search, hash }: Location): boolean => BRINGS[pathname]?.test(search + hash) ?? false

/** An address that differs behind its `#` only loads nothing: what it brings is taken by loading it. */
export const loadWhatArrives = (): void =>
  window.addEventListener('hashchange', () => isArrival(window.location) && window.location.reload())

export function takeArrival({ location, history }: Pick<Window, 'location' | 'history'>): Arrival | undefined {
  if (!isArrival(location)) return undefined
  const { pathname: path, search, hash } = location
  history.replaceState(history.state, '', path)
  return { path, search, hash }
}
