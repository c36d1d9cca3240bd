/** A row of the history whose details are as long as the table allows. */

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type WithdrawalId, withdrawalUuid } from '../../../src/contract/ids.ts'
import { startProjector } from '../../../src/server/read-models/projector.ts'
import type { ExecutedCommand } from '../../../src/server/sequencer/execute-batch.ts'
import { transactionsProjection } from '../../../src/server/transactions/transactions-projection.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const database = setUpDatabase(server)

const MAX_QUEUED = 10
/** Of the text of the details. */
const MOST_BYTES = 10_000

test.each([
  ['short', 10],
  ['as long as they can be', MOST_BYTES - 20],
])('Commands are executed after a withdrawal was cancelled whose stored details are %s', async (_, length) => {
  const withdrawal = 7 as WithdrawalId
  const journal = await server().exchange.sequencer.read((state) => state.journal)
  const user = randomUUID()
  const name = `history_${length}`
  const { pool } = database()
  await pool.query('delete from transactions')
  await pool.query(
    `insert into transactions (uuid, user_id, seq, type, status, currency_id, amount, details, at, updated_at)
     values ($1, $2, 7, 'withdrawal', 'review', 1, 1, jsonb_build_object('k', repeat('x', $3::int)), 1, 1)`,
    [withdrawalUuid(journal, withdrawal), user, length],
  )
  const projection = { ...transactionsProjection(() => true, Buffer.alloc(32)), name }
  const projector = await startProjector(database(), [projection], quiet, { maxQueued: MAX_QUEUED })
  const cancelled = { type: 'withdrawal-released', user, withdrawal, status: 'cancelled', at: 2, reason: 'cancelled' }
  const executed = Array.from(
    { length: 3 * MAX_QUEUED },
    (_each, index) =>
      ({ seq: index + 1, outcome: { events: index === 0 ? [cancelled] : [] } }) as unknown as ExecutedCommand,
  )
  projector.onCommitted(executed)
  // While it is full, the sequencer executes no command of any user.
  await expect.poll(() => projector.isFull, { timeout: 15_000 }).toBe(false)
  await projector.stop()
})
