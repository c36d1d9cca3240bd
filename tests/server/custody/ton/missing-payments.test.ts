/** Jettons that neither arrived nor came back: their payment waits for an operator, and everything else goes on. */

import { join } from 'node:path'
import { deriveEd25519Path, keyPairFromSeed, sign } from '@ton/crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { externalMessage } from '../../../../src/chains/ton/external-message.ts'
import { highloadBody, queryIdOf, unsignedTransfer } from '../../../../src/chains/ton/highload.ts'
import { JETTON_TRANSFER_VALUE, jettonTransferBody } from '../../../../src/chains/ton/jetton.ts'
import type { PaymentId } from '../../../../src/contract/ids.ts'
import { paymentOf, type Withdrawal } from '../../../../src/engine/exchange.ts'
import type { SignerClient } from '../../../../src/server/custody/signer/signer-client.ts'
import { bookLostTon } from '../../../../src/server/custody/ton/book-lost-ton.ts'
import { openMissingPayments } from '../../../../src/server/custody/ton/missing-payments.ts'
import { TON } from '../../../../src/server/deposits/default-networks.ts'
import { type ExecuteAction, openActions } from '../../../../src/server/operator/actions.ts'
import { playJettonWallet } from '../../../../src/server/play-ton/genesis.ts'
import { readSeed } from '../../../../src/signer/key-file.ts'
import { eventually } from '../../../fixtures/eventually.ts'
import { clientOf } from '../../../fixtures/signer-client.ts'
import { quiet } from '../../../fixtures/silent-log.ts'
import { startTonWorld, TON_COIN, type TonWorld, USDT, units } from '../../../fixtures/ton-world.ts'
import { PASSPHRASE } from '../../../signer/signer-folder.ts'

const HOUR_SECONDS = 3_600

let world: TonWorld
let execute: ExecuteAction

beforeAll(async () => {
  world = await startTonWorld()
  await world.deploy()
  execute = openActions({ sequencer: world.sequencer, missing: missing() } as never)
})
afterAll(() => world?.stop())

const missing = (changes: object = {}) =>
  openMissingPayments({ ...world, networks: [world.network], log: quiet, onWithdrawal: () => undefined, ...changes })
const jettons = (address: string): Promise<bigint> => world.chain.jettonBalance(playJettonWallet(address))
const operate = (action: string, id?: PaymentId) =>
  execute({ action, input: id === undefined ? {} : { id: String(id) }, operator: 'olga', reason: 'seen on the chain' })
let addresses = 0
const newAddress = (): string => `0:${(++addresses).toString(16).padStart(64, 'e')}`

/** Signs orders whose rest of coins goes to another address, so that the wallet never gets it. */
async function silentSigner(): Promise<SignerClient> {
  const client = clientOf(world.signer)
  const seed = readSeed(join(world.signer.folder, 'key'), PASSPHRASE)
  const { secretKey } = keyPairFromSeed(await deriveEd25519Path(Buffer.from(seed), [44, 607, 0]))
  return {
    ...client,
    async sign(input) {
      const signed = await client.sign(input)
      if (input.kind !== 'ton-withdrawal' || input.jettonWallet === null || 'refused' in signed) return signed
      const { payment, nonce, createdAt, to, amount, jettonWallet } = input
      const fields = { queryId: BigInt(payment), amount: BigInt(amount), to, forwardAmount: 1n, comment: null }
      const body = jettonTransferBody({ ...fields, responseTo: world.key.address })
      const order = { to: jettonWallet, value: JETTON_TRANSFER_VALUE, bounce: true, body }
      const unsigned = unsignedTransfer({ ...order, queryId: queryIdOf(nonce), createdAt })
      const { boc, bodyHash } = externalMessage(world.hot, highloadBody(unsigned, sign(unsigned.hash(), secretKey)))
      return { raw: `0x${Buffer.from(boc).toString('hex')}`, txid: `0x${bodyHash}` }
    },
  }
}

type Sent = { readonly withdrawal: Withdrawal; readonly payment: PaymentId }

/** Jettons that arrived without a trace in the lists of the exchange. */
async function sendSilently(user: Withdrawal['user']): Promise<Sent> {
  const payer = world.pay({ signer: await silentSigner() })
  const { id, address } = await world.request(user, { address: newAddress(), amount: '20', currency: USDT })
  await eventually(async () => (await jettons(address)) === 19_500_000n)
  await world.settled()
  await payer.stop()
  const withdrawal = await world.withdrawal(id)
  if (withdrawal.payment === null) throw new Error('the withdrawal has no payment')
  return { withdrawal, payment: withdrawal.payment }
}

