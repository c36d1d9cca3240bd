import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../../src/server/runtime/config.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'

test('An empty environment configures a play-mode server', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ port: 8080, host: '127.0.0.1', mode: 'play', appName: 'Tern', logLevel: 'info' })
  expect(config).toMatchObject({ rateLimits: true, socketAccessToken: true, seed: undefined, databaseUrl: undefined })
  expect(config.dataDir).toBe(`${process.cwd()}/.data`)
  expect(Object.isFrozen(config)).toBe(true)
})

test('An empty setting counts as unset', () => {
  expect(readConfig({ PORT: '', APP_NAME: ' ' })).toEqual(readConfig({}))
})

test('Live mode accepts an access token in the socket path only if configured', () => {
  expect(readConfig(LIVE_MODE).socketAccessToken).toBe(false)
  expect(readConfig({ ...LIVE_MODE, SOCKET_ACCESS_TOKEN: 'on' }).socketAccessToken).toBe(true)
})

test('Play mode truncates the journal unless configured otherwise, and live mode keeps it', () => {
  expect(readConfig({}).keepJournal).toBe(false)
  expect(readConfig({ JOURNAL_KEEP: 'on' }).keepJournal).toBe(true)
  expect(readConfig(LIVE_MODE).keepJournal).toBe(true)
})

