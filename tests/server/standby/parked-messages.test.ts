/** A process hangs at one step of sending a message, and goes on when another process leads and has sent what was left. */

import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { openEmailQueue } from '../../../src/server/email/email-queue.ts'
import { linkText, renderEmail } from '../../../src/server/email/email-template.ts'
import { openOutbox } from '../../../src/server/email/outbox.ts'
import { openNotificationQueue } from '../../../src/server/notifications/queue.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { endOtherServers } from '../../../src/server/postgres/writer-lock.ts'
import { OK } from '../../../src/server/runtime/part-health.ts'
import { notificationSender } from '../../../src/server/telegram-bot/notification-sender.ts'
import { openRetry } from '../../../src/server/telegram-bot/retry.ts'
import { testRows } from '../../fixtures/own-notifications.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { insertUnrecorded } from '../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

const USER = '00000000-0000-4000-8000-000000000001' as UserId
const BEGAN = 1_800_000_000_000
/** An email that was claimed is claimed again after a minute. */
const LATER = BEGAN + 120_000
const LOCK = 7_836_110

type Process = 'old' | 'new'
/** Does a step of a process, which hangs before it or after it. */
type Take = <T>(name: string, step: () => Promise<T>) => Promise<T>
/** Sends all messages. Returns a function that ends it. */
type Send = (database: Database, now: number, deliver: () => Promise<void>) => () => Promise<void>

let databases: TestDatabases
const cleanups: (() => unknown)[] = []
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases.stop())
afterEach(async () => {
  for (let end = cleanups.pop(); end !== undefined; end = cleanups.pop()) await end()
})

/** `parked`: it hangs there. `refused`: after it went on, the database has refused a statement. */
function openSteps(parkedAt: string) {
  const [parked, woken, refused] = [0, 1, 2].map(() => Promise.withResolvers<void>()) as [Signal, Signal, Signal]
  let isParked = false
  async function gate(name: string): Promise<void> {
    if (name !== parkedAt || isParked) return
    isParked = true
    parked.resolve()
    await woken.promise
  }
  const take: Take = async (name, step) => {
    await gate(`before ${name}`)
    const result = await step().then(
      (value) => () => value,
      (error: unknown) => () => {
        refused.resolve()
        throw error
      },
    )
    await gate(`after ${name}`)
    return result()
  }
  return { take, parked: parked.promise, wake: woken.resolve, refused: refused.promise }
}
type Signal = PromiseWithResolvers<void>

/** By the first word of the statement. */
const STEPS: Readonly<Record<string, string>> = { update: 'the claim', select: 'its check', delete: 'its removal' }

/** Each statement is a step. */
function withSteps(database: Database, take: Take): Database {
  const query = (text: string, values: unknown[]) => {
    const verb = /^(?:with .*\)\n)?(\w+)/s.exec(text)?.[1] ?? ''
    return take(STEPS[verb] ?? verb, () => database.pool.query(text, values))
  }
  return { ...database, pool: { query } as unknown as pg.Pool }
}

async function open(databaseUrl: string, name: string): Promise<Database> {
  const database = await openDatabase({ dataDir: '', databaseUrl, log: quiet, name })
  cleanups.push(() => database.close())
  return database
}

/** As a process that takes over. */
async function lead(connectionString: string): Promise<void> {
  const leader = new pg.Client({ connectionString, application_name: 'tern-new' })
  await leader.connect()
  cleanups.push(() => leader.end())
  await leader.query('select pg_advisory_lock($1)', [LOCK])
  await endOtherServers(leader)
}

/** Which process has delivered the message, in their order. */
async function deliveries(parkedAt: string, add: (database: Database) => Promise<unknown>, send: Send) {
  const url = await databases.newDatabaseUrl()
  const old = await open(url, 'tern-server-old-0')
  await insertUnrecorded(old.pool, { id: USER, email: 'user@example.com' })
  await add(old)
  old.fence()
  const delivered: Process[] = []
  const steps = openSteps(parkedAt)
  cleanups.push(
    send(withSteps(old, steps.take), BEGAN, () => steps.take('the delivery', async () => void delivered.push('old'))),
  )
  await steps.parked
  await lead(url)
  const next = await open(url, 'tern-new')
  const endNext = send(next, LATER, async () => void delivered.push('new'))
  await expect.poll(async () => (await next.pool.query(LEFT)).rows).toEqual([{ left: 0 }])
  await endNext()
  steps.wake()
  await steps.refused
  return delivered
}

const LEFT = `select ((select count(*) from email_queue)
  + (select count(*) from notifications where claimed_at is null))::int as left`

const sendEmails: Send = (database, now, deliver) => {
  const transport = {
    type: 'smtp',
    send: deliver,
    inbox: () => [],
    health: OK,
    start: () => undefined,
    stop: () => undefined,
  } as const
  const outbox = openOutbox({ database, transport, clock: { now: () => now }, log: quiet })
  outbox.start(async ({ email }) => {
    const text = linkText('confirm', 'Tern', 'https://tern.example/confirm#token=1')
    return renderEmail({ user: USER, email }, { ...text, freezeLink: undefined })
  })
  return async () => outbox.stop()
}

const sendNotices: Send = (database, now, deliver) => {
  const stop = new AbortController()
  const failureOf = () => ({ type: 'unknown', reason: 'an error' }) as const
  const shared = { failureOf, log: quiet, stopping: stop.signal }
  const running = notificationSender({
    ...shared,
    queue: openNotificationQueue(database, { now: () => now, confirmedNow: () => undefined }, testRows),
    settings: { set: neverCalled, setAsked: neverCalled },
    texts: { notification: neverCalled, ask: '' },
    retry: openRetry({ ...shared, event: 'notification.failed', what: 'sending notifications' }),
    recipients: () => ({ chatOf: async () => 1, securityText: async () => 'Text' }),
    send: deliver,
  }).run()
  return async () => {
    stop.abort()
    await running
  }
}

/** A security notification has a text of its own, and is sent whatever the user has set. */
function neverCalled(): never {
  throw new Error('this is not called for a security notification')
}

const addEmail = (database: Database): Promise<void> =>
  openEmailQueue(database, { now: () => BEGAN }).add({
    kind: 'confirm',
    email: 'user@example.com',
    user: USER,
    subject: null,
  })

const addNotice = ({ pool }: Database): Promise<void> =>
  openNotificationQueue(
    { pool } as Database,
    { now: () => BEGAN, confirmedNow: () => undefined },
    testRows,
  ).addSecurity(pool, { user: USER, kind: 'frozen', subject: String(BEGAN), params: {}, at: BEGAN })

test.each([
  ['before the claim', 'once, by the new process', ['new']],
  ['after the claim', 'once, by the new process', ['new']],
  ['before its check', 'once, by the new process', ['new']],
  ['after its check', 'by both processes', ['new', 'old']],
  ['before the delivery', 'by both processes', ['new', 'old']],
  ['after the delivery', 'by both processes', ['old', 'new']],
  ['before its removal', 'by both processes', ['old', 'new']],
  ['after its removal', 'once, by the old process', ['old']],
])('An email whose process hangs %s and is replaced is sent %s', async (step, _, expected) => {
  expect(await deliveries(step, addEmail, sendEmails)).toEqual(expected)
})

test.each([
  ['before the claim', 'new'],
  ['after the claim', 'old'],
  ['before the delivery', 'old'],
  ['after the delivery', 'old'],
])('A message of the bot whose process hangs %s and is replaced is sent once, by the %s process', async (step, by) => {
  expect(await deliveries(step, addNotice, sendNotices)).toEqual([by])
})
