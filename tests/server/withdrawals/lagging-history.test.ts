/** Accepted requests are answered while the history cannot be written. */

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { LeaderboardView } from '../../../src/contract/earn/views.ts'
import { listTestNetwork } from '../../fixtures/listed-network.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer()

/** No read model is written while `work` runs. */
async function withoutProjections(work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: server().databaseUrl })
  await holder.connect()
  await holder.query('begin; select from projection_positions for update')
  try {
    await work()
  } finally {
    await holder.end()
  }
}

test('Withdrawals, cancellations and settings are answered with their result while read models lag behind', async () => {
  await listTestNetwork(server().exchange.sequencer)
  const [ann, bob] = [await createWithdrawer(server()), await createWithdrawer(server())]
  const { body: first } = await bob.withdraw()
  const { body: earlier } = await ann.withdraw()
  const id = randomUUID()
  await withoutProjections(async () => {
    const { status, body } = await ann.withdraw({ client_request_id: id })
    expect([status, body.status]).toEqual([201, 'processing'])
    const { access } = ann.account.tokens
    const hiding = { access, body: { hidden: true } }
    const [repeated, cancelled, hidden] = await Promise.all([
      ann.withdraw({ client_request_id: id, code: '' }),
      bob.cancel(first.uuid),
      server().request<LeaderboardView>('POST', api.setLeaderboard.path, hiding),
    ])
    expect(repeated).toMatchObject({ status: 201, body })
    expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', uuid: first.uuid, can_cancel: false } })
    expect([hidden.status, hidden.body.you.hidden]).toEqual([200, true])
    // The same facts as a withdrawal that the history contains.
    const { uuid, created_at, updated_at, timeline, ...facts } = body
    expect(earlier).toMatchObject(facts)
    expect(timeline.map((step) => step.status)).toEqual(earlier.timeline.map((step) => step.status))
  })
  const path = api.transaction.path.replace(':uuid', first.uuid)
  const read = async () =>
    (await server().request<{ status: string }>('GET', path, { access: bob.access() })).body.status
  await expect.poll(read).toBe('cancelled')
})
