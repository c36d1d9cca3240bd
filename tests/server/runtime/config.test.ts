import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/server/config.ts'

test('an empty environment is an exchange with play money', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', mode: 'play', appName: 'Tern', logLevel: 'info' })
  expect(config).toMatchObject({ rateLimits: true, socketAccessToken: true, seed: undefined, databaseUrl: undefined })
  expect(config.dataDir).toBe(`${process.cwd()}/.data`)
  expect(Object.isFrozen(config)).toBe(true)
})

test('an empty value is an unset one', () => {
  expect(readConfig({ PORT: '', APP_NAME: ' ' })).toEqual(readConfig({}))
})

test('live mode takes no access token in the socket path unless told to', () => {
  expect(readConfig({ MODE: 'live' }).socketAccessToken).toBe(false)
  expect(readConfig({ MODE: 'live', SOCKET_ACCESS_TOKEN: 'on' }).socketAccessToken).toBe(true)
})

test('play money cuts the journal off unless told to keep it, live money keeps it', () => {
  expect(readConfig({}).keepsJournal).toBe(false)
  expect(readConfig({ JOURNAL_KEEP: 'on' }).keepsJournal).toBe(true)
  expect(readConfig({ MODE: 'live' }).keepsJournal).toBe(true)
})

test('addresses of the bot end without a slash, and Telegram’s own is where it is unless told otherwise', () => {
  expect(readConfig({})).toMatchObject({
    botApiUrl: 'https://api.telegram.org',
    botEnvironment: 'production',
    botWebhookUrl: undefined,
    publicUrl: undefined,
  })
  const botWebhookUrl = 'https://tern.example:8443/here/telegram/updates'
  const set = {
    BOT_API_URL: 'http://127.0.0.1:8081/',
    PUBLIC_URL: 'https://tern.example/',
    BOT_WEBHOOK_URL: botWebhookUrl,
  }
  expect(readConfig({ BOT_ENVIRONMENT: 'test', PUBLIC_URL: 'http://127.0.0.1:5173' }).publicUrl).toBe(
    'http://127.0.0.1:5173',
  )
  expect(readConfig({ ...set, BOT_ENVIRONMENT: 'test' })).toMatchObject({
    botApiUrl: 'http://127.0.0.1:8081',
    publicUrl: 'https://tern.example',
    botWebhookUrl,
    botEnvironment: 'test',
  })
})