test('Bot URLs lose their trailing slash, and the default is the Telegram Bot API', () => {
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
  [{ STOP_MILLIS: '0' }, 'STOP_MILLIS'],
  [{ SEED: '-1' }, 'SEED'],
  [{ MODE: 'demo' }, 'MODE'],
  [{ RATE_LIMITS: 'no' }, 'RATE_LIMITS'],
  [{ RATE_LIMITS: 'off', ...LIVE_MODE }, 'RATE_LIMITS'],
  [{ JOURNAL_KEEP: 'off', ...LIVE_MODE }, 'JOURNAL_KEEP'],
  [{ DATABASE_URL: 'mysql://localhost/tern' }, 'DATABASE_URL'],
  [{ FIAT_RATES_URL: 'ftp://rates.example/usd.json' }, 'FIAT_RATES_URL'],
  [{ FIAT_RATES_URL: 'https://key@rates.example/usd.json' }, 'FIAT_RATES_URL'],
  [{ FIAT_RATES_URL: 'https://:key@rates.example/usd.json' }, 'FIAT_RATES_URL'],
  [{ BOT_TOKEN: 'none' }, 'BOT_TOKEN'],
  [{ MODE: 'live' }, 'SECRET_KEY'],
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
  [{ PUBLIC_URL: 'http://tern.example', ...LIVE_MODE }, 'PUBLIC_URL'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
  [{ PUBLIC_URL: 'tern.example' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://tern.example/app' }, 'PUBLIC_URL'],
  [{ PUBLIC_URL: 'https://ann@tern.example' }, 'PUBLIC_URL'],
  [{ GOOGLE_CLIENT_ID: 'tern' }, 'GOOGLE_CLIENT_SECRET'],
  [{ GOOGLE_CLIENT_SECRET: 'hush' }, 'GOOGLE_CLIENT_ID'],
  [{ GOOGLE_ISSUER: 'http://127.0.0.1:4600', ...LIVE_MODE }, 'GOOGLE_ISSUER'],
  [{ SUMSUB_APP_TOKEN: 'a', SUMSUB_SECRET_KEY: 'b', SUMSUB_LEVEL: 'c' }, 'SUMSUB_WEBHOOK_SECRET'],
  [{ SUMSUB_LEVEL: 'c' }, 'SUMSUB_APP_TOKEN, SUMSUB_SECRET_KEY, SUMSUB_WEBHOOK_SECRET'],
  [{ SUMSUB_URL: 'http://127.0.0.1:4600', ...LIVE_MODE }, 'SUMSUB_URL'],
  [{ SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@b.example' }, 'SMTP_URL'],
  [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Tern <a@b.example>' }, 'MAIL_FROM'],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }, 'PUBLIC_URL'],
]

test.each(refused)('The environment %o is refused with an error that names %s', (environment, name) => {
  expect(() => readConfig(environment)).toThrow(name)
})

test('Emails are sent by SMTP if configured, else shown in play mode and off in live mode', () => {
  const smtp = { SMTP_URL: 'smtps://mail.example', MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://tern.example' }
  expect(readConfig(smtp).email).toEqual({ type: 'smtp', url: smtp.SMTP_URL, from: smtp.MAIL_FROM })
  expect(readConfig({}).email).toEqual({ type: 'shown' })
  expect(readConfig(LIVE_MODE).email).toEqual({ type: 'off' })
})

test('Play mode starts a signer with its chain; live mode needs the socket and the token of one, or has none', () => {
  const token = 'x'.repeat(32)
  expect(readConfig({}).signer).toEqual({ type: 'child' })
  expect(readConfig({ PLAY_CHAIN: 'off' }).signer).toBeUndefined()
  expect(readConfig(LIVE_MODE).signer).toBeUndefined()
  const both = { ...LIVE_MODE, SIGNER_SOCKET: '/run/signer.sock', SIGNER_TOKEN: token }
  expect(readConfig(both).signer).toEqual({ type: 'socket', socket: '/run/signer.sock', token })
  expect(() => readConfig({ ...LIVE_MODE, SIGNER_TOKEN: token })).toThrow(
    /SIGNER_TOKEN needs SIGNER_SOCKET or SIGNER_URL/,
  )
  expect(() => readConfig({ ...LIVE_MODE, SIGNER_SOCKET: '/x' })).toThrow(/SIGNER_SOCKET needs SIGNER_TOKEN or/)
  expect(() => readConfig({ ...both, SIGNER_TOKEN: 'short' })).toThrow(/SIGNER_TOKEN must be at least 32/)
  const folder = scratchFolder()
  const file = join(folder, 'token')
  const fromFile = { ...LIVE_MODE, SIGNER_SOCKET: '/run/signer.sock', SIGNER_TOKEN_FILE: file }
  expect(() => readConfig(fromFile)).toThrow(/SIGNER_TOKEN_FILE: .*no such file/)
  writeFileSync(file, `${token}\n`, { mode: 0o640 })
  expect(readConfig(fromFile).signer).toEqual({ type: 'socket', socket: '/run/signer.sock', token })
  writeFileSync(file, 'short')
  expect(() => readConfig(fromFile)).toThrow(/SIGNER_TOKEN_FILE: the content of .* must be at least 32 characters/)
  rmSync(folder, { recursive: true })
  expect([readConfig({}).stuckMillis, readConfig(LIVE_MODE).stuckMillis]).toEqual([10_000, 90_000])
})

test('A signer on another machine needs its certificate, and a certificate of the server with its key', () => {
  const folder = scratchFolder()
  const [mine, theirs, another] = ['server', 'signer', 'other'].map((name) =>
    readFileSync(join(import.meta.dirname, `../../fixtures/certificates/${name}.pem`), 'utf8'),
  )
  const [certFile, clientFile] = [join(folder, 'signer.crt'), join(folder, 'server.pem')]
  const files = { SIGNER_CERT_FILE: certFile, SIGNER_CLIENT_FILE: clientFile }
  const url = { ...LIVE_MODE, SIGNER_URL: 'tls://10.0.0.1:7443', SIGNER_TOKEN: 'x'.repeat(32) }
  writeFileSync(certFile, theirs ?? '')
  writeFileSync(clientFile, mine ?? '', { mode: 0o600 })
  const tls = { host: '10.0.0.1', port: 7_443, certificate: theirs, identity: mine?.trim() }
  expect(readConfig({ ...url, ...files }).signer).toEqual({ type: 'tls', tls, token: 'x'.repeat(32) })
  const ofIpv6 = readConfig({ ...url, ...files, SIGNER_URL: 'tls://[fd00::1]:7443' }).signer
  expect(ofIpv6).toMatchObject({ tls: { host: 'fd00::1' } })
  const wrong: readonly (readonly [Readonly<Record<string, string | undefined>>, RegExp])[] = [
    [{ ...url }, /SIGNER_URL needs SIGNER_CERT_FILE/],
    [{ ...url, SIGNER_CERT_FILE: certFile }, /SIGNER_URL needs SIGNER_CLIENT_FILE/],
    [{ ...url, ...files, SIGNER_TOKEN: undefined }, /SIGNER_URL needs SIGNER_TOKEN or SIGNER_TOKEN_FILE/],
    [{ ...url, ...files, SIGNER_SOCKET: '/x' }, /SIGNER_SOCKET and SIGNER_URL are both set/],
    [{ ...LIVE_MODE, ...files }, /SIGNER_CERT_FILE needs SIGNER_URL/],
    [{ ...url, ...files, SIGNER_URL: 'https://10.0.0.1' }, /SIGNER_URL must be tls:/],
    [{ ...url, ...files, SIGNER_URL: 'tls://10.0.0.1:70000' }, /SIGNER_URL must be tls:/],
    [
      { ...url, ...files, SIGNER_CERT_FILE: join(folder, 'none') },
      /SIGNER_CERT_FILE must be a file with a certificate/,
    ],
  ]
  for (const [environment, problem] of wrong) expect(() => readConfig(environment)).toThrow(problem)
  writeFileSync(
    clientFile,
    `${mine?.replace(/-+BEGIN PRIVATE[\s\S]*/, '')}${another?.replace(/[\s\S]*END CERTIFICATE-+/, '')}`,
  )
  expect(() => readConfig({ ...url, ...files })).toThrow(/SIGNER_CLIENT_FILE must contain the key of its certificate/)
  chmodSync(clientFile, 0o644)
  expect(() => readConfig({ ...url, ...files })).toThrow(/SIGNER_CLIENT_FILE .*every user of this machine can open/)
  rmSync(folder, { recursive: true })
})

test('The earlier setting TON_API_URL is refused in live mode', () => {
  expect(() => readConfig({ ...LIVE_MODE, TON_API_URL: 'https://a.example' })).toThrow(/use TON_API_URLS/)
})

test.each([
  ['EVM_RPC_URLS', 'evmRpcUrls'],
  ['TON_API_URLS', 'tonApiUrls'],
] as const)('%s has the endpoints of live mode, and an error about it contains no key', (name, field) => {
  expect(readConfig(LIVE_MODE)[field]).toEqual([])
  expect(readConfig({ ...LIVE_MODE, [name]: 'https://a.example/key, http://b.example' })[field]).toEqual([
    'https://a.example/key',
    'http://b.example',
  ])
  expect(readConfig({ [name]: 'https://a.example' })[field]).toEqual([])
  for (const wrong of ['ftp://a.example/key', 'key', 'https://key@a.example'])
    expect(() => readConfig({ ...LIVE_MODE, [name]: wrong })).toThrow(
      new Error(`${name} must be http or https URLs without a user, with a comma between them`),
    )
})

test('PUBLIC_URL is reduced to its origin', () => {
  expect(readConfig({ PUBLIC_URL: 'https://tern.example/' }).publicUrl).toBe('https://tern.example')
  expect(readConfig({}).publicUrl).toBeUndefined()
})

test('TRUSTED_PROXIES takes addresses and ranges', () => {
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, ::1 192.0.2.1' }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '::1',
    '192.0.2.1',
  ])
  expect(readConfig({}).trustedProxies).toEqual([])
})

test('A standby needs a database, a key and a folder, and in play mode no play chains', () => {
  const needed = { DATABASE_URL: 'postgresql://db.example/tern', DATA_DIR: '/var/lib/tern' }
  const settings: Readonly<Record<string, string>> = { ...LIVE_MODE, ...needed, STANDBY: 'on' }
  expect(readConfig(settings).standby).toEqual({ leaseMillis: 3_000 })
  expect(readConfig({ ...settings, LEASE_MILLIS: '5000' }).standby).toEqual({ leaseMillis: 5_000 })
  expect(readConfig({ ...settings, MODE: 'play', PLAY_CHAIN: 'off' }).standby).toBeDefined()
  expect(readConfig({ ...LIVE_MODE, ...needed }).standby).toBeUndefined()
  const refused = (change: Readonly<Record<string, string>>) => () => readConfig({ ...settings, ...change })
  expect(refused({ DATABASE_URL: '' })).toThrow('STANDBY=on needs DATABASE_URL')
  expect(refused({ DATABASE_URL: 'postgresql://db.example/tern?application_name=x' })).toThrow('application_name')
  expect(refused({ DATA_DIR: '' })).toThrow('STANDBY=on needs DATA_DIR')
  expect(refused({ MODE: 'play' })).toThrow('STANDBY=on needs PLAY_CHAIN=off')
  expect(refused({ MODE: 'play', PLAY_CHAIN: 'off', SECRET_KEY: '' })).toThrow('STANDBY=on needs SECRET_KEY')
  expect(refused({ LEASE_MILLIS: '1999' })).toThrow('LEASE_MILLIS must be a whole number from 2000')
  expect(refused({ STANDBY: 'off', LEASE_MILLIS: '3000' })).toThrow('LEASE_MILLIS needs STANDBY=on')
})

test('An error about a setting does not contain its secret value', () => {
  expect(() => readConfig({ SECRET_KEY: 'hunter2' })).toThrow(/^((?!hunter2).)*$/)
  expect(() => readConfig({ SMTP_URL: 'https://tern:hunter2@mail.example' })).toThrow(/^((?!hunter2).)*$/)
  expect(() => readConfig({ BOT_TOKEN: 'hunter2' })).toThrow(/^((?!hunter2).)*$/)
  expect(() => readConfig({ DATABASE_URL: 'mysql://tern:hunter2@localhost/tern' })).toThrow(/^((?!hunter2).)*$/)
})

test('Every documented setting is in .env.example, and every setting there is read', () => {
  const textOf = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8')
  const example = [...textOf('.env.example').matchAll(/^#([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)
  const named = ['README.md', 'src/docs/running.md', 'bot-setup.md'].flatMap((path) =>
    [...textOf(path).matchAll(/`([A-Z]+_[A-Z_]+|PORT|HOST|MODE)\b/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !example.includes(name))).toEqual([])
  const runtime = ['config.ts', 'database-address.ts', 'signer-settings.ts', 'standby-settings.ts'].map(
    (name) => `src/server/runtime/${name}`,
  )
  const files = [...runtime, 'src/client/platform/environment.ts', 'src/signer/settings.ts']
  const readers = files.map(textOf).join('')
  expect(example.filter((name) => !new RegExp(`\\b${name}\\b`).test(readers))).toEqual([])
})
