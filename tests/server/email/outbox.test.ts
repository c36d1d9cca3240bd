/** Emails in the outbox: delivery, retries and failures of the mail server. */

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { linkText, renderEmail } from '../../../src/server/email/email-template.ts'
import { type Outbox, openOutbox } from '../../../src/server/email/outbox.ts'
import { openEmailTransport } from '../../../src/server/email/transport.ts'
import type { Database } from '../../../src/server/postgres/database.ts'
import type { EmailKind } from '../../../src/server/postgres/tables.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import { decodeQuotedPrintable, type FakeSmtp, linkIn, startFakeSmtp, tokenIn } from '../../fixtures/fake-smtp.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

const HOUR = 60 * 60 * 1_000
const ORIGIN = 'https://tern.example'
const USER = '00000000-0000-4000-8000-000000000001' as UserId
let databases: TestDatabases
let database: Database
let server: FakeSmtp
/** Of the test: one that was stopped before may still take an email that is queued afterwards. */
let outbox: Outbox
let now: number
let rendered: number
let lines: string[]

beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())
beforeEach(async () => {
  database = await databases.newDatabase()
  server = await startFakeSmtp()
  now = Date.now()
  rendered = 0
  lines = []
})
afterEach(async () => {
  outbox?.stop()
  await server.stop()
})

/** Takes emails and does not send them. */
function openIdle(url = server.url, timeoutMillis = 10_000): Outbox {
  const log = openLog('info', { write: (line) => lines.push(line) })
  const post = openEmailTransport(
    { type: 'smtp', url, from: 'tern@example.com' },
    { appName: 'Tern', clock: { now: () => now }, log, timeoutMillis },
  )
  return openOutbox({ database, transport: post, clock: { now: () => now }, log })
}

function open(url?: string, timeoutMillis?: number): Outbox {
  const opened = openIdle(url, timeoutMillis)
  opened.start(async ({ kind, email }) => {
    rendered += 1
    const text = linkText(kind === 'confirm' ? 'confirm' : 'reset', 'Tern', `${ORIGIN}/confirm#token=${rendered}`)
    return renderEmail({ user: USER, email }, { ...text, freezeLink: undefined })
  })
  return opened
}

const put = (email: string, kind: EmailKind = 'reset') => outbox.enqueue({ kind, email, user: null, subject: null })
const waiting = async (): Promise<number> =>
  Number((await database.pool.query('select count(*) from email_queue')).rows[0].count)
const sent = () => server.received.map(({ to }) => to)

test('An email arrives once, as text and HTML, with its link and without tracking content', async () => {
  outbox = open()
  await put('ann@example.com')
  await expect.poll(sent).toEqual(['ann@example.com'])
  await expect.poll(waiting).toBe(0)
  const content = decodeQuotedPrintable(server.received[0]?.content ?? '')
  expect(content).toContain('From: Tern <tern@example.com>')
  expect(content).toContain('Content-Type: text/plain')
  expect(content).toContain('Content-Type: text/html')
  expect(String(linkIn(content))).toBe(`${ORIGIN}/confirm#token=1`)
  expect(content).not.toMatch(/<img|<script|https?:\/\/(?!tern\.example)/)
})

test('The outbox retries a busy mail server with growing delays and renders the email again', async () => {
  outbox = open()
  server.mode = 'busy'
  await put('ann@example.com')
  await expect.poll(() => server.attempts).toBe(1)
  now += 59_000
  // The email that is due first is sent first, so that an arrival shows that no other one was due.
  server.mode = 'accepting'
  await put('bob@example.com')
  await expect.poll(sent).toEqual(['bob@example.com'])
  server.mode = 'busy'
  now += 2_000
  await expect.poll(() => server.attempts).toBe(3)
  server.mode = 'accepting'
  now += 60_000
  await put('cat@example.com')
  await expect.poll(sent).toEqual(['bob@example.com', 'cat@example.com'])
  now += 180_000
  await expect.poll(sent).toEqual(['bob@example.com', 'cat@example.com', 'ann@example.com'])
  expect(tokenIn(server.received[2]?.content ?? '')).toBe('5')
})

test('Emails reach addresses that end with a dot, and domains in another script', async () => {
  outbox = open()
  for (const address of ['a.@docomo.ne.jp', 'ann@xn--80a1acny.xn--p1ai']) await put(address)
  // A dot at the end is quoted on the wire, and the mail server shows domains in their script.
  await expect.poll(() => sent().toSorted()).toEqual(['"a."@docomo.ne.jp', 'ann@почта.рф'])
})

test('The outbox gives up an email after several hours of failures', async () => {
  outbox = open()
  server.mode = 'busy'
  await put('ann@example.com')
  for (let tries = 1; tries <= 6; tries++) {
    await expect.poll(() => server.attempts).toBe(tries)
    now += 3 * HOUR
  }
  await expect.poll(waiting).toBe(0)
  expect(sent()).toEqual([])
})

test('The outbox does not retry an address that the mail server rejects', async () => {
  outbox = open()
  server.mode = 'refusing'
  await put('nobody@example.com')
  await expect.poll(() => server.attempts).toBe(1)
  await expect.poll(waiting).toBe(0)
})

