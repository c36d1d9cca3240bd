/** What the build was told. The only reader of the build's environment. */

import { EXCHANGE_BASE } from '../contract/api.ts'

const env = import.meta.env as Readonly<Record<string, string | undefined>>

export const exchangeBase = env.VITE_EXCHANGE_BASE ?? EXCHANGE_BASE

/** Health and the socket live beside the backend: on its host when its base names one. */
export const exchangeOrigin = /^https?:/.test(exchangeBase) ? new URL(exchangeBase).origin : ''

/** Where Telegram asks whoever signs in on the website. */
export const telegramOrigin = env.VITE_TELEGRAM_ORIGIN ?? 'https://oauth.telegram.org'

/** What the exchange is called. */
export const appName = env.APP_NAME?.trim() || 'Tern'

/** A link is a web or mail address; anything else, or nothing, is no link. */
const link = (address: string | undefined): string | undefined =>
  address !== undefined && /^(https?:|mailto:)/.test(address) ? address : undefined

/** Links that leave the app. */
export const links = {
  help: link(env.LINK_HELP),
  support: link(env.LINK_SUPPORT),
  community: link(env.LINK_COMMUNITY),
  privacy: link(env.LINK_PRIVACY),
  telegram: link(env.LINK_TELEGRAM),
  discord: link(env.LINK_DISCORD),
  twitter: link(env.LINK_TWITTER),
  linkedin: link(env.LINK_LINKEDIN),
} as const
