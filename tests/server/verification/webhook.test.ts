/** The webhook of the identity provider: what has an effect, and every kind of request that must have none. */

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { NotificationsPage } from '../../../src/contract/notifications/views.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import {
  type FakeSumsub,
  FINAL,
  GREEN,
  RETRY,
  signature,
  startFakeSumsub,
  webhookBody,
} from '../../fixtures/fake-sumsub.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const PATH = '/exchange-backend/verify/sumsub/'
const DAY_MILLIS = 86_400_000
const AT = Date.now() - DAY_MILLIS

let databases: TestDatabases
let sumsub: FakeSumsub
let server: TestServer
let access = ''
let user = ''

beforeAll(async () => {
  databases = await startTestDatabases()
  sumsub = await startFakeSumsub()
  server = await startTestServer(await databases.newDatabaseUrl(), sumsub.settings)
})
afterAll(async () => {
  await server?.exchange.stop()
  await sumsub?.stop()
  await databases?.stop()
})
beforeEach(async () => {
  access = (await server.signUp()).access
  user = (await profile()).uuid
})

const profile = async (token = access): Promise<ProfileView> =>
  (await server.request<ProfileView>('GET', api.profile.path, { access: token })).body
const shown = async () => {
  const { is_verified, verification } = await profile()
  return [is_verified, verification.status, verification.reject_reason]
}

/** Signed over the body unless other headers are given. */
const post = async (body: string, headers: Readonly<Record<string, string>> = signature(body)): Promise<number> =>
  (await server.request('POST', PATH, { body, headers })).status

const verdict = (at: number, changes: object = {}): string => webhookBody(user, AT + at, { ...changes })

test('An approval verifies the user, and a connected client is notified of it', async () => {
  expect(await shown()).toEqual([false, 'none', null])
  const socket = await server.openSocket(1, access)
  expect(await post(verdict(0, { type: 'applicantPending', reviewResult: undefined }))).toBe(200)
  await socket.next('profile_update')
  expect(await shown()).toEqual([false, 'pending', null])
  expect(await post(verdict(1))).toBe(200)
  await socket.next('profile_update')
  expect(await shown()).toEqual([true, 'approved', null])
  const limits = await server.request<{ limit: string }>('GET', api.withdrawalLimits.path, { access })
  expect(limits.body).toMatchObject({ limit: '50000', verified_limit: null })
  socket.socket.close()
})

test('A rejection shows the sentence for the user and never the comment for the exchange', async () => {
  expect(await post(verdict(0, { reviewResult: RETRY }))).toBe(200)
  expect(await shown()).toEqual([false, 'retry', 'The photo is blurred.'])
  expect(await post(verdict(1, { reviewResult: FINAL }))).toBe(200)
  expect(await shown()).toEqual([false, 'rejected', 'The document is forged.'])
  expect(await post(verdict(2, { reviewResult: { ...RETRY, moderationComment: '  ' } }))).toBe(200)
  expect(await shown()).toEqual([false, 'retry', null])
})

test('A later rejection takes the level away, and so does a reset of the approval', async () => {
  await post(verdict(0))
  await post(verdict(1, { reviewResult: FINAL }))
  expect(await shown()).toEqual([false, 'rejected', 'The document is forged.'])
  await post(verdict(2))
  expect(await shown()).toEqual([true, 'approved', null])
  await post(verdict(3, { type: 'applicantPending', reviewResult: undefined }))
  expect((await shown())[0]).toBe(true)
  await post(verdict(4))
  await post(verdict(5, { type: 'applicantReset', reviewResult: undefined }))
  expect(await shown()).toEqual([false, 'none', null])
})

test('A webhook without a valid signature over its bytes is refused and has no effect', async () => {
  const body = verdict(0)
  const { 'x-payload-digest': digest = '', ...algorithm } = signature(body)
  const reordered = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(body)).reverse()))
  expect(JSON.parse(reordered)).toEqual(JSON.parse(body))
  const forged: readonly (readonly [body: string, headers: Record<string, string>])[] = [
    [body, {}],
    [body, algorithm],
    [body, { ...algorithm, 'x-payload-digest': '' }],
    [body, { ...algorithm, 'x-payload-digest': digest.slice(0, -2) }],
    [body, { ...algorithm, 'x-payload-digest': `${digest}00` }],
    [body, { ...algorithm, 'x-payload-digest': digest.replace(/^./, (c) => (c === '0' ? '1' : '0')) }],
    [body, { ...algorithm, 'x-payload-digest': 'g'.repeat(64) }],
    [body, signature(body, 'sha256', 'another secret')],
    [body, signature(body, 'sha1')],
    [body, { ...signature(body, 'sha512'), 'x-payload-digest-alg': 'HMAC_SHA256_HEX' }],
    [body, { 'x-payload-digest-alg': 'NONE', 'x-payload-digest': digest }],
    [reordered, signature(body)],
    [`${body} `, signature(body)],
    ['', {}],
  ]
  for (const [sent, headers] of forged) expect([sent, headers, await post(sent, headers)]).toEqual([sent, headers, 403])
  expect(await shown()).toEqual([false, 'none', null])
  expect(await post(reordered)).toBe(200)
  expect(await shown()).toEqual([true, 'approved', null])
})

