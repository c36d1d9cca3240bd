/** A bot of the tests: what Telegram would sign with its token, signed here. */

import { createHmac, hash } from 'node:crypto'

export const BOT_TOKEN = '1234567:TEST'

export type TelegramUser = { readonly id: number; readonly first_name: string; readonly language_code?: string }

export const person = (id: number): TelegramUser => ({ id, first_name: 'Ann+ / ?&=ß', language_code: 'en' })

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

function seal(secret: Buffer, fields: Readonly<Record<string, unknown>>): string {
  const lines = Object.keys(fields).sort()
  return hmac(secret, lines.map((name) => `${name}=${fields[name]}`).join('\n')).toString('hex')
}

export function sealedInitData(fields: Readonly<Record<string, string>>, token = BOT_TOKEN): string {
  const sealed = { ...fields, hash: seal(hmac('WebAppData', token), fields) }
  return Object.entries(sealed)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}

export const initData = (
  user: TelegramUser,
  at: number,
  more: Readonly<Record<string, string>> = {},
  token = BOT_TOKEN,
): string =>
  sealedInitData(
    {
      user: JSON.stringify(user),
      chat_instance: '-4242424242424242424',
      chat_type: 'private',
      auth_date: String(Math.floor(at / 1_000)),
      signature: 'c2lnbmVkIGJ5IHRlbGVncmFt_-w',
      ...more,
    },
    token,
  )

export function widgetData(id: number, at: number, token = BOT_TOKEN): Record<string, string | number> {
  const fields = { auth_date: Math.floor(at / 1_000), first_name: 'Ann', id, username: 'ann' }
  return { ...fields, hash: seal(hash('sha256', token, 'buffer'), fields) }
}
