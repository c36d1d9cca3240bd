/** What every answer tells a browser about how far to trust it. */

import type { FastifyRequest } from 'fastify'
import { MINI_APP_PATH } from '../../contract/start-parameter.ts'
import type { Config } from '../config.ts'

type Settings = Pick<Config, 'mode' | 'frameAncestors'>

const YEAR_SECONDS = 365 * 24 * 60 * 60
const NEVER_NEEDED = ['camera', 'display-capture', 'geolocation', 'microphone', 'midi', 'payment', 'serial', 'usb']

export function headersFor({ headers: { host }, url }: FastifyRequest, { mode, frameAncestors }: Settings) {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': contentPolicy(host, isMiniApp(url) ? frameAncestors : []),
    // The window of a sign-in may be opened by us, and tells us how it ended.
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': NEVER_NEEDED.map((feature) => `${feature}=()`).join(', '),
    ...(mode === 'live' && { 'strict-transport-security': `max-age=${YEAR_SECONDS}` }),
    ...(url.includes('-backend/') && { 'cache-control': 'no-store' }),
  }
}

/** The same pages at a place of their own: only these may stand in a frame. */
const isMiniApp = (url: string): boolean => {
  const [path] = url.split(/[?#]/, 1)
  return path === MINI_APP_PATH || path?.startsWith(`${MINI_APP_PATH}/`) === true
}

/** Toasts and charts bring their styles along as elements, hence `unsafe-inline` for styles, and for nothing else. */
function contentPolicy(host = '', framedBy: readonly string[]): string {
  const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : ''
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    `connect-src 'self'${sockets}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${framedBy.length === 0 ? "'none'" : framedBy.join(' ')}`,
  ].join('; ')
}
