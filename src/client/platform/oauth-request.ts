/**
 * The login that this tab started at Google or Telegram. Kept in session storage, which other tabs cannot read: a
 * callback address from an attacker does not sign in (login CSRF).
 */

export type OauthRequest =
  | {
      readonly method: 'google'
      readonly purpose: 'login' | 'link'
      readonly state: string
      readonly verifier: string
      readonly nonce: string
      /** The path to open afterwards. */
      readonly returnPath: string
    }
  | { readonly method: 'telegram'; readonly returnPath: string }

const STORAGE_KEY = 'errand'

/** False where the browser forbids storage, or does not keep what is written. */
export function saveOauthRequest(request: OauthRequest): boolean {
  const text = JSON.stringify(request)
  try {
    window.sessionStorage.setItem(STORAGE_KEY, text)
    return window.sessionStorage.getItem(STORAGE_KEY) === text
  } catch {
    return false
  }
}

/** Returns the request and removes it: each request completes at most one login. */
export function takeOauthRequest(): OauthRequest | undefined {
  try {
    const text = window.sessionStorage.getItem(STORAGE_KEY)
    window.sessionStorage.removeItem(STORAGE_KEY)
    return text === null ? undefined : (JSON.parse(text) as OauthRequest)
  } catch {
    return undefined
  }
}
