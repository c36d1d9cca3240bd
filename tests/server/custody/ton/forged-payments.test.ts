/** Rows of payments on TON that another writer of the database has changed: they pay nobody twice. */

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { expectDefined } from '../../../../src/engine/assert.ts'
import { openPayments, streamOf, type Withdrawal } from '../../../../src/engine/exchange.ts'
import { openRefusals } from '../../../../src/server/custody/base/refusals.ts'
import type { Rounds } from '../../../../src/server/custody/base/rounds.ts'
import { proveExpired, UnknownPayment } from '../../../../src/server/custody/ton/executions.ts'
import { bookExpired } from '../../../../src/server/custody/ton/payment-results.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { clientOf } from '../../../fixtures/signer-client.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { testCursors } from '../../../fixtures/test-cursors.ts'
import { startTonWorld, type TonWorld, USDT } from '../../../fixtures/ton-world.ts'

const THIEF = `0:${'c'.repeat(64)}`
const OTHER = `0:${'d'.repeat(64)}`

let world: TonWorld
beforeEach(async () => {
  world = await startTonWorld()
})
afterEach(() => world?.stop())

const sql = (text: string, ...values: unknown[]) => world.database.pool.query(text, values)
const received = async (): Promise<bigint> => (await world.chain.account(THIEF)).balance
const isPaused = (): boolean => (world.network.listed()?.paused ?? null) !== null
const statusIs = async (withdrawal: Withdrawal, status: string): Promise<boolean> =>
  (await world.statusOf(withdrawal)) === status

test('A payment whose message the tables hide is settled as the chain says, and is not made again', async () => {
  const watcher = await world.deploy()
  const { id } = await world.newUser()
  await watcher.stop()
  const payer = world.pay()
  const withdrawal = await world.request(id, { address: THIEF, amount: '3' })
  await eventually(async () => (await received()) > 0n)
  const paid = await received()
  const hidden = `with hidden as (update payment_versions v set txid = '0x' || repeat('0', 64) from payments p
    where p.id = v.payment_id and p.withdrawal_id = $1 returning (select txid from payment_versions o
      where o.payment_id = v.payment_id) as txid, p.network_id)
    insert into ton_booked_messages (body_hash, network_id, txid) select substr(txid, 3), network_id, txid from hidden`
  await sql(hidden, withdrawal.id)
  world.watch()
  await eventually(async () => isPaused() || (await statusIs(withdrawal, 'settled')))
  world.pass(3_800)
  await world.settled()
  await sleep(500)
  expect([await received(), await world.statusOf(withdrawal), isPaused()]).toEqual([paid, 'settled', false])
  expect(await world.differences()).toEqual([])
  await payer.stop()
})

test('A cursor that was moved past the message of a payment is ignored: the payment is settled, and not made again', async () => {
  const watcher = await world.deploy()
  const { id } = await world.newUser()
  await watcher.stop()
  const payer = world.pay()
  const withdrawal = await world.request(id, { address: THIEF, amount: '3' })
  await eventually(async () => (await received()) > 0n)
  const paid = await received()
  await world.settled()
  const { lastLt, lastHash } = await world.chain.account(world.hot)
  const stream = streamOf(expectDefined(world.network.listed(), 'the network is listed'))
  await sql('update chain_cursors set height = $1, hash = $2 where stream = $3', lastLt, lastHash, stream)
  const [payment] = await world.sequencer.read((state) => openPayments(state, world.network.id))
  world.pass(3_800)
  await world.settled()
  await expect(proveExpired(world.network, expectDefined(payment, 'it is open'))).rejects.toThrow(UnknownPayment)
  // As a new process, which knows no cursor of an earlier one.
  world.watch({ network: { ...world.network, wallet: world.hot, cursors: testCursors(world.database) } })
  await eventually(async () => isPaused() || (await statusIs(withdrawal, 'settled')))
  await world.settled()
  expect([await received(), await world.statusOf(withdrawal), isPaused()]).toEqual([paid, 'settled', false])
  await payer.stop()
})

test('A payment is sent although another program stores other bytes, and bytes of no message end no watcher', async () => {
  await world.deploy()
  const { id } = await world.newUser()
  await sql(`create function other_bytes() returns trigger language plpgsql as
    $$ begin insert into payment_versions values (new.id, '\\x00', '0xforged' || new.id, 0, 0, 0); return new; end $$`)
  await sql('create trigger other_bytes after insert on payments for each row execute function other_bytes()')
  const payer = world.pay()
  try {
    const coins = await world.request(id, { address: THIEF, amount: '3' })
    const jettons = await world.request(id, { address: OTHER, amount: '20', currency: USDT })
    await world.sendExcesses(1n, `0:${'9'.repeat(64)}`)
    await eventually(async () => (await statusIs(coins, 'settled')) && (await statusIs(jettons, 'settled')))
  } finally {
    await sql('drop function other_bytes cascade')
    await payer.stop()
  }
})

