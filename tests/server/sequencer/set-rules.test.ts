/** Which rules a database uses after a start. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { RULES } from '../../../src/engine/exchange.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())

const LIVE = { MODE: 'live', RATE_LIMITS: 'on', SECRET_KEY: 'a-secret-key-for-a-live-test-exchange' }

async function rulesAfterStart(url: string, settings: Record<string, string>, users = 0): Promise<number> {
  const server = await startTestServer(url, settings)
  try {
    for (let count = 0; count < users; count++) await server.signUp()
    return await server.exchange.sequencer.read(({ rules }) => rules)
  } finally {
    await server.exchange.stop()
  }
}

test('A play exchange always uses the newest rules', async () => {
  const url = await databases.newDatabaseUrl()
  expect(await rulesAfterStart(url, { RULES: '1' })).toBe(1)
  expect(await rulesAfterStart(url, {})).toBe(RULES)
})

test('A live exchange with users changes its rules only when the operator sets them, and never back', async () => {
  const url = await databases.newDatabaseUrl()
  expect(await rulesAfterStart(url, { ...LIVE, RULES: '1' }, 1)).toBe(1)
  expect(await rulesAfterStart(url, LIVE)).toBe(1)
  expect(await rulesAfterStart(url, { ...LIVE, RULES: String(RULES) })).toBe(RULES)
  expect(await rulesAfterStart(url, LIVE)).toBe(RULES)
  await expect(rulesAfterStart(url, { ...LIVE, RULES: '1' })).rejects.toThrow(
    `RULES must be from ${RULES} to ${RULES} `,
  )
})

test('A new live exchange uses the newest rules', async () => {
  expect(await rulesAfterStart(await databases.newDatabaseUrl(), LIVE)).toBe(RULES)
})
