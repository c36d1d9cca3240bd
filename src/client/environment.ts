/** What the build was told. The only reader of the build's environment. */

import { EXCHANGE_BASE } from '../contract/api.ts'

const env = import.meta.env as Readonly<Record<string, string | undefined>>

export const exchangeBase = env.VITE_EXCHANGE_BASE ?? EXCHANGE_BASE

/** Health and the socket live beside the backend: on its host when its base names one. */
export const exchangeOrigin = /^https?:/.test(exchangeBase) ? new URL(exchangeBase).origin : ''

/** Links that leave the app. One that is not set is not a link. */
export const links = {
  help: env.VITE_LINK_HELP,
  support: env.VITE_LINK_SUPPORT,
  community: env.VITE_LINK_COMMUNITY,
  privacy: env.VITE_LINK_PRIVACY,
  telegram: env.VITE_LINK_TELEGRAM,
  discord: env.VITE_LINK_DISCORD,
  twitter: env.VITE_LINK_TWITTER,
  linkedin: env.VITE_LINK_LINKEDIN,
} as const
