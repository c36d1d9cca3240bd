/** Tokens and login methods on the wire. */

export const LOGIN_METHODS = ['email', 'telegram', 'google'] as const

export type LoginMethod = (typeof LOGIN_METHODS)[number]

export type Tokens = { readonly access: string; readonly refresh: string }

export type RefreshedTokens = { readonly access_token: string; readonly refresh_token: string }

export type SocketTicket = { readonly ticket: string }

/** Null: the method is not configured. `shown`: emails are not sent but shown on a page (play mode only). */
export type LoginMethodsView = {
  /** The chat with the bot is null until the bot knows its own username. */
  readonly telegram: { readonly bot_id: string; readonly chat_link: string | null } | null
  /** The endpoint is null while Google is unreachable. */
  readonly google: { readonly authorization_endpoint: string | null; readonly client_id: string } | null
  readonly mail: 'smtp' | 'shown' | 'off'
}
