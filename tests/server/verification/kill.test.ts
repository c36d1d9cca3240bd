/** Kills between the steps of a result: stored, level set, marked as applied. The next start continues. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api, type HealthView, health } from '../../../src/contract/api.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { levelOf } from '../../../src/engine/exchange.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { openPlayProvider, type PLAY_DECISIONS } from '../../../src/server/verification/play-provider.ts'
import { openVerificationWith } from '../../../src/server/verification/verification.ts'
import { type Death, mortal } from '../../fixtures/mortal.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { serverKey } from '../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
let databaseUrl = ''
let server: TestServer
let database: Database
beforeAll(async () => {
  databases = await startTestDatabases()
  databaseUrl = await databases.newDatabaseUrl()
  server = await startTestServer(databaseUrl)
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
})
afterAll(async () => {
  await server?.exchange.stop()
  await database?.close()
  await databases?.stop()
})

const forged = { note: (table: string) => expect.unreachable(`a forged row of ${table}`) }
const STEPS = ['insert into verifications', 'commit', 'set-level', 'update verifications set'] as const
const level = (user: UserId): Promise<number> => server.exchange.sequencer.read((state) => levelOf(state, user))

async function signUp(): Promise<UserId> {
  const { access } = await server.signUp()
  return (await server.request<ProfileView>('GET', api.profile.path, { access })).body.uuid as UserId
}

/** Receives a webhook in a process that dies at a step. Resolves to whether the sender got a reply. */
async function receiveAndDie(user: UserId, decision: (typeof PLAY_DECISIONS)[number], death: Death): Promise<boolean> {
  const victim = mortal(database, server.exchange.sequencer, death)
  const play = openPlayProvider({ now: server.now })
  const deps = { provider: play, play, ...victim, log: quiet, forged, clock: { now: server.now } }
  const verification = openVerificationWith({
    ...deps,
    changed: () => undefined,
    decided: () => undefined,
    key: await serverKey(database.pool, 'verifications'),
  })
  victim.arm()
  const { payload, headers } = play.webhookOf(user, decision)
  const answered = await verification.receive(Buffer.from(payload), headers).then(
    () => true,
    () => false,
  )
  expect(victim.isDead()).toBe(true)
  await verification.stop().catch(() => undefined)
  return answered
}

async function restart(): Promise<void> {
  await server.exchange.stop()
  server = await startTestServer(databaseUrl)
}

const statusOf = async (user: UserId) =>
  (await database.pool.query('select status, applied_at from verifications where user_id = $1', [user])).rows[0]

test.each(STEPS.flatMap((name) => (['before', 'after'] as const).map((when) => [when, name] as const)))(
  'A server that is killed %s the step “%s” verifies the user after the next start, or the provider sends again',
  async (when, name) => {
    const user = await signUp()
    const answered = await receiveAndDie(user, 'approve', { name, nth: 1, when })
    const isStored = (await statusOf(user)) !== undefined
    await restart()
    await expect.poll(() => level(user)).toBe(isStored ? 1 : 0)
    if (isStored) await expect.poll(async () => (await statusOf(user))?.applied_at).toEqual(expect.any(Number))
    // Without a reply the provider sends the webhook again.
    else expect(answered).toBe(false)
  },
)

test('A rejection that was interrupted takes the level away after the next start', async () => {
  const user = await signUp()
  await receiveAndDie(user, 'approve', { name: 'update verifications set', nth: 1, when: 'after' })
  expect(await level(user)).toBe(1)
  await receiveAndDie(user, 'reject', { name: 'set-level', nth: 1, when: 'before' })
  expect(await level(user)).toBe(1)
  await restart()
  await expect.poll(() => level(user)).toBe(0)
  expect(await statusOf(user)).toMatchObject({ status: 'rejected' })
})

test('A start repeats no level that an operator has changed after the result was applied', async () => {
  const user = await signUp()
  await receiveAndDie(user, 'approve', { name: 'update verifications set', nth: 1, when: 'after' })
  const operator = { operator: 'ops', reason: 'a test' }
  await server.exchange.sequencer.submit({ type: 'set-level', user, level: 0, ...operator }, () => undefined)
  await restart()
  const other = await signUp()
  await receiveAndDie(other, 'approve', { name: 'set-level', nth: 1, when: 'before' })
  await restart()
  await expect.poll(() => level(other)).toBe(1)
  expect(await level(user)).toBe(0)
})

const DECIDED: Death = { name: 'update verifications set', nth: 1, when: 'after' }

test.each(['a rejection', 'a decision of an operator'])(
  'An approval that another program puts back after %s changes no level',
  async (later) => {
    const user = await signUp()
    await receiveAndDie(user, 'approve', DECIDED)
    const select = 'select status, reason, provider_time, mac from verifications where user_id = $1'
    const { status, reason, provider_time, mac } = (await database.pool.query(select, [user])).rows[0]
    const byOperator = { type: 'set-level', user, level: 0, operator: 'ops', reason: 'a test' } as const
    if (later === 'a rejection') await receiveAndDie(user, 'reject', DECIDED)
    else await server.exchange.sequencer.submit(byOperator, () => undefined)
    const putBack =
      'update verifications set status = $2, reason = $3, provider_time = $4, mac = $5, applied_at = null where user_id = $1'
    await database.pool.query(putBack, [user, status, reason, provider_time, mac])
    await restart()
    await expect.poll(async () => (await statusOf(user))?.applied_at).toEqual(expect.any(Number))
    expect(await level(user)).toBe(0)
  },
)

test('A result that this server did not store changes no level, and is counted once in the health of the accounts', async () => {
  const user = await signUp()
  await receiveAndDie(user, 'reject', DECIDED)
  const forge = "update verifications set status = 'approved', applied_at = null where user_id = $1"
  await database.pool.query(forge, [user])
  await restart()
  const accounts = async () => (await server.request<HealthView>('GET', health.path)).body.parts?.accounts
  const reason = 'rows of another program, which were ignored: 1'
  await expect.poll(accounts).toMatchObject({ state: 'failing', reason })
  expect(await level(user)).toBe(0)
})
