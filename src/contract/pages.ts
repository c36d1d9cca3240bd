/** The paths of the client's pages. The server answers 404 for every other path that is neither a call nor a file. */

import { MINI_APP_PATH } from './referrals/start-parameter.ts'

export const pages = {
  home: '/',
  login: '/login',
  register: '/register',
  forgot: '/forgot',
  reset: '/reset',
  confirm: '/confirm',
  undo: '/undo',
  freeze: '/freeze',
  playMail: '/play/mail',
  discover: '/discover',
  markets: '/markets',
  trade: '/trade',
  earn: '/earn',
  frens: '/frens',
  referrals: '/referrals',
  wallet: '/wallet',
  asset: '/asset',
  history: '/history',
  notifications: '/notifications',
  settings: '/settings',
  security: '/settings/security',
  twoFactor: '/settings/security/2fa',
  password: '/settings/security/password',
  identity: '/settings/identity',
  addresses: '/settings/addresses',
  devices: '/settings/devices',
  notificationSettings: '/settings/notifications',
  appearance: '/settings/appearance',
  liabilities: '/liabilities',
  about: '/about',
  help: '/help',
  terms: '/terms',
  privacy: '/privacy',
} as const

export const pagePaths: readonly string[] = Object.values(pages)

/**
 * Also below the mini-app path; letter case and a trailing slash make no difference. `path` has no query. With real money
 * there is no page of play mail.
 */
export function isPagePath(path: string, mode: 'play' | 'live'): boolean {
  const bare = path.toLowerCase().replace(/\/$/, '')
  const inApp = bare === MINI_APP_PATH || bare.startsWith(`${MINI_APP_PATH}/`) ? bare.slice(MINI_APP_PATH.length) : bare
  if (mode === 'live' && inApp === pages.playMail) return false
  return pagePaths.includes(inApp || pages.home)
}
