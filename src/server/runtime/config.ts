// The only reader of the environment. An invalid value stops the start with a message that names the variable.
import { resolve } from 'node:path'
import { isIpRange } from './client-ip.ts'
import { readDatabaseUrl, readJournalCopies } from './database-address.ts'
import { SECRET, SECRET_FORM } from './secret-file.ts'
import { BadSetting, type Environment, type EnvironmentReader, reader } from './setting-reader.ts'
import { readSignerSettings, type SignerSettings } from './signer-settings.ts'
import { readStandbySettings, type StandbySettings } from './standby-settings.ts'

export type Mode = 'play' | 'live'
export type LogLevel = (typeof logLevels)[number]

export type Config = {
  readonly port: number
  readonly host: string
  /** Absolute. */
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly journalCopies: number
  /** Waits while another process writes; undefined: the start fails then. */
  readonly standby: StandbySettings | undefined
  readonly mode: Mode
  /** Seed of the demo traders; undefined: random. */
  readonly seed: number | undefined
  /** The version of the engine's rules to switch to; undefined: in play mode the newest, in live mode no switch. */
  readonly rules: number | undefined
  /** Days of market history to create before the first start. */
  readonly backfillDays: number
  readonly appName: string
  readonly rateLimits: boolean
  /** How many emails all clients together can cause. */
  readonly emailsPerHour: number
  /** False: journal rows from before the oldest usable snapshot are deleted. */
  readonly keepJournal: boolean
  readonly socketAccessToken: boolean
  /** Source of fiat rates per dollar; undefined: the built-in rates are used. */
  readonly fiatRatesUrl: string | undefined
  /** Token of the Telegram bot; undefined: no bot and no login with Telegram. */
  readonly botToken: string | undefined
  /** Without a trailing slash. */
  readonly botApiUrl: string
  /** Telegram's test environment has its own accounts and bots. */
  readonly botEnvironment: 'production' | 'test'
  /** URL for updates from Telegram; undefined: the bot uses long polling. */
  readonly botWebhookUrl: string | undefined
  /** Public origin of the exchange, without a trailing slash; https except in Telegram's test environment. */
  readonly publicUrl: string | undefined
  /** Encrypts the record key; undefined, in play mode only: the file `secret-key` in DATA_DIR does. */
  readonly secretKey: string | undefined
  /** The key before `secretKey`: what it encrypted is encrypted again. */
  readonly oldSecretKey: string | undefined
  /** Whether a start needs the anchor of the journal. */
  readonly isAnchorRequired: boolean
  /** With real money: gets the line of the anchor every minute. */
  readonly anchorCommand: AnchorCommand | undefined
  /** Addresses or CIDR ranges whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[]
  /** Origins that may embed the mini-app in a frame. */
  readonly frameAncestors: readonly string[]
  readonly logLevel: LogLevel
  /** The local chain of play mode; undefined: deposits and withdrawals are off, or use a live network. */
  readonly playChain: PlayChainSettings | undefined
  /** Endpoints of the Ethereum node in live mode; several must agree. Empty: the network is unavailable. */
  readonly evmRpcUrls: readonly string[]
  /** Endpoints with the API of toncenter, version 2, in live mode; several must agree. Empty: networks on TON are unavailable. */
  readonly tonApiUrls: readonly string[]
  /** Users can pay from TON wallets that are reached over the bridges of their makers. */
  readonly tonConnect: boolean
  /** Undefined: nothing can be signed, so withdrawals wait. */
  readonly signer: SignerSettings | undefined
  /** A payment that no block has after this time gets higher fees. */
  readonly stuckMillis: number
  /** A stop that takes longer ends with exit code 1. */
  readonly stopMillis: number
  readonly google: GoogleSettings | undefined
  readonly sumsub: SumsubSettings | undefined
  readonly email: EmailSettings
}

/** `environment`: without the secrets of the server. */
export type AnchorCommand = {
  readonly shell: string
  readonly environment: Readonly<Record<'PATH' | 'HOME', string | undefined>>
}

type PlayChainSettings = {
  /** Undefined: the one that is installed with the packages. */
  readonly anvilPath: string | undefined
  /** Between two blocks while transactions wait. */
  readonly blockMillis: number
}

export type GoogleSettings = { readonly clientId: string; readonly clientSecret: string; readonly issuer: string }
export type SumsubSettings = {
  readonly appToken: string
  readonly secretKey: string
  readonly webhookSecret: string
  /** The name of the level whose check verifies a user. */
  readonly level: string
  /** Of the API, without a trailing slash. */
  readonly url: string
}

/** `shown`: with play money and without SMTP, emails are shown on a page. */
export type EmailSettings =
  | { readonly type: 'smtp'; readonly url: string; readonly from: string }
  | { readonly type: 'shown' }
  | { readonly type: 'off' }

const TELEGRAM_WEB = 'https://web.telegram.org https://*.telegram.org'

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const DEFAULT_EMAILS_PER_HOUR = 1_000

const ORIGINS = /^(https?:\/\/(\*\.)?[\w.-]+(:\d+)?( |$))+$/

