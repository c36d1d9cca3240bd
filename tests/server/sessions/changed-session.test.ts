/** Rows of sessions that another program changes or deletes: what is not in the list of devices does not stay signed in. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { SessionView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { RefreshedTokens, Tokens } from '../../../src/contract/auth/views.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)
const password = 'correct horse'

test.each([
  ['given another id', 'update sessions set id = gen_random_uuid() where id = $1'],
  ['given to a later time', 'update sessions set created_at = created_at + 1 where id = $1'],
  ['deleted', 'delete from sessions where id = $1'],
])(
  'A session whose row is %s by another program is not listed, not ended as one of the list, and gets no new tokens',
  async (_what, change) => {
    const email = `${randomUUID()}@example.com`
    const here = await server().signUp(email, password)
    const { body: other } = await server().request<Tokens>('POST', api.login.path, { body: { email, password } })
    const list = async () =>
      (await server().request<SessionView[]>('GET', api.sessions.path, { access: here.access })).body
    const id = (await list()).find(({ current }) => !current)?.id ?? ''
    await database().pool.query(change, [id])
    expect((await list()).map(({ current }) => current)).toEqual([true])
    for (const { id: stored } of (await database().pool.query('select id from sessions')).rows) {
      const path = api.endSession.path.replace(':session', stored)
      const isListed = (await list()).some((each) => each.id === stored)
      if (!isListed) expect((await server().request('DELETE', path, { access: here.access })).status).toBe(404)
    }
    const refreshed = await server().request<RefreshedTokens>('POST', api.refresh.path, {
      body: { refresh_token: other.refresh },
    })
    expect(refreshed.status).toBe(401)
  },
)
