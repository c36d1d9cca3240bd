/**
 * What somebody brings along in the address when they come back from Google, from Telegram or from a letter: taken before
 * anything else looks at the address, and removed from it, because it opens something.
 */

export type Arrival =
  /** Without a code Google was told no. */
  | { readonly type: 'google'; readonly code: string | null; readonly state: string | null }
  | { readonly type: 'telegram'; readonly fields: WidgetFields }
  | { readonly type: 'letter'; readonly token: string }

/** What the login widget signed, as it came. */
export type WidgetFields = Readonly<Record<string, string | number>>

const SIGN_IN = ['/login', '/register']
const LETTERS = ['/confirm', '/reset']
const GOOGLE = ['code', 'state', 'error', 'error_description', 'iss', 'scope', 'authuser', 'prompt', 'hd']
const WIDGET = ['id', 'first_name', 'last_name', 'username', 'photo_url', 'auth_date', 'hash']

export function takeArrival({ location, history }: Window): Arrival | undefined {
  const { pathname, search, hash } = location
  const said = new URLSearchParams(search)
  const result = new URLSearchParams(hash.slice(1)).get('tgAuthResult')
  const arrival = readArrival(pathname, said, result)
  if (arrival === undefined) return undefined
  for (const name of [...GOOGLE, ...WIDGET, 'token']) said.delete(name)
  const rest = said.size === 0 ? '' : `?${said}`
  history.replaceState(history.state, '', pathname + rest)
  return arrival
}

function readArrival(path: string, said: URLSearchParams, result: string | null): Arrival | undefined {
  const token = said.get('token')
  if (LETTERS.includes(path)) return token === null ? undefined : { type: 'letter', token }
  if (!SIGN_IN.includes(path)) return undefined
  if (result !== null) return { type: 'telegram', fields: fieldsIn(result) }
  if (said.has('hash') || said.has('auth_date')) return { type: 'telegram', fields: widgetFields(said) }
  const isBack = path === '/register' && said.has('state') && (said.has('code') || said.has('error'))
  return isBack ? { type: 'google', code: said.get('code'), state: said.get('state') } : undefined
}

const widgetFields = (said: URLSearchParams): WidgetFields =>
  Object.fromEntries([...said].filter(([name]) => WIDGET.includes(name)))

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
