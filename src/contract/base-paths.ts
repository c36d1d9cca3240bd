/** The base paths of the two backends and the headers that carry `Bearer {access token}` to them. */

export const EXCHANGE_BASE = '/exchange-backend'

export const EARN_BASE = '/earn-backend'

export type BasePath = typeof EXCHANGE_BASE | typeof EARN_BASE

/** `authorization` and the header of the other backend are accepted as well. */
export const TOKEN_HEADER = 'telegram-init-data'

export const EARN_TOKEN_HEADER = 'telegram-webview-data'
