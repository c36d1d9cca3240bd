/** Unicode forms of passwords. */

import { randomUUID } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const COMPOSED = 'caf\u00e9 pass\u00e9'
const DECOMPOSED = COMPOSED.normalize('NFD')
const newEmail = () => `${randomUUID()}@example.com`
const login = async (email: string, password: string) =>
  (await server().request('POST', api.login.path, { body: { email, password } })).status

async function query<T>(text: string, values: unknown[]): Promise<T[]> {
  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  const { rows } = await database.pool.query(text, values)
  await database.close()
  return rows
}

test('A password is accepted in composed and decomposed form, whichever was registered', async () => {
  for (const registered of [COMPOSED, DECOMPOSED]) {
    const email = newEmail()
    await server().signUp(email, registered)
    for (const typed of [COMPOSED, DECOMPOSED]) expect(await login(email, typed)).toBe(200)
    expect(await login(email, 'cafe passe')).toBe(400)
  }
})

test('A hash of a decomposed password from an earlier version verifies, and is replaced on success', async () => {
  const email = newEmail()
  const { access } = await server().signUp(email, 'correct horse')
  const stored = await hash(DECOMPOSED)
  await query('update users set password_hash = $2 where email = $1', [email, stored])
  expect(await login(email, COMPOSED)).toBe(400)
  expect(await login(email, DECOMPOSED)).toBe(200)
  expect(await login(email, COMPOSED)).toBe(200)
  const [row] = await query<{ password_hash: string; credentials_version: number }>(
    'select password_hash, credentials_version from users where email = $1',
    [email],
  )
  expect(row?.password_hash).not.toBe(stored)
  expect(row?.credentials_version).toBe(0)
  await query('update users set password_hash = $2 where email = $1', [email, stored])
  const body = { password: 'other words', current_password: DECOMPOSED }
  expect((await server().request('POST', api.setPassword.path, { body, access })).status).toBe(200)
})

test('A password of only white space or control characters is refused', async () => {
  for (const password of [
    '        ',
    '\t\n\t\n\t\n',
    '\u0000\u0001\u0002\u0003\u0004\u0005',
    '\u200b\u200b\u200b\u200b\u200b\u200b\u3000',
  ]) {
    const reply = await server().request('POST', api.register.path, { body: { email: newEmail(), password } })
    expect([JSON.stringify(password), reply.status, reply.body.code]).toEqual([
      JSON.stringify(password),
      422,
      'BLANK_PASSWORD',
    ])
  }
  await server().signUp(newEmail(), '  a b  ')
})
