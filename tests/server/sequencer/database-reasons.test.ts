/** What the health reply and the log say while the database refuses commits: the right reason, also after it was mended. */

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { JournalLocked } from '../../../src/server/runtime/errors.ts'
import { databaseReason } from '../../../src/server/sequencer/database-reason.ts'
import { type Journal, JournalUnavailable } from '../../../src/server/sequencer/journal.ts'
import { Sequencer } from '../../../src/server/sequencer/sequencer.ts'
import { Unavailable } from '../../../src/server/sequencer/unavailable.ts'
import { JOURNAL } from '../../engine/exchange.ts'
import { testHashes } from '../../fixtures/record-keys.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startOwnDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
let server: TestServer
let admin: pg.Client
beforeAll(async () => {
  databases = await startOwnDatabases()
  const owner = await databases.newDatabaseUrl()
  admin = new pg.Client({ connectionString: owner })
  await admin.connect()
  await admin.query('create role ordinary login')
  await admin.query('grant all on schema public to ordinary')
  server = await startTestServer(owner.replace(/user=\w+/, 'user=ordinary'))
})
afterAll(async () => {
  await server?.exchange.stop()
  await admin?.end()
  await databases?.stop()
})
afterEach(async () => {
  await expect.poll(detail).toBeUndefined()
})

const detail = async () => (await server.request<{ detail?: string }>('GET', '/health')).body.detail

/** The sequencer opens its journal again when the connection of its writer is lost. */
const endWriter = () =>
  admin.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name like '%-writer'")

test('A right that was revoked is reported as such, and orders are taken again when it is back', async () => {
  await admin.query('revoke update on journal_identity from ordinary')
  await endWriter()
  await expect.poll(detail).toBe('the database refuses a right that this server needs')
  await admin.query('grant update on journal_identity to ordinary')
})

test('A missing table is reported as such, and orders are taken again when it is back', async () => {
  await admin.query('alter table journal rename to elsewhere')
  await endWriter()
  await expect.poll(detail).toBe('a table of the database is missing')
  await admin.query('alter table elsewhere rename to journal')
})

test('A missing table of the read models is reported without its name while the state is recovered', async () => {
  let isAway = false
  let lose: (error: Error) => void = () => undefined
  const onLost: Journal['onLost'] = (listener) => {
    lose = listener
  }
  const sequencer = new Sequencer({
    clock: { now: () => 1_000 },
    log: quiet,
    pause: () => new Promise((wake) => void setImmediate(wake)),
    async openJournal() {
      if (isAway && sequencer.unavailableReason === undefined) throw new JournalUnavailable('away')
      return { ...emptyJournal, onLost }
    },
    async positions() {
      if (isAway) throw Object.assign(new Error('relation "projection_positions" does not exist'), { code: '42P01' })
      return []
    },
  })
  await sequencer.start(0)
  isAway = true
  lose(new Error('the connection was lost'))
  await expect.poll(() => sequencer.unavailableReason).toBe('a table of the database is missing')
  isAway = false
  await expect.poll(() => sequencer.unavailableReason).toBeUndefined()
  await sequencer.stop()
})

test('Each error of the database has its own reason', () => {
  const errors = [
    [{ code: 'ECONNREFUSED' }, 'the database cannot be reached'],
    [{ code: '08006' }, 'the database cannot be reached'],
    [{ message: 'timeout expired' }, 'the database did not answer in time'],
    [{ code: '28P01' }, 'the database refuses the login of this server'],
    [{ code: '3D000' }, 'the database does not exist'],
    [{ code: '57P03' }, 'the database is starting or stopping'],
    [{ code: '53200' }, 'the database has not enough memory or other resources'],
    [{ code: 'XX001' }, 'the database reports an internal error or damaged data'],
    [{ code: '42883' }, 'the database refuses a statement of this server'],
  ] as const
  for (const [fields, reason] of errors) {
    const error = Object.assign(new Error('no'), fields)
    expect([error, databaseReason(error)]).toEqual([error, reason])
    expect(databaseReason(new Error('the database is not available', { cause: error }))).toBe(reason)
  }
})

const emptyJournal: Journal = {
  id: JOURNAL,
  hashes: testHashes(JOURNAL),
  append: async () => undefined,
  async *read() {},
  close: async () => undefined,
  onLost: () => undefined,
}

test('The order after 20,000 that wait for one commit is refused, and all others are answered', async () => {
  const openJournal = async () => emptyJournal
  const sequencer = new Sequencer({ clock: { now: () => 1_000 }, log: quiet, openJournal })
  await sequencer.start(0)
  const command = { type: 'freeze-account', user: randomUUID() as UserId, origin: 'owner' } as const
  const place = () => sequencer.submit(command, (_, { answer }) => answer)
  const waiting = Array.from({ length: 20_000 }, place)
  await expect(place()).rejects.toThrow(new Unavailable('too many orders are waiting'))
  expect(await Promise.all(waiting)).toHaveLength(20_000)
  await sequencer.stop()
})

test('A lock that is held after the database was away for long does not end the server', async () => {
  const away = Array.from({ length: 30 }, () => new JournalUnavailable('the database did not answer in time'))
  const answers: (Journal | Error)[] = [...away, new JournalLocked()]
  let isAway = false
  let lose: (error: Error) => void = () => undefined
  const journal: Journal = {
    ...emptyJournal,
    onLost: (listener) => {
      lose = listener
    },
  }
  const sequencer = new Sequencer({
    clock: { now: () => 1_000 },
    log: quiet,
    pause: async () => undefined,
    async openJournal() {
      const next = isAway ? answers.shift() : undefined
      if (next instanceof Error) throw next
      return next ?? journal
    },
  })
  await sequencer.start(0)
  isAway = true
  lose(new Error('the connection was lost'))
  await expect.poll(() => answers).toEqual([])
  await expect.poll(() => sequencer.unavailableReason).toBeUndefined()
  await sequencer.stop()
})
