/** Which rules a database uses after a start, tested with a second version, which only this file has. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RULES } from '../../../src/engine/exchange.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer } from '../../fixtures/test-exchange.ts'

vi.mock('../../../src/engine/rules/versions.ts', () => ({ RULES: 2, FIRST_RULES: 1, ADDED_BY: { 'start-mining': 2 } }))

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

test('A call whose command newer rules added answers that it is not open until the operator sets them', async () => {
  const url = await databases.newDatabaseUrl()
  const answers: unknown[] = []
  for (const rules of ['1', '2']) {
    const server = await startTestServer(url, { RULES: rules })
    const ann = await createEarner(server)
    answers.push((await ann.ask('startMining')).body.code)
    await server.exchange.stop()
  }
  expect(answers).toEqual(['REWARDS_NOT_READY', undefined])
})