test('SHA-256 is the default of the signature, SHA-512 is accepted', async () => {
  const { 'x-payload-digest': digest = '' } = signature(verdict(0, { reviewResult: RETRY }))
  expect(await post(verdict(0, { reviewResult: RETRY }), { 'x-payload-digest': digest })).toBe(200)
  expect((await shown())[1]).toBe('retry')
  expect(await post(verdict(1), signature(verdict(1), 'sha512'))).toBe(200)
  expect((await shown())[1]).toBe('approved')
})

test('A replayed or older webhook is accepted without an effect, in whatever order they arrive', async () => {
  const events = [
    verdict(0, { type: 'applicantCreated', reviewResult: undefined }),
    verdict(10, { type: 'applicantPending', reviewResult: undefined }),
    verdict(20, { reviewResult: RETRY }),
    verdict(30, { type: 'applicantPending', reviewResult: undefined }),
    verdict(40),
  ]
  for (const index of [2, 0, 4, 3, 1, 4, 2, 0, 4]) expect(await post(events[index] ?? '')).toBe(200)
  expect(await shown()).toEqual([true, 'approved', null])
  await post(verdict(50, { reviewResult: FINAL }))
  for (const event of events) expect(await post(event)).toBe(200)
  expect(await shown()).toEqual([false, 'rejected', 'The document is forged.'])
})

test('Of two events of the same millisecond the decision counts, in either order', async () => {
  const pending = { type: 'applicantPending', reviewResult: undefined }
  for (const [at, first, second] of [
    [0, pending, { reviewResult: GREEN }],
    [5, { reviewResult: RETRY }, pending],
  ] as const) {
    await post(verdict(at, first))
    await post(verdict(at, second))
    expect((await shown())[1]).toBe(at === 0 ? 'approved' : 'retry')
  }
})

test('A webhook about an unknown user is answered with 404, one that is too large with 413', async () => {
  for (const unknown of ['3f0e7d2c-9d7e-4b6a-8f1a-2d3c4b5a6978', 'ann@example.com', '', `${user} `]) {
    const body = webhookBody(unknown, AT)
    expect([unknown, await post(body)]).toEqual([unknown, 404])
  }
  const large = verdict(0, { padding: 'x'.repeat(1_048_576) })
  expect(await post(large)).toBe(413)
  expect(await post(verdict(0, { padding: 'x'.repeat(64 * 1_024) }))).toBe(413)
  expect(await shown()).toEqual([false, 'none', null])
})

test('A signed body that is not understood is answered with 400', async () => {
  for (const body of [
    'nonsense',
    '[]',
    'null',
    verdict(0, { createdAtMs: 'yesterday' }),
    verdict(0, { createdAtMs: undefined }),
    webhookBody(user, server.now() + DAY_MILLIS + 60_000),
    verdict(0, { reviewResult: undefined }),
    verdict(0, { reviewResult: { reviewAnswer: 'YELLOW' } }),
    verdict(0, { applicantId: '' }),
    verdict(0).replace('{', `{"externalUserId":"${user}",`),
  ])
    expect([body, await post(body)]).toEqual([body, 400])
  expect(await shown()).toEqual([false, 'none', null])
})

test('A result whose time is less than a day ahead counts, because clocks differ', async () => {
  expect(await post(webhookBody(user, server.now() + DAY_MILLIS - 60_000))).toBe(200)
  expect(await shown()).toEqual([true, 'approved', null])
})

test('Events without a result, and results of another level, are accepted without an effect', async () => {
  for (const changes of [
    { type: 'applicantPersonalInfoChanged' },
    { type: 'applicantDeleted' },
    { levelName: 'basic' },
    { levelName: undefined },
  ])
    expect([changes, await post(verdict(0, changes))]).toEqual([changes, 200])
  expect(await shown()).toEqual([false, 'none', null])
})

test('A person who has verified one account is refused for another', async () => {
  const person = { applicantId: `person-${user}` }
  expect(await post(verdict(0, person))).toBe(200)
  const other = await server.signUp()
  const { uuid } = await profile(other.access)
  expect(await post(webhookBody(uuid, AT + 10, person))).toBe(409)
  expect((await profile(other.access)).is_verified).toBe(false)
  expect((await profile()).is_verified).toBe(true)
})

test('A user is notified once of each decision', async () => {
  for (const body of [verdict(0, { reviewResult: RETRY }), verdict(1), verdict(1), verdict(0)]) await post(body)
  const list = async () =>
    (await server.request<NotificationsPage>('GET', api.notificationList.path, { access })).body.notifications
  await expect.poll(async () => (await list()).length).toBe(2)
  expect((await list()).map(({ kind, title, link }) => [kind, title, link])).toEqual([
    ['identity_checked', 'Identity verified', '/settings/identity'],
    ['identity_checked', 'Identity check: try again', '/settings/identity'],
  ])
})

test('The table has one row per user, with what the provider said last', async () => {
  await post(verdict(0, { reviewResult: RETRY }))
  await post(verdict(7))
  const database = await openDatabase({ dataDir: '', databaseUrl: server.databaseUrl, log: quiet })
  const { rows } = await database.pool.query('select * from verifications where user_id = $1', [user])
  await database.close()
  expect(rows).toEqual([
    {
      mac: expect.any(Buffer),
      user_id: user,
      provider: 'sumsub',
      applicant_id: `applicant-of-${user}`,
      status: 'approved',
      reason: null,
      provider_time: AT + 7,
      updated_at: expect.any(Number),
      applied_at: expect.any(Number),
    },
  ])
})
