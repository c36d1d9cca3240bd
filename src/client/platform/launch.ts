/**
 * Telegram's launch parameters, in the fragment of the address. They are removed from the address before the router
 * reads it, because they sign in. Session storage keeps them for a reload.
 */

import { MINI_APP_PATH, parseStartParameter, type StartParameter } from '../../contract/referrals/start-parameter.ts'
import { attempt } from './attempt.ts'
import { storageIn } from './browser.ts'

export type Launch = {
  readonly initData: string
  readonly version: string
  readonly client: string
  readonly colors: Readonly<Record<string, string>>
  readonly start: StartParameter
}

/** The router's base path. Only pages of the mini-app, below `/tma`, may be framed; the website is at the root. */
export const basePathOf = (pathname: string): string =>
  pathname === MINI_APP_PATH || pathname.startsWith(`${MINI_APP_PATH}/`) ? MINI_APP_PATH : ''

const STORAGE_KEY = 'telegramLaunch'

/** Undefined without a Telegram host, even when the address has launch parameters. */
export function takeLaunch(window: Window): Launch | undefined {
  const { pathname, search, hash } = window.location
  const isFresh = new URLSearchParams(hash.slice(1)).has('tgWebAppVersion')
  if (isFresh) window.history.replaceState(window.history.state, '', pathname + search)
  if (!hasHost(window)) return undefined
  const storage = storageIn(() => window.sessionStorage)
  if (isFresh) storage.set(STORAGE_KEY, hash.slice(1))
  // Null where storage is forbidden: then a reload runs as the website.
  const text = storage.get(STORAGE_KEY)
  if (text === null) return undefined
  return parseLaunch(text, search, isFresh)
}

export function parseLaunch(text: string, search: string, isFresh: boolean): Launch {
  const parameters = new URLSearchParams(text)
  const initData = parameters.get('tgWebAppData') ?? ''
  const parameter =
    new URLSearchParams(initData).get('start_param') ?? new URLSearchParams(search).get('tgWebAppStartParam')
  const version = parameters.get('tgWebAppVersion') ?? ''
  return {
    initData,
    version: /^\d+(\.\d+)*$/.test(version) ? version : '6.0',
    client: parameters.get('tgWebAppPlatform')?.slice(0, 32) ?? 'unknown',
    colors: parseColors(parameters.get('tgWebAppThemeParams')),
    // A reload stays on its page; it does not open the link's pair again.
    start: isFresh ? parseStartParameter(parameter ?? '') : { type: 'nothing' },
  }
}

function parseColors(text: string | null): Launch['colors'] {
  const colors: object | null | undefined = attempt(() => JSON.parse(text ?? '{}'))
  return Object.fromEntries(Object.entries(colors ?? {}).filter(([, color]) => typeof color === 'string'))
}

/** True in a frame, and in the web views of Telegram's apps, which inject these objects. */
function hasHost(window: Window): boolean {
  const { external } = window as { readonly external?: object }
  return (
    window.parent !== window || 'TelegramWebviewProxy' in window || (external !== undefined && 'notify' in external)
  )
}