/** Ends with `WEBHOOK_PATH`; a proxy may add a prefix. */
const WEBHOOK = /^https:\/\/[\w.-]+(:\d+)?(\/[\w.-]+)*\/telegram\/updates$/

/** `args`: of the command line. */
export function readConfig(environment: Environment = process.env, args: readonly string[] = []): Config {
  const read = reader(environment)
  const mode = read.choice('MODE', ['play', 'live'], 'play')
  const rateLimits = read.boolean('RATE_LIMITS', true)
  const keepJournal = read.boolean('JOURNAL_KEEP', mode === 'live')
  if (mode === 'live' && !rateLimits) throw new BadSetting('RATE_LIMITS=off is refused with MODE=live')
  if (mode === 'live' && !keepJournal) throw new BadSetting('JOURNAL_KEEP=off is refused with MODE=live')
  const fiatRatesUrl = read.url('FIAT_RATES_URL', ['http:', 'https:'])
  const { username = '', password = '' } = fiatRatesUrl === undefined ? {} : new URL(fiatRatesUrl)
  if (username + password !== '') throw new BadSetting('FIAT_RATES_URL must not contain a user or a password')
  const botToken = read.pattern('BOT_TOKEN', /^\d+:[\w-]+$/, 'a token such as 123456:ABC')
  const frameAncestors = read.pattern('FRAME_ANCESTORS', ORIGINS, 'web origins with a space between them')
  const botWebhookUrl = read.pattern('BOT_WEBHOOK_URL', WEBHOOK, 'an https URL that ends with /telegram/updates')
  const botEnvironment = read.choice('BOT_ENVIRONMENT', ['production', 'test'], 'production')
  const publicUrl = read.origin('PUBLIC_URL')
  if (mode === 'live' && publicUrl?.startsWith('http:')) throw new BadSetting('PUBLIC_URL must be https with MODE=live')
  const journalCopies = readJournalCopies(read)
  const secretKey = read.pattern('SECRET_KEY', SECRET, SECRET_FORM)
  const oldSecretKey = read.pattern('SECRET_KEY_OLD', SECRET, SECRET_FORM)
  if (mode === 'live' && secretKey === undefined)
    throw new BadSetting('MODE=live needs SECRET_KEY: without it a stolen copy of the database opens every account')
  if (oldSecretKey !== undefined && secretKey === undefined) throw new BadSetting('SECRET_KEY_OLD needs SECRET_KEY')
  return Object.freeze({
    port: read.integer('PORT', 0, 65_535) ?? 8080,
    host: read.text('HOST') ?? '127.0.0.1',
    dataDir: resolve(read.text('DATA_DIR') ?? '.data'),
    databaseUrl: readDatabaseUrl(read),
    journalCopies,
    standby: readStandbySettings(read, mode, journalCopies),
    mode,
    seed: read.integer('SEED', 0, 0xffff_ffff),
    rules: read.integer('RULES', 1, 1_000),
    backfillDays: read.integer('PAST_DAYS', 0, 7) ?? 7,
    appName: read.text('APP_NAME') ?? 'Tern',
    rateLimits,
    emailsPerHour: read.integer('EMAILS_PER_HOUR', 2, 1_000_000) ?? DEFAULT_EMAILS_PER_HOUR,
    keepJournal,
    socketAccessToken: read.boolean('SOCKET_ACCESS_TOKEN', mode === 'play'),
    fiatRatesUrl,
    botToken,
    botApiUrl: (read.url('BOT_API_URL', ['http:', 'https:']) ?? 'https://api.telegram.org').replace(/\/+$/, ''),
    botEnvironment,
    botWebhookUrl,
    secretKey,
    oldSecretKey,
    isAnchorRequired: mode === 'live' && !args.includes('--no-anchor'),
    anchorCommand: mode === 'live' ? readAnchorCommand(read) : undefined,
    trustedProxies: readTrustedProxies(read),
    frameAncestors: (frameAncestors ?? (botToken === undefined ? '' : TELEGRAM_WEB)).split(' ').filter(Boolean),
    logLevel: read.choice('LOG_LEVEL', logLevels, 'info'),
    publicUrl,
    playChain: readPlayChainSettings(read, mode),
    evmRpcUrls: mode === 'live' ? readUrls(read, 'EVM_RPC_URLS') : [],
    tonApiUrls: mode === 'live' ? readTonApiUrls(read) : [],
    tonConnect: readTonConnect(read, publicUrl),
    signer: mode === 'live' ? readSignerSettings(read) : playSigner(read),
    stuckMillis: read.integer('STUCK_MILLIS', 100, 3_600_000) ?? (mode === 'play' ? 10_000 : 90_000),
    stopMillis: read.integer('STOP_MILLIS', 100, 600_000) ?? 4_500,
    google: readGoogleSettings(read, mode),
    sumsub: readSumsubSettings(read, mode),
    email: readEmailSettings(read, mode, publicUrl),
  })
}

