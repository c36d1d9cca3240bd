/** Links to the page of the identity provider. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import type { WebsdkLinkView } from '../../../src/contract/verification/views.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import {
  type FakeSumsub,
  FINAL,
  RETRY,
  SUMSUB_SECRETS,
  signature,
  startFakeSumsub,
  webhookBody,
} from '../../fixtures/fake-sumsub.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
let sumsub: FakeSumsub
let server: TestServer
const log: string[] = []

beforeAll(async () => {
  databases = await startTestDatabases()
  sumsub = await startFakeSumsub()
  server = await startTestServer(
    await databases.newDatabaseUrl(),
    sumsub.settings,
    openLog('trace', { write: (line) => log.push(line) }),
  )
})
afterAll(async () => {
  await server?.exchange.stop()
  await sumsub?.stop()
  await databases?.stop()
})

const { base, path } = api.websdkLink
const link = (access: string, query = '') =>
  server.request<WebsdkLinkView & ErrorBody>('GET', base + path + query, { access })
const profileOf = async (access: string): Promise<ProfileView> =>
  (await server.request<ProfileView>('GET', api.profile.path, { access })).body
const decide = (user: string, at: number, changes: object = {}) => {
  const body = webhookBody(user, at, { ...changes })
  return server.request('POST', '/exchange-backend/verify/sumsub/', { body, headers: signature(body) })
}

test('A link is requested from Sumsub with a signature, for the own user, with the page to return to', async () => {
  const { access } = await server.signUp()
  const { uuid } = await profileOf(access)
  const { status, body } = await link(access)
  expect([status, body]).toEqual([
    200,
    {
      url: `https://sumsub.example/websdk/p/${sumsub.links.length}`,
      expires_at: expect.stringMatching(/Z$/),
      status: 'none',
      reject_reason: null,
    },
  ])
  expect(Math.abs(Date.parse(body.expires_at) - Date.now() - 1_800_000)).toBeLessThan(60_000)
  const settings = `${server.address}/settings/identity`
  expect(sumsub.links.at(-1)).toEqual({
    levelName: sumsub.settings.SUMSUB_LEVEL,
    userId: uuid,
    ttlInSecs: 1_800,
    redirect: { successUrl: settings, rejectUrl: settings },
  })
  await link(access, '?return_to=telegram')
  const page = `${server.address}/exchange-backend/verify/return/`
  expect(sumsub.links.at(-1)?.redirect).toEqual({ successUrl: page, rejectUrl: page })
  const returned = await server.request<string>('GET', '/exchange-backend/verify/return/')
  expect([returned.status, returned.body]).toEqual([200, expect.stringContaining('go back to Tern in Telegram')])
  expect((await link(access, '?return_to=https://evil.example')).status).toBe(422)
})

test('A rejected user gets a new link to try again, a verified or finally rejected one gets none', async () => {
  const { access } = await server.signUp()
  const { uuid } = await profileOf(access)
  await decide(uuid, 1_000, { reviewResult: RETRY })
  expect((await link(access)).body).toMatchObject({ status: 'retry', reject_reason: 'The photo is blurred.' })
  await decide(uuid, 2_000)
  expect([(await link(access)).status, (await link(access)).body.code]).toEqual([409, 'KYC_ALREADY_APPROVED'])
  await decide(uuid, 3_000, { reviewResult: FINAL })
  expect([(await link(access)).status, (await link(access)).body.code]).toEqual([409, 'KYC_REJECTED'])
})

test('What an operator decides about the level holds: given it verifies, taken away it rejects', async () => {
  const { access } = await server.signUp()
  const { uuid } = await profileOf(access)
  const set = (level: number) =>
    server.exchange.sequencer.submit(
      { type: 'set-level', user: uuid as UserId, level, operator: 'ops', reason: 'a test' },
      () => undefined,
    )
  await set(1)
  expect((await profileOf(access)).verification.status).toBe('approved')
  expect((await link(access)).body.code).toBe('KYC_ALREADY_APPROVED')
  await set(0)
  expect((await profileOf(access)).verification.status).toBe('none')
  await decide(uuid, 1_000)
  await set(0)
  expect(await profileOf(access)).toMatchObject({ is_verified: false, verification: { status: 'rejected' } })
  expect((await link(access)).body.code).toBe('KYC_REJECTED')
})

test('While Sumsub refuses, sends no link or cannot be reached, the reply says so, and no log has a secret', async () => {
  const { access } = await server.signUp()
  for (const reply of [
    { status: 500, body: '{}' },
    { status: 200, body: '{}' },
    { status: 200, body: 'nonsense' },
    { status: 200, body: '{"url":"javascript:alert(1)"}' },
    { status: 200, body: JSON.stringify({ url: `https://a.example/${'x'.repeat(20_000)}` }) },
    { status: 302, body: '' },
    'disconnect' as const,
  ]) {
    sumsub.reply = reply
    const { status, body } = await link(access)
    expect([reply, status, body.code]).toEqual([reply, 503, 'KYC_UNREACHABLE'])
  }
  sumsub.reply = undefined
  expect(log.join('\n')).toContain('verification.link_failed')
  for (const secret of SUMSUB_SECRETS) expect(log.join('\n')).not.toContain(secret)
})
