import { type Logger, pino, stdSerializers } from 'pino'
import type { LogLevel } from './config.ts'

export type Log = Logger

// Headers that carry a bearer token, and fields that carry a secret, wherever in a line they turn up.
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
const places = ['', '*.', 'headers.', '*.headers.', 'body.', '*.body.']

const secretPaths = [...secretHeaders, ...secretFields].flatMap((name) => places.map((place) => pathTo(place, name)))

/** pino's path grammar: a name with a dash goes in brackets. */
function pathTo(place: string, name: string): string {
  return name.includes('-') ? `${place.replace(/\.$/, '')}["${name}"]` : `${place}${name}`
}

/** One line of JSON per event, on standard output unless a test listens elsewhere. */
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

/** `/ws/charts/1/Bearer_abc/` → `/ws/charts/1/-/`: whatever follows the pair may be a token. */
export function hideSocketToken(url: string): string {
  return url.replace(/(\/ws\/+charts\/+[^/?#]*\/+).+$/is, '$1-/')
}