test('A payment that another program marks as executed is sent', async () => {
  await world.deploy()
  const { id } = await world.newUser()
  await sql(`create function mark_row() returns trigger language plpgsql as
    $$ begin new.mined_txid = '0x' || repeat('0', 64); new.mined_height = 1; return new; end $$`)
  await sql('create trigger mark_row before insert on payments for each row execute function mark_row()')
  const payer = world.pay()
  try {
    const withdrawal = await world.request(id, { address: THIEF, amount: '3' })
    await eventually(async () => statusIs(withdrawal, 'settled'))
  } finally {
    await sql('drop function mark_row cascade')
    await payer.stop()
  }
  expect(await world.differences()).toEqual([])
})

test('A row that says that a payment was signed gives it no new number, and it is paid when the signer runs again', async () => {
  await world.deploy()
  const { id } = await world.newUser()
  const paused = join(world.signer.folder, 'paused')
  const payer = world.pay({ onStep: (step) => void (step === 'assigned' && writeFileSync(paused, '')) })
  const withdrawal = await world.request(id, { address: THIEF, amount: '3' })
  await eventually(() => statusIs(withdrawal, 'assigned'))
  await sql(
    "insert into payment_versions select id, '', '0x', 0, 0, 0 from payments where withdrawal_id = $1",
    withdrawal.id,
  )
  await payer.stop()
  world.pass(3_800)
  const listed = expectDefined(world.network.listed(), 'the network is listed')
  const deps = { ...world, signer: clientOf(world.signer), log: quiet, onWithdrawal: () => undefined }
  await eventually(async () => (await world.chain.account(world.hot)).time > world.now() / 1_000 - 100)
  await bookExpired(deps, listed, Math.floor(world.now() / 1_000))
  expect(await world.statusOf(withdrawal)).toBe('assigned')
  rmSync(paused)
  world.pay()
  const later = await world.request(id, { address: THIEF, amount: '4' })
  await eventually(async () => (await statusIs(withdrawal, 'settled')) && (await statusIs(later, 'settled')))
  expect(await world.differences()).toEqual([])
})

test('A payment is sent when the pause of the signer ends, although another program changed its row during the pause', async () => {
  await world.deploy()
  const { id } = await world.newUser()
  const losing = world.pay({ network: { ...world.network, chain: { ...world.chain, send: async () => undefined } } })
  const withdrawal = await world.request(id, { address: THIEF, amount: '3' })
  const sent = 'select from payments where withdrawal_id = $1 and sent_at is not null'
  await eventually(async () => (await sql(sent, withdrawal.id)).rowCount === 1)
  await losing.stop()
  const ofPayment = 'payment_id = (select id from payments where withdrawal_id = $1)'
  await sql(`update payment_versions set raw = '\\x00' where ${ofPayment}`, withdrawal.id)
  const paused = join(world.signer.folder, 'paused')
  writeFileSync(paused, '')
  const refusals = openRefusals()
  world.pay({ refusals })
  await eventually(() => refusals.refused.length > 0)
  rmSync(paused)
  await eventually(() => statusIs(withdrawal, 'settled'))
  expect(await world.differences()).toEqual([])
})

/** Versions are stored with another txid. */
async function plantVersions(): Promise<void> {
  await sql('create table roles (withdrawal bigint, role text)')
  await sql(`create function planted() returns trigger language plpgsql as $$
    declare part text; other bigint; begin
      if new.stored_at = 0 then return new; end if;
      select role into part from roles join payments p on p.withdrawal_id = withdrawal where p.id = new.payment_id;
      if part = 'paid' then
        insert into ton_booked_messages (body_hash, network_id, txid) values (substr(new.txid, 3), 2, '');
        new.txid := '0x' || repeat('0', 64);
      elsif part = 'skipped' then
        select p.id into other from roles join payments p on p.withdrawal_id = withdrawal where role = 'paid';
        insert into payment_versions values (other, new.raw, new.txid, 0, 0, 0);
        new.txid := '0x' || repeat('1', 64);
      end if;
      return new; end $$`)
  await sql('create trigger planted before insert on payment_versions for each row execute function planted()')
}

/** Sends more than the wallet has. */
function payWithoutReserve(): Rounds {
  const account = async (each: string) => ({ ...(await world.chain.account(each)), balance: 10n ** 18n })
  return world.pay({ network: { ...world.network, chain: { ...world.chain, account }, wallet: world.hot } })
}

