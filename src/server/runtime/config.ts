// The only reader of the environment. A bad value stops the start with a sentence that names the variable.
import { resolve } from 'node:path'
import { isRange } from './client-address.ts'

export type Mode = 'play' | 'live'
export type LogLevel = (typeof logLevels)[number]

export type Config = {
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly mode: Mode
  /** Undefined: the demo traders draw their own. */
  readonly seed: number | undefined
  /** How many days the demo traders lived before the first start. */
  readonly pastDays: number
  readonly appName: string
  readonly rateLimits: boolean
  /** Or it is cut off before the oldest snapshot. */
  readonly keepsJournal: boolean
  readonly socketAccessToken: boolean
  /** Where fiat rates per dollar are asked for; undefined: the shipped ones are shown. */
  readonly fiatRatesUrl: string | undefined
  /** The bot whose mini-app this is; undefined: nobody comes in from Telegram. */
  readonly botToken: string | undefined
  /** Where the Bot API is; without a slash at its end. */
  readonly botApiUrl: string
  /** Telegram keeps a second world for tests, with accounts and bots of its own. */
  readonly botEnvironment: 'production' | 'test'
  /** Where Telegram brings what is said to the bot; undefined: the bot asks for it. */
  readonly botWebhookUrl: string | undefined
  /** The address users reach us at, without a slash at its end; of https but in Telegram's test environment. */
  readonly publicUrl: string | undefined
  /** What all secrets of the server are made of; undefined: what it drew itself and keeps in the database. */
  readonly secretKey: string | undefined
  /** Addresses, or ranges of them, whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** Who may show the mini-app in a frame. */
  readonly frameAncestors: readonly string[]
  readonly logLevel: LogLevel
  readonly google: GoogleSettings | undefined
  readonly mail: MailSettings
}

export type GoogleSettings = { readonly clientId: string; readonly clientSecret: string; readonly issuer: string }
/** `shown`: with play money, letters that nobody posts are shown. */
export type MailSettings =
  | { readonly type: 'smtp'; readonly url: string; readonly from: string }
  | { readonly type: 'shown' }
  | { readonly type: 'off' }

const TELEGRAM_WEB = 'https://web.telegram.org https://*.telegram.org'

export type Environment = Readonly<Record<string, string | undefined>>

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const ORIGINS = /^(https?:\/\/(\*\.)?[\w.-]+(:\d+)?( |$))+$/

/** As `WEBHOOK_PATH` says; a proxy in front of us may have more before it. */
const WEBHOOK = /^https:\/\/[\w.-]+(:\d+)?(\/[\w.-]+)*\/telegram\/updates$/

export class BadSetting extends Error {}

export function readConfig(environment: Environment = process.env): Config {
  const read = reader(environment)
  const mode = read.choice('MODE', ['play', 'live'], 'play')
  const rateLimits = read.toggle('RATE_LIMITS', true)
  const keepsJournal = read.toggle('JOURNAL_KEEP', mode === 'live')
  if (mode === 'live' && !rateLimits) throw new BadSetting('RATE_LIMITS=off is refused with MODE=live')
  if (mode === 'live' && !keepsJournal) throw new BadSetting('JOURNAL_KEEP=off is refused with MODE=live')
  const fiatRatesUrl = read.address('FIAT_RATES_URL', ['http:', 'https:'])
  const { username = '', password = '' } = fiatRatesUrl === undefined ? {} : new URL(fiatRatesUrl)
  if (username + password !== '') throw new BadSetting('FIAT_RATES_URL must not name a user or a password')
  const botToken = read.shaped('BOT_TOKEN', /^\d+:[\w-]+$/, 'a token such as 123456:ABC')
  const frameAncestors = read.shaped('FRAME_ANCESTORS', ORIGINS, 'web origins with a space between them')
  const botWebhookUrl = read.shaped('BOT_WEBHOOK_URL', WEBHOOK, 'an https address that ends with /telegram/updates')
  const botEnvironment = read.choice('BOT_ENVIRONMENT', ['production', 'test'], 'production')
  const publicUrl = read.origin('PUBLIC_URL')
  if (mode === 'live' && publicUrl?.startsWith('http:')) throw new BadSetting('PUBLIC_URL must be https with MODE=live')
  const words = 'at least 32 characters without a space'
  const trustedProxies = (read.text('TRUSTED_PROXIES') ?? '').split(/[\s,]+/).filter(Boolean)
  const strange = trustedProxies.find((each) => !isRange(each))
  if (strange !== undefined)
    throw new BadSetting(`TRUSTED_PROXIES must be addresses or ranges; "${strange}" is neither`)
  return Object.freeze({
    port: read.whole('PORT', 0, 65_535) ?? 8080,
    host: read.text('HOST') ?? '127.0.0.1',
    dataDir: resolve(read.text('DATA_DIR') ?? '.data'),
    databaseUrl: read.address('DATABASE_URL', ['postgres:', 'postgresql:']),
    mode,
    seed: read.whole('SEED', 0, 0xffff_ffff),
    pastDays: read.whole('PAST_DAYS', 0, 7) ?? 7,
    appName: read.text('APP_NAME') ?? 'Tern',
    rateLimits,
    keepsJournal,
    socketAccessToken: read.toggle('SOCKET_ACCESS_TOKEN', mode === 'play'),
    fiatRatesUrl,
    botToken,
    botApiUrl: (read.address('BOT_API_URL', ['http:', 'https:']) ?? 'https://api.telegram.org').replace(/\/+$/, ''),
    botEnvironment,
    botWebhookUrl,
    secretKey: read.shaped('SECRET_KEY', /^\S{32,}$/, words),
    trustedProxies,
    frameAncestors: (frameAncestors ?? (botToken === undefined ? '' : TELEGRAM_WEB)).split(' ').filter(Boolean),
    logLevel: read.choice('LOG_LEVEL', logLevels, 'info'),
    publicUrl,
    google: googleSettings(read, mode),
    mail: mailSettings(read, mode, publicUrl),
  })
}