const refused: readonly (readonly [Record<string, string>, string])[] = [
  [{ PORT: '80a' }, 'PORT'],
  [{ PORT: '65536' }, 'PORT'],
  [{ SEED: '-1' }, 'SEED'],
  [{ MODE: 'demo' }, 'MODE'],
  [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS'],
  [{ RATE_LIMITS: 'off', MODE: 'live' }, 'RATE_LIMITS'],
  [{ JOURNAL_KEEP: 'off', MODE: 'live' }, 'JOURNAL_KEEP'],
  [{ DATABASE_URL: 'mysql://localhost/tern' }, 'DATABASE_URL'],
  [{ FIAT_RATES_URL: 'ftp://rates.example/usd.json' }, 'FIAT_RATES_URL'],
  [{ FIAT_RATES_URL: 'https://key@rates.example/usd.json' }, 'FIAT_RATES_URL'],
  [{ FIAT_RATES_URL: 'https://:key@rates.example/usd.json' }, 'FIAT_RATES_URL'],
  [{ BOT_TOKEN: 'none' }, 'BOT_TOKEN'],
  [{ SECRET_KEY: 'short' }, 'SECRET_KEY'],
  [{ SECRET_KEY: 'long enough, but of several words, which are trimmed' }, 'SECRET_KEY'],
  [{ TRUSTED_PROXIES: '10.0.0.0/8 proxy' }, 'TRUSTED_PROXIES'],
  [{ TRUSTED_PROXIES: '10.0.0.0/40' }, 'TRUSTED_PROXIES'],
  [{ PUBLIC_URL: 'tern.example' }, 'PUBLIC_URL'],
  [{ FRAME_ANCESTORS: '*' }, 'FRAME_ANCESTORS'],
  [{ FRAME_ANCESTORS: 'https://a.example; script-src *' }, 'FRAME_ANCESTORS'],
  [{ BOT_API_URL: 'api.telegram.org' }, 'BOT_API_URL'],
  [{ BOT_ENVIRONMENT: 'sandbox' }, 'BOT_ENVIRONMENT'],
  [{ BOT_WEBHOOK_URL: 'http://tern.example/telegram/updates' }, 'BOT_WEBHOOK_URL'],
  [{ BOT_WEBHOOK_URL: 'https://tern.example/telegram/updates/' }, 'BOT_WEBHOOK_URL'],
  [{ BOT_WEBHOOK_URL: 'https://tern.example/123456:ABC' }, 'BOT_WEBHOOK_URL'],
  [{ BOT_WEBHOOK_URL: 'https://a:b@tern.example/telegram/updates' }, 'BOT_WEBHOOK_URL'],
  [{ PUBLIC_URL: 'http://tern.example', MODE: 'live' }, 'PUBLIC_URL'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ PUBLIC_URL: 'tern.example' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://tern.example/app' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://ann@tern.example' }, 'PUBLIC_URL'],
  [{ GOOGLE_CLIENT_ID: 'tern' }, 'GOOGLE_CLIENT_SECRET'],
  [{ GOOGLE_CLIENT_SECRET: 'hush' }, 'GOOGLE_CLIENT_ID'],
  [{ GOOGLE_ISSUER: 'http://127.0.0.1:4600', MODE: 'live' }, 'GOOGLE_ISSUER'],
  [{ SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.example' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Tern <a@b.example>' }, 'MAIL_FROM'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }, 'PUBLIC_URL'],
]

test.each(refused)('%o is refused by name', (environment, name) => {
  expect(() => readConfig(environment)).toThrow(name)
})

test('letters are posted, shown with play money, or there are none', () => {
  const smtp = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://tern.example' }
  expect(readConfig(smtp).mail).toEqual({ type: 'smtp', url: smtp.SMTP_URL, from: smtp.MAIL_FROM })
  expect(readConfig({}).mail).toEqual({ type: 'shown' })
  expect(readConfig({ MODE: 'live' }).mail).toEqual({ type: 'off' })
})

test('our own address is an origin', () => {
  expect(readConfig({ PUBLIC_URL: 'https://tern.example/' }).publicUrl).toBe('https://tern.example')
  expect(readConfig({}).publicUrl).toBeUndefined()
})

test('proxies are named one by one or by range', () => {
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1 192.0.2.1' }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '::1',
    '192.0.2.1',
  ])
  expect(readConfig({}).trustedProxies).toEqual([])
})

test('a complaint does not repeat a secret', () => {
  expect(() => readConfig({ SECRET_KEY: 'hunter2' })).toThrow(/^((?!hunter2).)*$/)
  expect(() => readConfig({ SMTP_URL: 'https://tern:hunter2@mail.example' })).toThrow(/^((?!hunter2).)*$/)
  expect(() => readConfig({ BOT_TOKEN: 'hunter2' })).toThrow(/^((?!hunter2).)*$/)
  expect(() => readConfig({ DATABASE_URL: 'mysql://tern:hunter2@localhost/tern' })).toThrow(/^((?!hunter2).)*$/)
})

test('every setting a document names is in .env.example, and every one in there is read', () => {
  const textOf = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
  const example = [...textOf('.env.example').matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  const named = ['README.md', 'bot-setup.md'].flatMap((path) =>
    [...textOf(path).matchAll(/`([A-Z]+_[A-Z_]+|PORT|HOST|MODE)\b/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !example.includes(name))).toEqual([])
  const readers = textOf('src/server/config.ts') + textOf('src/client/environment.ts')
  expect(example.filter((name) => !new RegExp(`\\b${name}\\b`).test(readers))).toEqual([])
})
