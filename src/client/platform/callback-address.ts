/**
 * Secrets in the address of a callback from Google or Telegram, or of an email link. They are removed from the address
 * before the router reads it.
 */

export type OauthCallback = { readonly path: string; readonly search: string; readonly hash: string }

const SIGN_IN = /[?&](state|hash|auth_date)=|#tgAuthResult=/
const EMAIL_TOKEN = /#token=/

/** The secrets that a page accepts. */
const ACCEPTED: Readonly<Record<string, RegExp>> = {
  '/login': SIGN_IN,
  '/register': SIGN_IN,
  '/confirm': EMAIL_TOKEN,
  '/reset': EMAIL_TOKEN,
  '/undo': EMAIL_TOKEN,
  '/freeze': EMAIL_TOKEN,
}

const isCallback = ({ pathname, search, hash }: Location): boolean => ACCEPTED[pathname]?.test(search + hash) ?? false

/** A link that differs only in its fragment does not load the page: this reloads it, so that the secret is taken. */
export const reloadOnCallback = (): void =>
  window.addEventListener('hashchange', () => isCallback(window.location) && window.location.reload())

export function takeCallback({ location, history }: Pick<Window, 'location' | 'history'>): OauthCallback | undefined {
  if (!isCallback(location)) return undefined
  const { pathname: path, search, hash } = location
  history.replaceState(history.state, '', path)
  return { path, search, hash }
}
