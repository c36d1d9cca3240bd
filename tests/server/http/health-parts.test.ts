/** `/health` of a server whose parts are broken one after the other, and repaired. */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type HealthView, type PartView } from '../../../src/contract/api.ts'
import type { NetworkView } from '../../../src/contract/wallet/views.ts'
import { ETHEREUM } from '../../../src/server/deposits/default-networks.ts'
import { startEmbedded } from '../../../src/server/postgres/embedded.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import { anvilPids } from '../../fixtures/anvil-processes.ts'
import { type FakeGoogle, readGoogleSettings, startFakeGoogle } from '../../fixtures/fake-google.ts'
import { type FakeSmtp, startFakeSmtp } from '../../fixtures/fake-smtp.ts'
import { errorReply, type FakeTelegram, startFakeTelegram } from '../../fixtures/fake-telegram.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { freePort } from '../../fixtures/server-process.ts'
import { signerPids } from '../../fixtures/signer-processes.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startOwnDatabases, startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { type Reply, startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const TOKEN = '1:secret'
const TIMES = { ...HEALTH_TIMES, readMillis: 20, ownMillis: 50, serviceMillis: 50, retryMillis: 50 }
const SLOW = { timeout: 100_000, interval: 20 }
const lines: string[] = []
let databases: TestDatabases
let [google, smtp, telegram]: [FakeGoogle?, FakeSmtp?, FakeTelegram?] = []
let googlePort: number
let server: TestServer
/** Of a live exchange without settings. */
let live: Reply<HealthView>

beforeAll(async () => {
  databases = await startOwnDatabases()
  const first = await startTestServer(await databases.newDatabaseUrl(), { ...LIVE_MODE, RATE_LIMITS: 'on' })
  live = await first.request('GET', '/health?strict')
  await first.exchange.stop()
  googlePort = await freePort()
  google = await startFakeGoogle(googlePort, [])
  smtp = await startFakeSmtp()
  telegram = await startFakeTelegram(TOKEN)
  const settings = {
    ...readGoogleSettings(googlePort),
    PLAY_CHAIN: 'on',
    PLAY_BLOCK_MILLIS: '50',
    BOT_TOKEN: TOKEN,
    BOT_API_URL: telegram.address,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'tern@example.com',
    PUBLIC_URL: 'https://tern.example',
  }
  const log = openLog('info', { write: (line) => void lines.push(line) })
  // Much more than the time between two looks at the play chain.
  const times = { ...TIMES, delayedMillis: 10_000 }
  server = await startTestServer(await databases.newDatabaseUrl(), settings, log, times)
})

afterAll(async () => {
  await server?.exchange.stop()
  await google?.stop()
  await smtp?.stop()
  await telegram?.stop()
  await databases?.stop()
})

async function health(path = '/health'): Promise<HealthView & { readonly code: number }> {
  const { status, body } = await server.request<HealthView>('GET', path)
  return { ...body, code: status }
}
const part = async (name: string): Promise<PartView | undefined> => (await health()).parts?.[name]
const state = async (name: string): Promise<string | undefined> => (await part(name))?.state
const isLogged = (event: string, name: string): boolean =>
  lines.some((line) => line.includes(`"event":"${event}"`) && line.includes(`"part":"${name}"`))

const postmaster = (): number =>
  Number(readFileSync(join(databases.dataDir, 'pg/postmaster.pid'), 'utf8').split('\n')[0])

/** Breaks a part, expects that `/health` and the log say so, repairs it, and expects the same again. */
async function breakAndRepair(name: string, reason: RegExp, damage: () => unknown, repair: () => unknown) {
  await expect.poll(() => state(name), SLOW).toBe('ok')
  lines.length = 0
  await damage()
  await expect.poll(() => isLogged('part.failing', name), SLOW).toBe(true)
  await expect.poll(() => part(name), SLOW).toMatchObject({ state: 'failing', reason: expect.stringMatching(reason) })
  expect((await health('/health?strict')).code).toBe(503)
  await repair()
  await expect.poll(() => state(name), SLOW).toBe('ok')
  expect(isLogged('part.recovered', name)).toBe(true)
}

