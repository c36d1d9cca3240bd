/** Parses the login result in a callback address. */

import type { OauthCallback } from './callback-address.ts'

type OauthResult =
  /** `code` is null when the user declined at Google. */
  | { readonly method: 'google'; readonly code: string | null; readonly state: string | null }
  | { readonly method: 'telegram'; readonly fields: WidgetFields }

/** The fields that Telegram's login widget signed, unchanged. */
export type WidgetFields = Readonly<Record<string, string | number>>

const WIDGET = ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash']

export function parseOauthCallback({ search, hash }: OauthCallback): OauthResult {
  const query = new URLSearchParams(search)
  const result = new URLSearchParams(hash.slice(1)).get('tgAuthResult')
  if (result !== null) return { method: 'telegram', fields: decodeFields(result) }
  if (query.has('state')) return { method: 'google', code: query.get('code'), state: query.get('state') }
  return { method: 'telegram', fields: Object.fromEntries([...query].filter(([name]) => WIDGET.includes(name))) }
}

/** `result` is base64 or base64url of JSON. No fields when it cannot be parsed. */
function decodeFields(result: string): WidgetFields {
  try {
    const bytes = Uint8Array.from(atob(result.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
    return widgetFieldsOf(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return {}
  }
}

/** Strings and numbers only: nothing else was signed. */
export function widgetFieldsOf(value: unknown): WidgetFields {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => typeof each === 'string' || typeof each === 'number'),
  )
}
