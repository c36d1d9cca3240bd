/** The cookie with the device tokens of a browser. Scripts cannot read it, and it outlives sessions. */

const NAME = 'device'
const SEPARATOR = '~'
const MAX_LENGTH = 4_096
const MAX_TOKENS = 5
const YEAR_SECONDS = 365 * 24 * 60 * 60

export function deviceTokensOf(cookies: string | undefined): readonly string[] {
  const value = new RegExp(`(?:^|; *)${NAME}=([\\w.~-]+)`).exec(cookies ?? '')?.[1] ?? ''
  return value.length > MAX_LENGTH ? [] : value.split(SEPARATOR, MAX_TOKENS).filter(Boolean)
}

/** Over https it is also sent within Telegram's web client, where the app is framed. */
export function deviceCookie(tokens: readonly string[], isHttps: boolean): string {
  const site = isHttps ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax'
  return `${NAME}=${tokens.join(SEPARATOR)}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; ${site}`
}