test('All parts of a new exchange are ok, or off if they are not configured, and strict health is 200', async () => {
  const statesOf = async (): Promise<readonly unknown[]> => {
    const { code, parts = {} } = await health('/health?strict')
    return [code, ...Object.entries(parts).map(([name, each]) => `${name} ${each.state}`)]
  }
  await expect
    .poll(statesOf, SLOW)
    .toEqual([
      200,
      ...[
        'database ok',
        'schema ok',
        'anchor ok',
        'accounts ok',
        'read_models ok',
        'network_ethereum ok',
        'network_ton ok',
      ],
      ...['signer ok', 'email ok', 'bot ok', 'fiat_rates off', 'google_login ok', 'telegram_login ok'],
    ])
})

test('Parts of a live exchange without settings are off', () => {
  const off = Object.entries(live.body.parts ?? {}).flatMap(([name, each]) => (each.state === 'off' ? name : []))
  expect([live.status, off]).toEqual([200, ['signer', 'email', 'bot', 'fiat_rates', 'google_login', 'telegram_login']])
})

test('Read models that cannot be written are failing, and ok once they are written again', async () => {
  const database = new pg.Client({ connectionString: server.databaseUrl })
  await database.connect()
  await breakAndRepair(
    'read_models',
    /the history cannot be written/,
    async () => {
      await database.query('alter table orders rename to orders_away')
      await server.placeSellOrder(7, '0.1', '500')
    },
    () => database.query('alter table orders_away rename to orders'),
  )
  await database.end()
})

test('An exchange without commands whose database hangs is unavailable, and takes orders again once it answers', async () => {
  const client = new pg.Client({ connectionString: server.databaseUrl })
  await client.connect()
  const sessions = 'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'
  // Before the sessions, so that no new one answers.
  const stopped = [postmaster()]
  process.kill(postmaster(), 'SIGSTOP')
  const statusOf = async () => {
    const { code, status, detail } = await health()
    return { code, status, detail }
  }
  // A beat without an answer, or the attempt to connect again, can be noticed before the check of the database.
  const reason = /^(?:the database: )?(?:it does not answer|the database did not answer .*|.* is stopped, .*)$/
  const unavailable = { code: 503, status: 'unavailable', detail: expect.stringMatching(reason) }
  try {
    stopped.push(...(await client.query<{ pid: number }>(sessions)).rows.map(({ pid }) => pid))
    await client.end()
    for (const pid of stopped) process.kill(pid, 'SIGSTOP')
    await expect.poll(statusOf, SLOW).toEqual(unavailable)
  } finally {
    for (const pid of stopped) sendSignal(pid, 'SIGCONT')
  }
  await expect.poll(async () => (await statusOf()).code, SLOW).toBe(200)
  await server.placeSellOrder(7, '0.1', '500')
})

test('A network whose node is frozen is failing, and ok once the node answers again', async () => {
  const signal = (name: NodeJS.Signals) => {
    for (const pid of anvilPids(server.dataDir)) sendSignal(pid, name)
  }
  // A network that was never followed counts as starting, not as failing.
  const { access } = await server.signUp()
  const isFollowed = async (): Promise<boolean> => {
    const { body } = await server.request<readonly NetworkView[]>('GET', api.networks.path.replace(':id', '3'), {
      access,
    })
    return body.some((network) => network.id === ETHEREUM && network.state === 'available')
  }
  await expect.poll(isFollowed, SLOW).toBe(true)
  // The play chain replaces a node that does not answer; the next one is frozen too.
  let freezing: NodeJS.Timeout | undefined
  await breakAndRepair(
    'network_ethereum',
    /its chain is not followed now|the play chain cannot run here/,
    () => {
      freezing = setInterval(() => signal('SIGSTOP'), 20)
    },
    () => {
      clearInterval(freezing)
      signal('SIGCONT')
    },
  ).finally(() => clearInterval(freezing))
})

/** Does nothing if the process has ended meanwhile. */
function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

