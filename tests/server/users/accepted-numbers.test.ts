/** An account whose version numbers were set to the highest of their columns, and which an operator accepts. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { accountOf } from '../../../src/engine/exchange.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const PASSWORD = 'correct horse'
const database = setUpDatabase(server)

const post = <T = ErrorBody>(path: string, body: object, access?: string) =>
  server().request<T>('POST', path, { body, access })
const login = (email: string, password: string) => post<Tokens & ErrorBody>(api.login.path, { email, password })

test.each([
  ['record_version', 2_147_483_647],
  ['record_version', 2_147_483_646],
  ['credentials_version', 2_147_483_647],
] as const)(
  'An account whose %s was set to %i can be accepted by an operator, and its password changed',
  async (column, value) => {
    const email = `${randomUUID()}@example.com`
    const { access } = await server().signUp(email, PASSWORD)
    const { uuid } = (await server().request<ProfileView>('GET', api.profile.path, { access })).body
    await database().pool.query(`update users set ${column} = $2 where id = $1`, [uuid, value])
    expect((await login(email, PASSWORD)).body.code).toBe('ACCOUNT_DIFFERS')
    const shown = await operate(server().dataDir, ['accounts', 'show', uuid])
    const mark = /MARK: (\w+)/.exec(shown)?.[1] ?? ''
    const accepted = await operate(server().dataDir, [
      'accounts',
      'accept',
      uuid,
      mark,
      '--reason',
      'The owner wrote.',
    ]).catch((error: Error) => error.message)
    expect(accepted).toContain('can be used again')
    const freezes = await server().exchange.sequencer.read((state) => accountOf(state, uuid as UserId)?.freezes)
    expect(freezes).toEqual([])
    const { body } = await login(email, PASSWORD)
    const change = { password: 'battery staple', current_password: PASSWORD }
    expect((await post(api.setPassword.path, change, body.access)).status).toBe(200)
    expect((await login(email, 'battery staple')).status).toBe(200)
  },
)
