/** Messages of payments that are settled, whose rows another program deletes. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { networkOf } from '../../../../src/engine/exchange.ts'
import { bookLostTon } from '../../../../src/server/custody/ton/book-lost-ton.ts'
import { TON } from '../../../../src/server/deposits/default-networks.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { clientOf } from '../../../fixtures/signer-client.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { testCursors } from '../../../fixtures/test-cursors.ts'
import { startTonWorld, TON_COIN, type TonWorld, units } from '../../../fixtures/ton-world.ts'

const RECEIVER = `0:${'7e'.repeat(32)}`
let world: TonWorld
beforeAll(async () => {
  world = await startTonWorld()
})
afterAll(() => world?.stop())

const sql = (text: string, ...values: unknown[]) => world.database.pool.query(text, values)
const pausedBecause = () => world.sequencer.read((state) => networkOf(state, TON)?.paused)

test('Reconcile approves no withdrawal in review that looks like a settled one whose stored message another program deletes', async () => {
  const watcher = await world.deploy()
  await world.differences()
  const { id } = await world.newUser()
  const paying = world.pay()
  const paid = await world.request(id, { address: RECEIVER, amount: '3' })
  await eventually(async () => (await world.statusOf(paid)) === 'settled')
  await world.settled()
  await paying.stop()
  const once = (await world.chain.account(RECEIVER)).balance
  // The next one waits for an operator.
  const terms = { user: id, network: TON, currency: TON_COIN, address: RECEIVER, amount: units('3') }
  const request = {
    type: 'request-withdrawal',
    clientId: 'second',
    isNewAddress: false,
    review: 'new_account',
  } as const
  const second = await world.sequencer.submit({ ...request, ...terms }, (_state, { answer }) => {
    if (answer.type !== 'withdrawal') throw new Error(JSON.stringify(answer))
    return answer.withdrawal
  })
  expect(await world.statusOf(second)).toBe('review')

  // After a restart, the server does not know how far it had read the list.
  await watcher.stop()
  const rows = 'payment_versions where payment_id in (select id from payments where withdrawal_id = $1)'
  await sql(`delete from ${rows}`, paid.id)
  await sql('delete from chain_cursors')
  const network = { ...world.network, wallet: world.hot, cursors: testCursors(world.database) }
  const restarted = world.watch({ network })
  await eventually(async () => (await pausedBecause()) !== null)
  expect(await pausedBecause()).toContain('has a message that is not known here')
  const by = { operator: 'olga', reason: 'the network was paused' }
  const deps = { ...world, network, signer: clientOf(world.signer), log: quiet, now: world.now }
  expect(await bookLostTon(deps, by)).toMatchObject({ type: 'done', payments: [] })
  world.pay()
  for (let round = 0; round < 5; round++) await world.settled()
  expect(await world.statusOf(second)).toBe('review')
  await restarted.stop()
  expect((await world.chain.account(RECEIVER)).balance).toBe(once)
})

test('A paused network is reconciled an hour after a payment was executed although a row says that its message is booked', async () => {
  const { id } = await world.newUser()
  const paying = world.pay()
  const before = (await world.chain.account(RECEIVER)).balance
  const paid = await world.request(id, { address: RECEIVER, amount: '4' })
  await eventually(async () => (await world.chain.account(RECEIVER)).balance > before)
  await paying.stop()
  const by = { operator: 'olga', reason: 'a test' }
  await world.execute({ type: 'set-network-paused', network: TON, paused: true, ...by })
  const ofPaid = 'payment_id in (select id from payments where withdrawal_id = $1)'
  const { rows } = await sql(`select txid from payment_versions where ${ofPaid}`, paid.id)
  await sql(`delete from payment_versions where ${ofPaid}`, paid.id)
  await sql("insert into ton_booked_messages values ($1, $2, 'planted', null, null)", rows[0].txid.slice(2), TON)
  world.pass(2 * 3_600)
  await world.settled()
  const deps = { ...world, signer: clientOf(world.signer), log: quiet, now: world.now }
  expect(await bookLostTon(deps, by)).toMatchObject({ type: 'done' })
  const watcher = world.watch()
  await eventually(async () => (await world.statusOf(paid)) === 'settled')
  await watcher.stop()
})