async function waitUntilMissing(payment: PaymentId): Promise<void> {
  world.pass(HOUR_SECONDS + 100)
  await eventually(async () => (await missing().list()).some(({ id }) => id === payment))
}

/** The receiver's jetton wallet answers late: with a small transfer of a stranger that has the number of the payment. */
async function sendLateExcess({ withdrawal, payment }: Sent): Promise<void> {
  const before = await jettons(withdrawal.address)
  await world.sendExcesses(BigInt(payment), withdrawal.address)
  expect(await jettons(withdrawal.address)).toBe(before + 1n)
}

test('Jettons without a result wait for an operator after an hour, and only other payments of this coin wait too', async () => {
  const { id, memo } = await world.newUser()
  const sent = await sendSilently(id)
  expect(await operate('settle-payment', sent.payment)).toMatchObject({ ok: false, outcome: 'refused' })
  await waitUntilMissing(sent.payment)
  const payer = world.pay()
  const tokens = await world.request(id, { address: newAddress(), amount: '20', currency: USDT })
  const coins = await world.request(id, { address: newAddress(), amount: '3' })
  await eventually(async () => (await world.statusOf(coins)) === 'settled')
  await world.treasury.send({ to: world.hot, jetton: true, raw: 25_000_000n, comment: memo })
  await eventually(async () => (await world.balance(id, USDT)) === units('9985'))
  expect(await world.balance(id, TON_COIN)).toBe(units('9997'))
  expect([await world.statusOf(tokens), world.network.listed()?.paused]).toEqual(['approved', null])
  expect(JSON.stringify(await operate('list-payments'))).toContain('"19.5 USDT"')
  // As if the server was killed after the command.
  const query = async (...args: Parameters<typeof world.database.pool.query>) => {
    if (String(args[0]).startsWith('update payments')) throw new Error('killed by the test')
    return world.database.pool.query(...args)
  }
  const killed = missing({ database: { pool: { query } } })
  const decision = { decision: 'arrived', operator: 'olga', reason: 'seen on the chain' } as const
  await expect(killed.decide(sent.payment, decision)).rejects.toThrow('killed by the test')
  expect(await world.statusOf(sent.withdrawal)).toBe('settled')
  expect(await operate('fail-payment', sent.payment)).toMatchObject({ ok: false, outcome: 'refused' })
  await eventually(async () => (await world.statusOf(tokens)) === 'settled')
  expect(await operate('list-payments')).toEqual({ ok: true, report: ['No payment waits for an operator.'] })
  await sendLateExcess(sent)
  expect(await world.differences()).toEqual([])
  expect([await world.statusOf(sent.withdrawal), await world.heldBy(id, USDT)]).toEqual(['settled', 0n])
  await payer.stop()
})

test('A payment whose time is not over is not listed, and no operator can decide it', async () => {
  const { id } = await world.newUser()
  const sent = await sendSilently(id)
  await eventually(
    async () => (await world.sequencer.read((state) => paymentOf(state, sent.payment)))?.executed !== undefined,
  )
  expect(await operate('list-payments')).toEqual({ ok: true, report: ['No payment waits for an operator.'] })
  expect(await operate('fail-payment', sent.payment)).toMatchObject({ ok: false, outcome: 'refused' })
  expect(await world.statusOf(sent.withdrawal)).toBe('assigned')
  await waitUntilMissing(sent.payment)
  expect(await operate('settle-payment', sent.payment)).toMatchObject({ ok: true })
})

test('A payment without a result waits for an operator although its row says that it is closed', async () => {
  const { id } = await world.newUser()
  const sent = await sendSilently(id)
  await world.database.pool.query('update payments set closed_at = 1 where id = $1', [sent.payment])
  await waitUntilMissing(sent.payment)
  const payer = world.pay()
  const tokens = await world.request(id, { address: newAddress(), amount: '20', currency: USDT })
  const coins = await world.request(id, { address: newAddress(), amount: '3' })
  await eventually(async () => (await world.statusOf(coins)) === 'settled')
  expect(await world.statusOf(tokens)).toBe('approved')
  expect(JSON.stringify(await operate('list-payments'))).toContain(String(sent.payment))
  expect(await operate('settle-payment', sent.payment)).toMatchObject({ ok: true })
  await eventually(async () => (await world.statusOf(tokens)) === 'settled')
  await payer.stop()
})