test.each(['disconnecting', 'silent'] as const)(
  'An email lost by a mail server that is %s arrives later',
  async (mode) => {
    outbox = open(server.url, 1_000)
    server.mode = mode
    await put('ann@example.com')
    await expect.poll(() => lines.join('')).toContain('an email is retried')
    expect(await waiting()).toBe(1)
    outbox.stop()
    server.mode = 'accepting'
    now += HOUR
    outbox = open()
    await expect.poll(sent).toEqual(['ann@example.com'])
    await expect.poll(waiting).toBe(0)
  },
)

test('A slow delivery does not delay other emails', async () => {
  outbox = open()
  server.mode = 'silent'
  await put('slow@example.com')
  await expect.poll(() => server.attempts).toBe(1)
  server.mode = 'accepting'
  await put('ann@example.com')
  await expect.poll(sent).toEqual(['ann@example.com'])
})

test('An unreachable mail server does not fail the caller, and queued emails survive a restart', async () => {
  outbox = open('smtp://127.0.0.1:1')
  await put('ann@example.com')
  await expect.poll(() => rendered).toBe(1)
  outbox.stop()
  expect(await waiting()).toBe(1)
  now += HOUR
  outbox = open()
  await expect.poll(sent).toEqual(['ann@example.com'])
})

test('The outbox sends equal queued emails once', async () => {
  outbox = openIdle()
  for (let times = 0; times < 20; times++) await put('ann@example.com')
  outbox = open()
  await expect.poll(sent).toEqual(['ann@example.com'])
  await expect.poll(waiting).toBe(0)
})

test('Two outboxes on one database send each email once', async () => {
  outbox = open()
  const other = open()
  await Promise.all(Array.from({ length: 30 }, (_, at) => put(`reader${at}@example.com`)))
  await expect.poll(() => server.received.length).toBe(30)
  expect(new Set(sent()).size).toBe(30)
  other.stop()
})

test('An email whose row cannot be changed or deleted is sent a few times and not more', async () => {
  await database.pool.query('create sequence claims')
  await database.pool.query(`create function kept_row() returns trigger language plpgsql as $$ begin
    if tg_op = 'DELETE' then return null; end if;
    perform nextval('claims'); new.due_at := 0; new.attempts := 0; return new; end $$`)
  await database.pool.query(
    'create trigger kept before update or delete on email_queue for each row execute function kept_row()',
  )
  outbox = open()
  await outbox.enqueue({ kind: 'reset', email: 'ann@example.com', user: null, subject: null })
  const claims = async () => {
    outbox.wake()
    return Number((await database.pool.query('select last_value from claims')).rows[0].last_value)
  }
  await expect.poll(claims).toBeGreaterThan(20)
  expect(rendered).toBe(8)
})

test.each([2_147_483_647, -2_147_483_648, null])(
  'A queued email with %s attempts is sent, and stops no other email',
  async (attempts) => {
    await database.pool.query('alter table email_queue alter column attempts drop not null')
    outbox = openIdle()
    await put('ann@example.com')
    await database.pool.query('update email_queue set attempts = $1, due_at = 0', [attempts])
    await put('bob@example.com')
    outbox = open()
    await expect.poll(() => sent().toSorted()).toEqual(['ann@example.com', 'bob@example.com'])
    await expect.poll(waiting).toBe(0)
  },
)

test.each(['9223372036854775807', null])('A queued email that is due at %s is sent at once', async (due) => {
  await database.pool.query('alter table email_queue alter column due_at drop not null')
  outbox = openIdle()
  await put('ann@example.com')
  await database.pool.query('update email_queue set due_at = $1', [due])
  outbox = open()
  await expect.poll(sent).toEqual(['ann@example.com'])
  await expect.poll(waiting).toBe(0)
})

test('An email is sent although other rows with its id were tried before', async () => {
  outbox = open()
  for (let times = 1; times <= 9; times++) {
    await database.pool.query(
      `insert into email_queue (id, kind, email, due_at) overriding system value values (1, 'reset', 'thief@example.com', 0)`,
    )
    outbox.wake()
    if (times <= 8) await expect.poll(waiting).toBe(0)
  }
  await database.pool.query('delete from email_queue')
  await database.pool.query('alter table email_queue alter column id restart with 1')
  await put('ann@example.com')
  await expect.poll(sent).toContain('ann@example.com')
})

test('The health of emails is failing while the queue cannot be read, and ok again afterwards', async () => {
  outbox = open()
  expect(outbox.health).toEqual({ state: 'ok' })
  await database.pool.query('alter table email_queue rename to lost')
  outbox.wake()
  await expect.poll(() => outbox.health).toEqual({ state: 'failing', reason: 'the queue of emails cannot be read' })
  await database.pool.query('alter table lost rename to email_queue')
  await expect.poll(() => outbox.health).toEqual({ state: 'ok' })
  await put('ann@example.com')
  await expect.poll(sent).toEqual(['ann@example.com'])
})
