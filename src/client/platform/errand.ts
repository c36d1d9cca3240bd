/**
 * What this tab went away to do, for when it comes back: kept in the tab alone, so that nobody is signed in by an address
 * that somebody else sent them.
 */

export type Errand =
  | {
      readonly way: 'google'
      readonly purpose: 'enter' | 'link'
      readonly state: string
      readonly verifier: string
      readonly nonce: string
      /** Where they wanted to go. */
      readonly from: string
    }
  | { readonly way: 'telegram'; readonly from: string }

const KEPT = 'errand'

/** False where the browser keeps nothing. */
export function keepErrand(errand: Errand): boolean {
  try {
    window.sessionStorage.setItem(KEPT, JSON.stringify(errand))
    return true
  } catch {
    return false
  }
}

/** It is done, or never will be: the next time there is none. */
export function takeErrand(): Errand | undefined {
  try {
    const text = window.sessionStorage.getItem(KEPT)
    window.sessionStorage.removeItem(KEPT)
    return text === null ? undefined : (JSON.parse(text) as Errand)
  } catch {
    return undefined
  }
}
