/**
 * What Telegram writes behind the `#` of the address it opens: taken before anything else looks at the address, and
 * removed from it, because it signs in. A reload finds it where this frame keeps it.
 */

import { MINI_APP_PATH, readStartParameter, type StartParameter } from '../../contract/start-parameter.ts'

export type Launch = {
  readonly initData: string
  readonly version: string
  readonly client: string
  readonly colors: Readonly<Record<string, string>>
  readonly start: StartParameter
}

/** Below which all pages are: the mini-app stays where it may stand in a frame, the website is at the root. */
export const placeOf = (pathname: string): string =>
  pathname === MINI_APP_PATH || pathname.startsWith(`${MINI_APP_PATH}/`) ? MINI_APP_PATH : ''

const KEPT = 'telegramLaunch'

/** Undefined when nobody who speaks Telegram's language is around us, whatever the address says. */
export function takeLaunch(place: Window): Launch | undefined {
  const { pathname, search, hash } = place.location
  const isFresh = new URLSearchParams(hash.slice(1)).has('tgWebAppVersion')
  if (isFresh) place.history.replaceState(place.history.state, '', pathname + search)
  if (!hasHost(place)) return undefined
  const text = isFresh ? hash.slice(1) : kept(place)
  if (text === null) return undefined
  if (isFresh) keep(place, text)
  return readLaunch(text, search, isFresh)
}

export function readLaunch(text: string, search: string, isFresh: boolean): Launch {
  const said = new URLSearchParams(text)
  const initData = said.get('tgWebAppData') ?? ''
  const parameter =
    new URLSearchParams(initData).get('start_param') ?? new URLSearchParams(search).get('tgWebAppStartParam')
  const version = said.get('tgWebAppVersion') ?? ''
  return {
    initData,
    version: /^\d+(\.\d+)*$/.test(version) ? version : '6.0',
    client: said.get('tgWebAppPlatform')?.slice(0, 32) ?? 'unknown',
    colors: readColors(said.get('tgWebAppThemeParams')),
    // A reload goes on where the reader was, not where the link led.
    start: isFresh ? readStartParameter(parameter ?? '') : { type: 'nothing' },
  }
}

function readColors(text: string | null): Launch['colors'] {
  try {
    const colors: object | null = JSON.parse(text ?? '{}')
    return Object.fromEntries(Object.entries(colors ?? {}).filter(([, color]) => typeof color === 'string'))
  } catch {
    return {}
  }
}

/** A frame around us, or what Telegram's own apps put into their web views. */
function hasHost(place: Window): boolean {
  const { external } = place as { readonly external?: object }
  return place.parent !== place || 'TelegramWebviewProxy' in place || (external !== undefined && 'notify' in external)
}

/** Storage may be forbidden; then a reload is a visit without Telegram. */
function kept(place: Window): string | null {
  try {
    return place.sessionStorage.getItem(KEPT)
  } catch {
    return null
  }
}

function keep(place: Window, text: string): void {
  try {
    place.sessionStorage.setItem(KEPT, text)
  } catch {}
}