test('A payment that an operator fails is returned once and borne by the exchange, also if the jettons turn out to have arrived', async () => {
  const { id } = await world.newUser()
  const sent = await sendSilently(id)
  await waitUntilMissing(sent.payment)
  const before = await world.balance('world', USDT)
  expect(await operate('fail-payment', sent.payment)).toMatchObject({ ok: true })
  expect(await operate('fail-payment', sent.payment)).toMatchObject({ ok: false, outcome: 'refused' })
  const books = async () => [await world.balance(id, USDT), before - (await world.balance('world', USDT))]
  expect([await world.statusOf(sent.withdrawal), ...(await books())]).toEqual([
    'returned',
    units('10000'),
    units('19.5'),
  ])
  expect(await world.differences()).toEqual([])
  const gas = await world.balance('gas', TON_COIN)
  await sendLateExcess(sent)
  await eventually(async () => (await world.balance('gas', TON_COIN)) > gas)
  expect([await world.statusOf(sent.withdrawal), ...(await books())]).toEqual([
    'returned',
    units('10000'),
    units('19.5'),
  ])
  expect(await world.differences()).toEqual([])
})

test('A result that arrives before the decision closes the payment, and the decision is refused', async () => {
  const { id } = await world.newUser()
  const sent = await sendSilently(id)
  await waitUntilMissing(sent.payment)
  await sendLateExcess(sent)
  await eventually(async () => (await world.statusOf(sent.withdrawal)) === 'settled')
  expect(await operate('fail-payment', sent.payment)).toMatchObject({ ok: false, outcome: 'refused' })
  expect(await world.sequencer.read((state) => paymentOf(state, sent.payment))).toBeUndefined()
  expect(await world.balance(id, USDT)).toBe(units('9980'))
  expect(await world.differences()).toEqual([])
})

test('Jettons that arrived are not missing if another program drops the row that says so, and no operator can return them', async () => {
  const { id } = await world.newUser()
  const { pool } = world.database
  await pool.query('create function drop_row() returns trigger language plpgsql as $$ begin return null; end $$')
  await pool.query('create trigger drop_row before insert on ton_excesses for each row execute function drop_row()')
  const payer = world.pay()
  try {
    const request = () => world.request(id, { address: newAddress(), amount: '20', currency: USDT })
    const arrived = async ({ address }: Withdrawal) => {
      await eventually(async () => (await jettons(address)) === 19_500_000n)
      await world.settled()
    }
    const [first, second] = [await request(), await request()]
    await Promise.all([arrived(first), arrived(second)])
    const { payment } = await world.withdrawal(second.id)
    const isExecuted = async () =>
      (await world.sequencer.read((state) => paymentOf(state, payment ?? (1 as PaymentId))))?.executed !== undefined
    await eventually(isExecuted)
    world.pass(HOUR_SECONDS + 100)
    await eventually(async () => (await world.statusOf(first)) === 'settled')
    await eventually(async () => (await world.statusOf(second)) === 'settled')
    expect(await operate('fail-payment', payment ?? undefined)).toMatchObject({ ok: false, outcome: 'refused' })
  } finally {
    await pool.query('drop function drop_row cascade')
    await payer.stop()
  }
  expect(await world.differences()).toEqual([])
})

test('Reconciling a paused network never pays jettons again that left the wallet without a result', async () => {
  const { id } = await world.newUser()
  const sent = await sendSilently(id)
  await waitUntilMissing(sent.payment)
  const by = { operator: 'olga', reason: 'a test' } as const
  await world.execute({ type: 'set-network-paused', network: TON, paused: true, ...by })
  const booking = await bookLostTon({ ...world, signer: clientOf(world.signer), log: quiet }, by)
  expect(booking).toMatchObject({ type: 'done', payments: [] })
  expect(await world.withdrawal(sent.withdrawal.id)).toMatchObject({ status: 'assigned', payment: sent.payment })
  expect(await operate('settle-payment', sent.payment)).toMatchObject({ ok: true })
  expect(await world.differences()).toEqual([])
})

test('Payments that are not missing, and unknown ones, cannot be decided by an operator', async () => {
  const { id } = await world.newUser()
  const payer = world.pay()
  const paid = await world.request(id, { address: newAddress(), amount: '20', currency: USDT })
  await eventually(async () => (await world.statusOf(paid)) === 'settled')
  const { payment } = await world.withdrawal(paid.id)
  for (const each of [payment ?? (1 as PaymentId), 999_999 as PaymentId])
    for (const action of ['settle-payment', 'fail-payment'])
      expect(await operate(action, each)).toMatchObject({ ok: false, outcome: 'refused' })
  expect(await world.balance(id, USDT)).toBe(units('9980'))
  await payer.stop()
})
