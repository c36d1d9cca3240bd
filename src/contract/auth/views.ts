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

/** A paragraph, or the label of a link. */
type PlayMailPart = { readonly text: string; readonly link: string | null }

type PlayMail = {
  readonly id: string
  readonly at: string
  readonly to: string
  readonly subject: string
  readonly parts: readonly PlayMailPart[]
}

/** Emails of play mode that are shown and not sent, newest first: the last fifty of the exchange, of these what the browser may see. */
export type PlayMailView = {
  /** Sent by a browser on the server's machine, which sees the emails of all accounts; any other sees those of its accounts. */
  readonly sees_all: boolean
  /** Links that begin with it lead into the app. */
  readonly link_origin: string
  readonly mails: readonly PlayMail[]
}
