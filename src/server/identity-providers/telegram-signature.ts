/**
 * Verifies signatures by Telegram. Init data of a mini-app:
 * https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app. Callback data of the login widget:
 * https://core.telegram.org/widgets/login-legacy. Each kind has its own secret, so one is not accepted as the other.
 */

import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export type TelegramLogin = {
  readonly telegramId: number
  /** Null if the account has none. */
  readonly username: string | null
  /** Language of the Telegram client, such as `en`; undefined if not sent. */
  readonly langCode: string | undefined
  readonly startParameter: string | undefined
  /** Equal for equal data. */
  readonly signature: Buffer
  /** In milliseconds. */
  readonly signedAt: number
}

export type SignatureResult = TelegramLogin | 'invalid' | 'expired'

type TelegramSignatures = {
  readInitData(text: string, now: number): SignatureResult
  readWidgetData(fields: Readonly<Record<string, string | number>>, now: number): SignatureResult
}

type Fields = ReadonlyMap<string, string>

export const INIT_DATA_MILLIS = 24 * 60 * 60 * 1_000
export const WIDGET_DATA_MILLIS = 5 * 60 * 1_000
/** Allowed clock difference to Telegram. */
const SKEW_MILLIS = 30_000

export function openTelegramSignatures(botToken: string): TelegramSignatures {
  const initDataSecret = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const widgetSecret = hash('sha256', botToken, 'buffer')
  return {
    readInitData(text, now) {
      const fields = fieldsOf(text)
      return fields === undefined ? 'invalid' : verify(fields, initDataSecret, userOf(fields), INIT_DATA_MILLIS, now)
    },
    readWidgetData(data, now) {
      const fields = new Map(Object.entries(data).map(([name, value]) => [name, String(value)]))
      const user = { id: idOf(fields.get('id')), username: nameOf(fields.get('username')), langCode: undefined }
      return verify(fields, widgetSecret, user, WIDGET_DATA_MILLIS, now)
    },
  }
}

type SignedUser = Pick<TelegramLogin, 'username' | 'langCode'> & { readonly id: number | undefined }

function verify(
  fields: Fields,
  secret: Buffer,
  { id, ...user }: SignedUser,
  lifetime: number,
  now: number,
): SignatureResult {
  const signature = signatureOf(fields, secret)
  const at = millisOf(fields.get('auth_date'))
  if (signature === undefined || id === undefined || at === undefined || at > now + SKEW_MILLIS) return 'invalid'
  if (now - at > lifetime) return 'expired'
  return { telegramId: id, ...user, startParameter: fields.get('start_param'), signature, signedAt: at }
}

/** The signature in `hash`, if it is correct for all other fields. */
function signatureOf(fields: Fields, secret: Buffer): Buffer | undefined {
  const claimed = fields.get('hash') ?? ''
  // A line break inside a value could make it look like another field.
  const isPlain = [...fields].every(([name, value]) => /^\w+$/.test(name) && !value.includes('\n'))
  if (!isPlain || !/^[0-9a-f]{64}$/.test(claimed)) return undefined
  const names = [...fields.keys()].filter((name) => name !== 'hash').sort()
  const lines = names.map((name) => `${name}=${fields.get(name)}`)
  const signature = createHmac('sha256', secret).update(lines.join('\n')).digest()
  return timingSafeEqual(signature, Buffer.from(claimed, 'hex')) ? signature : undefined
}

/** Undefined if a field is malformed or occurs twice. */
function fieldsOf(text: string): Fields | undefined {
  const fields = new Map<string, string>()
  for (const piece of text.split('&')) {
    const field = /^([^=]+)=(.*)$/s.exec(piece)
    const [name, value] = [decoded(field?.[1]), decoded(field?.[2])]
    if (name === undefined || value === undefined || fields.has(name)) return undefined
    fields.set(name, value)
  }
  return fields
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

/** The `user` field is JSON. */
function userOf(fields: Fields): SignedUser {
  try {
    const user: unknown = JSON.parse(fields.get('user') ?? '')
    const values: Readonly<Record<string, unknown>> = { ...(typeof user === 'object' && user) }
    const langCode = typeof values.language_code === 'string' ? values.language_code : undefined
    return { id: idOf(String(values.id)), username: nameOf(values.username), langCode }
  } catch {
    return { id: undefined, username: null, langCode: undefined }
  }
}

/** Null for anything that is not a Telegram username. */
const nameOf = (value: unknown): string | null =>
  typeof value === 'string' && /^[A-Za-z\d_]{1,32}$/.test(value) ? value : null

/** Telegram's ids have 52 bits at most. */
function idOf(text: string | undefined): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : 0
  return id > 0 && id < 2 ** 52 ? id : undefined
}

const millisOf = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,11}$/.test(text ?? '') ? Number(text) * 1_000 : undefined
