/** Build-time settings. Only this file reads `import.meta.env`, and `app/main.tsx` for the gallery. */

import { EARN_BASE, EXCHANGE_BASE } from '../../contract/api.ts'

const env = import.meta.env as Readonly<Record<string, string | undefined>>

const exchangeBase = env.VITE_EXCHANGE_BASE ?? EXCHANGE_BASE

/** Origin of the health endpoint and the WebSocket: that of the exchange backend when it is absolute, else this page's. */
export const exchangeOrigin = /^https?:/.test(exchangeBase) ? new URL(exchangeBase).origin : ''

/** The address of each base path of the contract. */
export const addresses = {
  [EXCHANGE_BASE]: exchangeBase,
  [EARN_BASE]: env.VITE_EARN_BASE ?? EARN_BASE,
  '': exchangeOrigin,
} as const

/** Origin of Telegram's login popup. */
export const telegramOrigin = env.VITE_TELEGRAM_ORIGIN ?? 'https://oauth.telegram.org'

export const appName = env.APP_NAME?.trim() || 'Tern'

/** Undefined unless it is an http, https or mailto address. */
const link = (address: string | undefined): string | undefined =>
  address !== undefined && /^(https?:|mailto:)/.test(address) ? address : undefined

/** External links; undefined where not configured. */
export const links = {
  help: link(env.LINK_HELP),
  support: link(env.LINK_SUPPORT),
  community: link(env.LINK_COMMUNITY),
  terms: link(env.LINK_TERMS),
  privacy: link(env.LINK_PRIVACY),
  telegram: link(env.LINK_TELEGRAM),
  discord: link(env.LINK_DISCORD),
  twitter: link(env.LINK_TWITTER),
  linkedin: link(env.LINK_LINKEDIN),
} as const