test('A skipped message that the tables give to a paid withdrawal does not pay this withdrawal again', async () => {
  await world.deploy()
  const { id } = await world.newUser('200000')
  await plantVersions()
  const request = (address: string, amount: string) => world.request(id, { address, amount })
  const paid = await request(THIEF, '10000')
  await sql(`insert into roles values ($1, 'paid')`, paid.id)
  const paying = world.pay()
  await eventually(async () => (await received()) > 0n)
  const once = await received()
  await world.settled()
  await paying.stop()
  world.pass(600)
  // The wallet has enough for each of these two, and not for both.
  await request(OTHER, '50000')
  const skipped = await request(`0:${'e'.repeat(64)}`, '50000')
  await sql(`insert into roles values ($1, 'skipped')`, skipped.id)
  payWithoutReserve()
  const closed = 'select from payments where withdrawal_id = $1 and closed_at is not null'
  await eventually(async () => {
    const isClosed = (await sql(closed, skipped.id)).rowCount !== 0
    return isClosed || isPaused() || (await statusIs(paid, 'approved'))
  })
  await sql('delete from roles')
  world.pass(3_200)
  await eventually(async () => (await received()) > once || isPaused() || (await statusIs(paid, 'settled')))
  await world.settled()
  await sleep(500)
  expect([await received(), await world.statusOf(paid)]).toEqual([once, 'settled'])
})

/** The wallet once had too few coins at the last moment: its message sent nothing. */
async function skipOnce(): Promise<readonly [done: Withdrawal, skipped: Withdrawal]> {
  const { id } = await world.newUser('200000')
  const payer = payWithoutReserve()
  await world.request(id, { address: OTHER, amount: '20000' })
  const large = { address: OTHER, amount: '50000' }
  const [done, skipped] = [await world.request(id, large), await world.request(id, large)]
  await eventually(() => statusIs(done, 'settled'))
  await eventually(() => statusIs(skipped, 'approved'))
  await payer.stop()
  await world.execute({ type: 'reject-withdrawal', withdrawal: skipped.id, operator: 'olga', reason: 'a test' })
  return [done, skipped]
}

test('An old message that sent nothing and is read again does not pay a withdrawal again that was paid', async () => {
  const watcher = await world.deploy()
  const [done, skipped] = await skipOnce()
  await sql(`create function hidden() returns trigger language plpgsql as $$ begin
    insert into ton_booked_messages (body_hash, network_id, txid) values (substr(new.txid, 3), 2, '');
    new.txid := '0x' || repeat('0', 64); return new; end $$`)
  await sql('create trigger hidden before insert on payment_versions for each row execute function hidden()')
  const [thief, other] = [await world.newUser(), await world.newUser()]
  const paid = await world.request(thief.id, { address: THIEF, amount: '5000' })
  world.pay()
  await eventually(async () => (await received()) > 0n)
  const once = await received()
  await world.settled()
  await sql('drop trigger hidden on payment_versions')
  // The message that sent nothing becomes one of this payment, and the list is read again.
  await sql(
    `update payment_versions v set payment_id = p.id from payments p, payments d
     where p.withdrawal_id = $1 and d.withdrawal_id = $2 and v.payment_id = d.id`,
    ...[paid.id, skipped.id],
  )
  await watcher.stop()
  await sql('delete from chain_cursors')
  world.watch({ network: { ...world.network, wallet: world.hot, cursors: testCursors(world.database) } })
  const next = await world.request(other.id, { address: OTHER, amount: '3' })
  await eventually(async () => isPaused() || (await statusIs(paid, 'approved')) || (await statusIs(next, 'settled')))
  world.pass(3_800)
  await world.settled()
  await sleep(1_000)
  expect([await received(), await world.statusOf(paid)]).toEqual([once, 'settled'])
  expect(await world.statusOf(done)).toBe('settled')
})

test('A row of another payment at the place of one on TON is replaced and counted as forged', async () => {
  await world.deploy()
  const { id } = await world.newUser()
  await sql(`create function other_place() returns trigger language plpgsql as $$ begin
    new.id = new.id + 1000; return new; end $$`)
  await sql('create trigger other_place before insert on payments for each row execute function other_place()')
  const payer = world.pay()
  const withdrawal = await world.request(id, { address: THIEF, amount: '3' })
  await eventually(async () => world.forged.count > 0)
  await sql('drop function other_place cascade')
  await eventually(() => statusIs(withdrawal, 'settled'))
  expect(await world.differences()).toEqual([])
  await payer.stop()
})
