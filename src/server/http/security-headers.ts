/** The security headers of every response. */

import type { FastifyRequest } from 'fastify'
import { MINI_APP_PATH } from '../../contract/referrals/start-parameter.ts'
import { TON_WALLETS } from '../../contract/wallet/ton-wallets.ts'
import type { Config } from '../runtime/config.ts'

type Settings = Pick<Config, 'mode' | 'frameAncestors' | 'tonConnect'>

const YEAR_SECONDS = 365 * 24 * 60 * 60
const DISABLED_FEATURES = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']

export function headersFor({ headers: { host }, url }: FastifyRequest, { mode, frameAncestors, tonConnect }: Settings) {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': contentPolicy(host, isMiniApp(url) ? frameAncestors : [], tonConnect),
    // Login popups of Telegram must be able to post their result to the page.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': DISABLED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    ...(mode === 'live' && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
    ...(url.includes('-backend/') && { 'cache-control': 'no-store' }),
  }
}

/** Only the pages below the mini-app path may be shown in a frame. */
const isMiniApp = (url: string): boolean => {
  const [path] = url.split(/[?#]/, 1)
  return path === MINI_APP_PATH || path?.startsWith(`${MINI_APP_PATH}/`) === true
}

/** Toasts and charts insert style elements, hence `unsafe-inline` for styles only. */
function contentPolicy(host = '', framedBy: readonly string[], tonConnect: boolean): string {
  const bridges = tonConnect ? TON_WALLETS.map(({ bridgeUrl }) => ` ${new URL(bridgeUrl).origin}`).join('') : ''
  const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : ''
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self'${sockets}${bridges}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ].join('; ')
}
