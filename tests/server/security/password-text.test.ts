/** Unicode forms of passwords. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import { newestEmailToken } from '../../fixtures/email-inbox.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const COMPOSED = 'caf\u00e9 pass\u00e9'
const DECOMPOSED = COMPOSED.normalize('NFD')
const newEmail = () => `${randomUUID()}@example.com`
const login = async (email: string, password: string) =>
  (await server().request('POST', api.login.path, { body: { email, password } })).status

test('A password is accepted in composed and decomposed form, whichever was registered', async () => {
  for (const registered of [COMPOSED, DECOMPOSED]) {
    const email = newEmail()
    await server().signUp(email, registered)
    for (const typed of [COMPOSED, DECOMPOSED]) expect(await login(email, typed)).toBe(200)
    expect(await login(email, 'cafe passe')).toBe(400)
  }
})

test('A password of only white space or control characters is refused', async () => {
  for (const password of [
    '        ',
    '\t\n\t\n\t\n',
    '\u0000\u0001\u0002\u0003\u0004\u0005',
    '\u200b\u200b\u200b\u200b\u200b\u200b\u3000',
    '\u3164\u3164\u3164\u2800\u2800\u2800',
    '\u0301\ufe0f\u034f\u0301\ufe0f\u034f',
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

test('A password with half of a character is refused wherever a password is set', async () => {
  const broken = 'horse \ud83d\ude00 \ud83d battery'
  const refusal = async (path: string, body: object, access?: string) => {
    const reply = await server().request('POST', path, { body, access })
    return [reply.status, reply.body.code]
  }
  const expected = [422, 'BROKEN_PASSWORD']
  expect(await refusal(api.register.path, { email: newEmail(), password: broken })).toEqual(expected)
  const email = newEmail()
  const { access } = await server().signUp(email, COMPOSED)
  const change = { password: broken, current_password: COMPOSED }
  expect(await refusal(api.setPassword.path, change, access)).toEqual(expected)
  await server().request('POST', api.forgot.path, { body: { email } })
  const token = await newestEmailToken(server(), email, 'reset')
  expect(await refusal(api.reset.path, { token, password: broken })).toEqual(expected)
  expect(await refusal(api.reset.path, { token, password: 'horse \ud83d\ude00 battery' })).toEqual([200, undefined])
  expect(await login(email, 'horse \ud83d\ude00 battery')).toBe(200)
})