type Reader = ReturnType<typeof reader>

function googleSettings(read: Reader, mode: Mode): GoogleSettings | undefined {
  const [clientId, clientSecret] = [read.text('GOOGLE_CLIENT_ID'), read.text('GOOGLE_CLIENT_SECRET')]
  const issuer =
    read.address('GOOGLE_ISSUER', mode === 'play' ? ['https:', 'http:'] : ['https:']) ?? 'https://accounts.google.com'
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined) throw new BadSetting('GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID')
  if (clientSecret === undefined) throw new BadSetting('GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET')
  return { clientId, clientSecret, issuer }
}

/** The links of posted letters must not lead where a request says that we are: whoever asks may write any host there. */
function mailSettings(read: Reader, mode: Mode, publicUrl: string | undefined): MailSettings {
  const url = read.address('SMTP_URL', ['smtp:', 'smtps:'])
  const from = read.shaped('MAIL_FROM', /^[^\s@<>"]+@[^\s@<>"]+$/, 'a mail address such as exchange@example.com')
  if (url === undefined) return { type: mode === 'play' ? 'shown' : 'off' }
  if (from === undefined) throw new BadSetting('SMTP_URL needs MAIL_FROM')
  if (publicUrl === undefined) throw new BadSetting('SMTP_URL needs PUBLIC_URL')
  return { type: 'smtp', url, from }
}

/** An empty value means unset: that is what `NAME=` in a settings file says. */
function reader(environment: Environment) {
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined

  function choice<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = text(name)
    if (value === undefined) return fallback
    const found = allowed.find((each) => each === value)
    if (found === undefined) throw new BadSetting(`${name} must be one of ${allowed.join(', ')}; it is "${value}"`)
    return found
  }

  const toggle = (name: string, fallback: boolean): boolean =>
    choice(name, ['on', 'off'], fallback ? 'on' : 'off') === 'on'

  function whole(name: string, least: number, most: number): number | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= least && number <= most) return number
    throw new BadSetting(`${name} must be a whole number from ${least} to ${most}; it is "${value}"`)
  }

  /** The value stays out of the complaint: an address may hold a password. */
  function address(name: string, schemes: readonly string[]): string | undefined {
    const value = text(name)
    if (value === undefined) return undefined
    if (URL.canParse(value) && schemes.includes(new URL(value).protocol)) return value
    throw new BadSetting(`${name} must be an address that starts with ${schemes.join(' or ')}`)
  }

  /** An address without a path, and so without anything secret. */
  function origin(name: string): string | undefined {
    const value = address(name, ['https:', 'http:'])
    if (value === undefined) return undefined
    const { origin } = new URL(value)
    if (value.replace(/\/$/, '') === origin) return origin
    throw new BadSetting(`${name} must be an address without a path, such as https://exchange.example`)
  }

  /** Nor is this value repeated: it may be a secret. */
  function shaped(name: string, shape: RegExp, words: string): string | undefined {
    const value = text(name)
    if (value === undefined || shape.test(value)) return value
    throw new BadSetting(`${name} must be ${words}`)
  }

  return { text, choice, toggle, whole, address, origin, shaped }
}
