/** The identity check with real money. */

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { signature, sumsubSettings, webhookBody } from '../../fixtures/fake-sumsub.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const WEBHOOK = '/exchange-backend/verify/sumsub/'

let databases: TestDatabases
let server: TestServer
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterEach(() => server?.exchange.stop())
afterAll(() => databases?.stop())

async function start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  server = await startTestServer(await databases.newDatabaseUrl(), { ...LIVE_MODE, RATE_LIMITS: 'on', ...settings })
}

async function send(user: UserId, changes: object = {}): Promise<number> {
  const body = webhookBody(user, Date.now(), { ...changes })
  return (await server.request('POST', WEBHOOK, { body, headers: signature(body) })).status
}

test('Without a provider there is no identity check: no link, no webhook, no page and no higher limit', async () => {
  await start()
  const ann = await createEarner(server)
  const { verification } = await ann.get('profile')
  expect(verification).toEqual({ status: 'none', reject_reason: null, provider: null })
  const { base, path } = api.websdkLink
  const { status, body } = await server.request<ErrorBody>('GET', base + path, { access: ann.access() })
  expect([status, body.code]).toEqual([409, 'KYC_NOT_CONFIGURED'])
  expect(await send(ann.user)).toBe(404)
  expect((await server.request('GET', '/play/verify/ticket')).status).toBe(404)
  expect(await ann.get('withdrawalLimits')).toMatchObject({ limit: '1000', verified_limit: null })
})

test('A result of the sandbox of Sumsub has no effect, one of production verifies the user; webhooks are rate-limited', async () => {
  await start(sumsubSettings('https://sumsub.example'))
  const ann = await createEarner(server)
  expect(await ann.get('withdrawalLimits')).toMatchObject({ verified_limit: '50000' })
  expect([await send(ann.user, { sandboxMode: true }), (await ann.get('profile')).is_verified]).toEqual([200, false])
  expect([await send(ann.user), (await ann.get('profile')).is_verified]).toEqual([200, true])
  expect(await send('3f0e7d2c-9d7e-4b6a-8f1a-2d3c4b5a6978' as UserId)).toBe(404)
  server.stopClock()
  server.advanceClock(60_000)
  const forge = () => server.request('POST', WEBHOOK, { body: 'forged' })
  const statuses = new Set<number>()
  for (let count = 0; count < 200; count++) statuses.add((await forge()).status)
  expect(statuses).toEqual(new Set([403]))
  const { status, headers } = await forge()
  expect([status, headers.get('retry-after')]).toEqual([429, '1'])
})
