/** The start parameter of a link into the mini-app: a referral code or a pair to open. */

/** Path of the mini-app: the same pages as the website, and the only ones Telegram may embed in a frame. */
export const MINI_APP_PATH = '/tma'

export type StartParameter =
  | { readonly type: 'referral'; readonly code: string }
  | { readonly type: 'pair'; readonly base: string }
  | { readonly type: 'nothing' }

/** May start with 0, although codes of this server never do: clients may send a code as a number. */
export const REFERRAL_CODE = /^\d{9}$/

const REFERRAL = /^(?:r_|ref_)?(\d{9})$/

const PAIR = /^p_([A-Z0-9]{1,16})$/i

/** `r_` or `ref_` (optional) and nine digits: a referral code. `p_` and a symbol: a pair. Anything else: nothing. */
export function parseStartParameter(text: string): StartParameter {
  const code = REFERRAL.exec(text)?.[1]
  if (code !== undefined) return { type: 'referral', code }
  const base = PAIR.exec(text)?.[1]
  return base === undefined ? { type: 'nothing' } : { type: 'pair', base: base.toUpperCase() }
}