test('A network that an operator paused is paused, which is no failure', async () => {
  const { sequencer } = server.exchange
  const pause = (paused: boolean) =>
    sequencer.submit(
      { type: 'set-network-paused', network: ETHEREUM, paused, operator: 'olga', reason: 'secret of the operators' },
      () => undefined,
    )
  await pause(true)
  await expect.poll(() => state('network_ethereum'), SLOW).toBe('paused')
  expect(JSON.stringify(await health())).not.toContain('secret')
  await expect.poll(async () => (await health('/health?strict')).code, SLOW).toBe(200)
  await pause(false)
  await expect.poll(() => state('network_ethereum'), SLOW).toBe('ok')
})

test('A network that was never compared with its chain is failing, and ok once it was', async () => {
  const own = await startTestDatabases()
  const url = await own.newDatabaseUrl()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  // No result of a comparison can be stored.
  await client.query('begin; lock table chain_comparisons in access exclusive mode')
  const times = { ...TIMES, comparedMillis: 1_000 }
  const other = await startTestServer(url, { PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '50' }, quiet, times)
  const network = async () => (await other.request<HealthView>('GET', '/health')).body.parts?.network_ethereum
  try {
    const reason = 'books and chain were not compared for too long'
    await expect.poll(network, SLOW).toMatchObject({ state: 'failing', reason })
    await client.query('rollback')
    await expect.poll(network, SLOW).toMatchObject({ state: 'ok' })
  } finally {
    await client.end()
    await other.exchange.stop()
    await own.stop()
  }
})

test('A killed signer is failing until it runs again, and a paused one is paused', async () => {
  await expect.poll(() => state('signer'), SLOW).toBe('ok')
  lines.length = 0
  for (const pid of signerPids()) process.kill(pid, 'SIGKILL')
  await expect.poll(() => isLogged('part.failing', 'signer'), SLOW).toBe(true)
  await expect.poll(() => isLogged('part.recovered', 'signer'), SLOW).toBe(true)
  const folder = join(server.dataDir, 'signer')
  const file = join(folder, readdirSync(folder)[0] ?? '', 'paused')
  writeFileSync(file, '')
  await expect.poll(() => state('signer'), SLOW).toBe('paused')
  rmSync(file)
  await expect.poll(() => state('signer'), SLOW).toBe('ok')
})

test('A mail server that is stopped makes email fail until it runs again', async () => {
  const port = Number(new URL(smtp?.url ?? '').port)
  await breakAndRepair(
    'email',
    /the mail server cannot be reached/,
    () => smtp?.stop(),
    async () => {
      smtp = await startFakeSmtp(port)
    },
  )
})

test('A refused bot token makes the bot and the login with Telegram fail, and no reason contains the token', async () => {
  await breakAndRepair(
    'telegram_login',
    /401: Unauthorized/,
    async () => {
      telegram?.setFault('*', errorReply(401, `Unauthorized: ${TOKEN}`))
      telegram?.queueUpdates(telegram.textUpdate(5, 'hello'))
      await expect.poll(() => state('bot'), SLOW).toBe('failing')
      expect(JSON.stringify(await health())).not.toContain('secret')
    },
    () => {
      telegram?.setFault('*', undefined)
      // A poll that waits for updates says nothing yet.
      telegram?.queueUpdates(telegram.textUpdate(5, 'hello again'))
    },
  )
  expect(await state('bot')).toBe('ok')
})

test('Google is failing while it cannot be reached', async () => {
  await breakAndRepair(
    'google_login',
    /Google cannot be reached/,
    () => google?.stop(),
    async () => {
      google = await startFakeGoogle(googlePort, [])
    },
  )
})

test('A database that is killed is failing until it runs again, although nothing is written', async () => {
  await breakAndRepair(
    'database',
    /./,
    () => process.kill(postmaster(), 'SIGQUIT'),
    () => startEmbedded(databases.dataDir, quiet),
  )
  await expect.poll(async () => (await health('/health?strict')).code, SLOW).toBe(200)
})
