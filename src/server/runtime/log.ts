import { type Logger, pino, stdSerializers } from 'pino'
import type { LogLevel } from './config.ts'
import { terminalLine } from './terminal-log.ts'

export type Log = Logger

// Headers with bearer tokens and fields with secrets, which are redacted at the prefixes below.
const secretHeaders = ['authorization', 'cookie', 'set-cookie', 'telegram-init-data', 'telegram-webview-data']
const secretFields = [
  'password',
  'password_hash',
  'token',
  'ticket',
  'access',
  'refresh',
  'access_token',
  'refresh_token',
  'init_data',
  'raw_callback_data',
  'current_password',
  'secret',
  'recovery_code',
  'recovery_codes',
  'qr_code',
  'otpauth_url',
  'botToken',
  'secretKey',
  'databaseUrl',
  'clientSecret',
  'authentication_code',
  'code_verifier',
]
const prefixes = ['', '*.', 'headers.', '*.headers.', 'body.', '*.body.']

const secretPaths = [...secretHeaders, ...secretFields].flatMap((name) =>
  prefixes.map((prefix) => pathTo(prefix, name)),
)

/** In pino's path syntax a name with a dash needs brackets. */
function pathTo(prefix: string, name: string): string {
  return name.includes('-') ? `${prefix.replace(/\.$/, '')}["${name}"]` : `${prefix}${name}`
}

/** Writes one JSON line per event to standard output, or to `destination` in tests. */
export function openLog(level: LogLevel, destination?: { write(line: string): void }): Log {
  const options = {
    level,
    base: null,
    redact: { paths: secretPaths, censor: '-' },
    serializers: {
      err: stdSerializers.err,
      req: (request: { method?: string; url?: string; ip?: string }) => ({
        method: request.method,
        url: request.url === undefined ? undefined : hideSocketToken(request.url),
        ip: request.ip,
      }),
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** The log of the server: text if a person reads it at a terminal, else JSON. */
export const openServerLog = (level: LogLevel): Log =>
  openLog(level, process.stdout.isTTY ? { write: (line) => void process.stdout.write(terminalLine(line)) } : undefined)

/** `/ws/charts/1/Bearer_abc/` → `/ws/charts/1/-/`: the part after the pair may be a token. */
export function hideSocketToken(url: string): string {
  return url.replace(/(\/ws\/+charts\/+[^/?#]*\/+).+$/is, '$1-/')
}