function readTrustedProxies(read: EnvironmentReader): readonly string[] {
  const proxies = (read.text('TRUSTED_PROXIES') ?? '').split(/[\s,]+/).filter(Boolean)
  const invalid = proxies.find((each) => !isIpRange(each))
  if (invalid !== undefined)
    throw new BadSetting(`TRUSTED_PROXIES must be addresses or ranges; "${invalid}" is neither`)
  return proxies
}

function readPlayChainSettings(read: EnvironmentReader, mode: Mode): PlayChainSettings | undefined {
  const isOn = read.boolean('PLAY_CHAIN', mode === 'play')
  if (mode === 'live' && isOn) throw new BadSetting('PLAY_CHAIN=on is refused with MODE=live')
  const anvilPath = read.text('ANVIL_PATH')
  const blockMillis = read.integer('PLAY_BLOCK_MILLIS', 20, 60_000) ?? 1_000
  return isOn ? { anvilPath, blockMillis } : undefined
}

function readAnchorCommand(read: EnvironmentReader): AnchorCommand | undefined {
  const shell = read.text('ANCHOR_COMMAND')
  return shell === undefined ? undefined : { shell, environment: { PATH: read.text('PATH'), HOME: read.text('HOME') } }
}

/** Wallets load a manifest from the public address of the exchange. */
function readTonConnect(read: EnvironmentReader, publicUrl: string | undefined): boolean {
  const isOn = read.boolean('TONCONNECT', false)
  if (isOn && publicUrl === undefined) throw new BadSetting('TONCONNECT=on needs PUBLIC_URL')
  return isOn
}

/** Of the play chain. */
const playSigner = (read: EnvironmentReader): SignerSettings | undefined =>
  readPlayChainSettings(read, 'play') && { type: 'child' }

function readTonApiUrls(read: EnvironmentReader): readonly string[] {
  if (read.text('TON_API_URL') !== undefined)
    throw new BadSetting('TON_API_URL is not used any more: use TON_API_URLS, with the key as a part of the URL')
  return readUrls(read, 'TON_API_URLS')
}

/** The values are not in the messages: they may contain keys. */
function readUrls(read: EnvironmentReader, name: string): readonly string[] {
  const urls = (read.text(name) ?? '').split(/[\s,]+/).filter(Boolean)
  const isUrl = (url: string): boolean =>
    URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && new URL(url).username === ''
  if (!urls.every(isUrl))
    throw new BadSetting(`${name} must be http or https URLs without a user, with a comma between them`)
  return urls
}

function readGoogleSettings(read: EnvironmentReader, mode: Mode): GoogleSettings | undefined {
  const [clientId, clientSecret] = [read.text('GOOGLE_CLIENT_ID'), read.text('GOOGLE_CLIENT_SECRET')]
  const issuer =
    read.url('GOOGLE_ISSUER', mode === 'play' ? ['https:', 'http:'] : ['https:']) ?? 'https://accounts.google.com'
  if (clientId === undefined && clientSecret === undefined) return undefined
  if (clientId === undefined) throw new BadSetting('GOOGLE_CLIENT_SECRET needs GOOGLE_CLIENT_ID')
  if (clientSecret === undefined) throw new BadSetting('GOOGLE_CLIENT_ID needs GOOGLE_CLIENT_SECRET')
  return { clientId, clientSecret, issuer }
}

/** All or none of them. The values are not in the message: they are secrets. */
function readSumsubSettings(read: EnvironmentReader, mode: Mode): SumsubSettings | undefined {
  const names = ['SUMSUB_APP_TOKEN', 'SUMSUB_SECRET_KEY', 'SUMSUB_WEBHOOK_SECRET', 'SUMSUB_LEVEL'] as const
  const values = names.map(read.text)
  const url = read.url('SUMSUB_URL', mode === 'play' ? ['https:', 'http:'] : ['https:']) ?? 'https://api.sumsub.com'
  if (values.every((value) => value === undefined)) return undefined
  const missing = names.filter((_, index) => values[index] === undefined)
  if (missing.length > 0) throw new BadSetting(`the identity check also needs ${missing.join(', ')}`)
  const [appToken = '', secretKey = '', webhookSecret = '', level = ''] = values
  return { appToken, secretKey, webhookSecret, level, url: url.replace(/\/+$/, '') }
}

/** SMTP requires PUBLIC_URL: email links must not use the `Host` header of a request, which can be forged. */
function readEmailSettings(read: EnvironmentReader, mode: Mode, publicUrl: string | undefined): EmailSettings {
  const url = read.url('SMTP_URL', ['smtp:', 'smtps:'])
  const from = read.pattern('MAIL_FROM', /^[^\s@<>"]+@[^\s@<>"]+$/, 'an email address such as exchange@example.com')
  if (url === undefined) return { type: mode === 'play' ? 'shown' : 'off' }
  if (from === undefined) throw new BadSetting('SMTP_URL needs MAIL_FROM')
  if (publicUrl === undefined) throw new BadSetting('SMTP_URL needs PUBLIC_URL')
  return { type: 'smtp', url, from }
}
