/** What an operator sees of an account that differs, before accepting it. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { listTestNetwork } from '../../fixtures/listed-network.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer()
let database: Database
beforeAll(async () => {
  database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  await listTestNetwork(server().exchange.sequencer)
})
afterAll(() => database?.close())

test.each([
  [
    'the chat that gets the security notifications of the account',
    'update users set former_telegram_id = 77001122, former_telegram_until = 9e15 where id = $1',
  ],
  ['since when the account exists', 'update users set created_at = 1 where id = $1'],
  ['that a new address can be used at once', 'update address_book set active_at = 1 where user_id = $1'],
  ['the network of an address', 'update address_book set network_id = 7 where user_id = $1'],
])('An operator who accepts an account is shown %s', async (_what, edit) => {
  const { user, saveAddress } = await createWithdrawer(server())
  expect((await saveAddress({})).status).toBe(201)
  // Without the first line, which says what is wrong, and the mark.
  const shown = async () => {
    const text = await operate(server().dataDir, ['accounts', 'show', user])
    return text
      .split('\n')
      .slice(1)
      .filter((line) => !line.startsWith('MARK'))
  }
  const before = await shown()
  await database.pool.query(edit, [user])
  expect(await shown()).not.toEqual(before)
})
