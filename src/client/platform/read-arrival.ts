/** What stands in an address that brought something to sign in with. */

import type { Arrival } from './arrival.ts'

export type Evidence =
  /** Without a code Google was told no. */
  | { readonly way: 'google'; readonly code: string | null; readonly state: string | null }
  | { readonly way: 'telegram'; readonly fields: WidgetFields }

/** What the login widget signed, as it came. */
export type WidgetFields = Readonly<Record<string, string | number>>

const WIDGET = ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash']

export function readArrival({ search, hash }: Arrival): Evidence {
  const said = new URLSearchParams(search)
  const result = new URLSearchParams(hash.slice(1)).get('tgAuthResult')
  if (result !== null) return { way: 'telegram', fields: fieldsIn(result) }
  if (said.has('state')) return { way: 'google', code: said.get('code'), state: said.get('state') }
  return { way: 'telegram', fields: Object.fromEntries([...said].filter(([name]) => WIDGET.includes(name))) }
}

/** Base64 of JSON, with either alphabet. No fields where it is anything else. */
function fieldsIn(result: string): WidgetFields {
  try {
    const bytes = Uint8Array.from(atob(result.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
    return fieldsOf(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return {}
  }
}

/** Words and numbers only: nothing else was signed. */
export function fieldsOf(value: unknown): WidgetFields {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(
    Object.entries(value).filter(([, each]) => typeof each === 'string' || typeof each === 'number'),
  )
}
