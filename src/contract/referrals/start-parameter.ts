/** What a link into the mini-app may say: who brought the reader, or which pair to open. */

/** Where the mini-app lives: the website's own pages again, which may stand in a frame of Telegram's here only. */
export const MINI_APP_PATH = '/tma'

export type StartParameter =
  | { readonly type: 'referral'; readonly code: string }
  | { readonly type: 'pair'; readonly base: string }
  | { readonly type: 'nothing' }

export const REFERRAL_CODE = /^[1-9]\d{8}$/
const REFERRAL = /^(?:r_|ref_)?([1-9]\d{8})$/
const PAIR = /^p_([A-Z0-9]{1,16})$/i

/** `r_`, `ref_` or nothing before the nine digits of a code; `p_` before the base of a pair. Anything else is nothing. */
export function readStartParameter(text: string): StartParameter {
  const code = REFERRAL.exec(text)?.[1]
  if (code !== undefined) return { type: 'referral', code }
  const base = PAIR.exec(text)?.[1]
  return base === undefined ? { type: 'nothing' } : { type: 'pair', base: base.toUpperCase() }
}
