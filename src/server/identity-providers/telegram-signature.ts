/**
 * Whether data came from Telegram: https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app for
 * what a mini-app is launched with, https://core.telegram.org/widgets/login-legacy for what the login widget calls back
 * with. Each has a secret of its own, so that one never passes for the other.
 */

import { createHmac, hash, timingSafeEqual } from 'node:crypto'

export type TelegramLogin = {
  readonly telegramId: number
  /** Null where they have none. */
  readonly username: string | null
  /** Of their Telegram, such as `en`; undefined where nothing says. */
  readonly langCode: string | undefined
  /** Undefined where none was signed. */
  readonly startParameter: string | undefined
  /** Of what was signed: the same for the same data. */
  readonly seal: Buffer
}

/** Who it is, or why nobody. */
export type Judgement = TelegramLogin | 'invalid' | 'expired'

export type TelegramData = {
  readInitData(text: string, now: number): Judgement
  readWidgetData(fields: Readonly<Record<string, string | number>>, now: number): Judgement
}

type Fields = ReadonlyMap<string, string>

const INIT_DATA_MILLIS = 24 * 60 * 60 * 1_000
export const WIDGET_DATA_MILLIS = 5 * 60 * 1_000
/** How far Telegram's clock may be ahead of ours. */
const SKEW_MILLIS = 30_000

export function openTelegramData(botToken: string): TelegramData {
  const initDataSecret = createHmac('sha256', 'WebAppData').update(botToken).digest()
  const widgetSecret = hash('sha256', botToken, 'buffer')
  return {
    readInitData(text, now) {
      const fields = fieldsOf(text)
      return fields === undefined ? 'invalid' : judge(fields, initDataSecret, userOf(fields), INIT_DATA_MILLIS, now)
    },
    readWidgetData(data, now) {
      const fields = new Map(Object.entries(data).map(([name, value]) => [name, String(value)]))
      const who = { id: idOf(fields.get('id')), username: nameOf(fields.get('username')), langCode: undefined }
      return judge(fields, widgetSecret, who, WIDGET_DATA_MILLIS, now)
    },
  }
}

type Who = Pick<TelegramLogin, 'username' | 'langCode'> & { readonly id: number | undefined }

function judge(fields: Fields, secret: Buffer, { id, ...who }: Who, life: number, now: number): Judgement {
  const seal = sealOf(fields, secret)
  const at = millisOf(fields.get('auth_date'))
  if (seal === undefined || id === undefined || at === undefined || at > now + SKEW_MILLIS) return 'invalid'
  if (now - at > life) return 'expired'
  return { telegramId: id, ...who, startParameter: fields.get('start_param'), seal }
}

/** The seal, if it is that of all other fields. */
function sealOf(fields: Fields, secret: Buffer): Buffer | undefined {
  const claimed = fields.get('hash') ?? ''
  // A line break inside a field would let two fields be told as one.
  const isPlain = [...fields].every(([name, value]) => /^\w+$/.test(name) && !value.includes('\n'))
  if (!isPlain || !/^[0-9a-f]{64}$/.test(claimed)) return undefined
  const names = [...fields.keys()].filter((name) => name !== 'hash').sort()
  const lines = names.map((name) => `${name}=${fields.get(name)}`)
  const seal = createHmac('sha256', secret).update(lines.join('\n')).digest()
  return timingSafeEqual(seal, Buffer.from(claimed, 'hex')) ? seal : undefined
}

/** Undefined when a field is missing its name or its value, or stands there twice. */
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

/** The user is a JSON text in a field of its own. */
function userOf(fields: Fields): Who {
  try {
    const user: unknown = JSON.parse(fields.get('user') ?? '')
    const said: Readonly<Record<string, unknown>> = { ...(typeof user === 'object' && user) }
    const langCode = typeof said.language_code === 'string' ? said.language_code : undefined
    return { id: idOf(String(said.id)), username: nameOf(said.username), langCode }
  } catch {
    return { id: undefined, username: null, langCode: undefined }
  }
}

/** Whatever else a client puts there is nobody's name. */
const nameOf = (said: unknown): string | null =>
  typeof said === 'string' && /^[A-Za-z\d_]{1,32}$/.test(said) ? said : null

/** Telegram's ids have 52 bits at most. */
function idOf(text: string | undefined): number | undefined {
  const id = /^[1-9]\d{0,15}$/.test(text ?? '') ? Number(text) : 0
  return id > 0 && id < 2 ** 52 ? id : undefined
}

const millisOf = (text: string | undefined): number | undefined =>
  /^[1-9]\d{0,11}$/.test(text ?? '') ? Number(text) * 1_000 : undefined
