/** Operators name an address, and the database answers their two questions about it with two accounts. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountOf, free, levelOf } from '../../../src/engine/exchange.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { ETHEREUM, listTestNetwork, USDT } from '../../fixtures/listed-network.ts'
import { sameAddress } from '../../fixtures/same-address.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
let database: Database
beforeAll(async () => {
  database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  await listTestNetwork(server().exchange.sequencer)
})
afterAll(() => database?.close())

test('A deposit that an operator assigns to a confirmed address is credited to no other account with this address', async () => {
  const { answering, inTurn, operator, twoAccounts } = sameAddress(server(), database)
  const { email, owner, thief } = await twoAccounts()
  const txid = `0x${'ab'.repeat(32)}`
  const credit = { position: 2n, txid, part: 0, currency: USDT, raw: 7_000_000n, to: 'unclaimed', address: '0x1' }
  const { sequencer } = server().exchange
  await sequencer.submit(
    { type: 'credit-deposits', network: ETHEREUM, stream: 'evm:ethereum:1', credits: [credit] } as never,
    () => undefined,
  )
  const before = await sequencer.read((state) => free(state, thief, USDT))
  await answering(email, await inTurn(owner, thief), () => operator('unclaimed', 'assign', txid, '0', email))
  expect(await sequencer.read((state) => free(state, thief, USDT))).toBe(before)
})

test('An operator who names a confirmed address gives no level to another account with this address', async () => {
  const { answering, inTurn, operator, twoAccounts } = sameAddress(server(), database)
  const { email, owner, thief } = await twoAccounts()
  await answering(email, await inTurn(owner, thief), () => operator('set-level', email, '1'))
  expect(await server().exchange.sequencer.read((state) => levelOf(state, thief))).toBe(0)
})

test('An operator lifts no freeze of an account that has the address of another person unconfirmed', async () => {
  const { answering, operator, twoAccounts } = sameAddress(server(), database)
  const { email, owner, thief } = await twoAccounts()
  for (const user of [owner, thief]) await operator('freeze', user)
  await answering(email, `id = '${thief}'`, () => operator('unfreeze', email))
  const { sequencer } = server().exchange
  const freezes = await sequencer.read((state) => accountOf(state, thief)?.freezes.map(({ origin }) => origin) ?? [])
  expect(freezes).toEqual(['operator'])
})
