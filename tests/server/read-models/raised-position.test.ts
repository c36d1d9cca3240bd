/** Positions of read models that another program changes while the server runs: each event is still written once. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { api, type HealthView, health } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { FillsPage } from '../../../src/contract/orders/views.ts'
import { newestEmailToken } from '../../fixtures/email-inbox.ts'
import { placeLimitOrder } from '../../fixtures/place-order.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)
const PASSWORD = 'correct horse'

/** An account whose address was confirmed more than a day ago. */
async function confirmed() {
  const email = `${randomUUID()}@example.com`
  await server().signUp(email, PASSWORD)
  await server().request('POST', api.confirmEmail.path, { body: { token: await newestEmailToken(server(), email) } })
  server().advanceClock(25 * 3_600_000)
  const login = await server().request<Tokens>('POST', api.login.path, { body: { email, password: PASSWORD } })
  return { email, access: login.body.access }
}

test.each([
  'update projection_positions set seq = 8000000000000000',
  'update projection_positions set seq = (select max(last_seq) + 20 from journal)',
  'update projection_positions set seq = 0',
  'delete from projection_positions',
])(
  'The owner of an account is told of its freeze, and the history has their trades once, although another program runs "%s"',
  async (change) => {
    const { email, access } = await confirmed()
    await database().pool.query(change)
    await server().placeSellOrder(7, '0.1', '100')
    await placeLimitOrder(server(), access, 'buy', '0.1', '100')
    const { body } = await server().request<FillsPage>('GET', api.fills.path, { access })
    expect(body.fills).toHaveLength(1)
    await server().request('POST', api.freeze.path, { body: {}, access })
    await newestEmailToken(server(), email, 'frozen')
    const parts = async () => (await server().request<HealthView>('GET', health.path)).body.parts
    await expect
      .poll(async () => (await parts())?.accounts)
      .toMatchObject({ state: 'failing', reason: expect.stringContaining('rows of another program') })
    const seq = await server().exchange.sequencer.read((state) => state.seq)
    const stored = 'select distinct seq from projection_positions'
    await expect.poll(async () => (await database().pool.query(stored)).rows).toEqual([{ seq }])
  },
)
