/** What withdrawals with real money demand of new accounts. Nothing is signed: no chain is configured. */

import pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentId, UserId, WithdrawalId } from '../../../src/contract/ids.ts'
import { type Command, withdrawalsOf } from '../../../src/engine/exchange.ts'
import { ETHEREUM, listTestNetwork, USDT } from '../../fixtures/listed-network.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer, type Withdrawer } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer({ ...LIVE_MODE, RATE_LIMITS: 'on' })
const sequencer = () => server().exchange.sequencer
const DAY = 24 * 60 * 60 * 1_000
let ann: Withdrawer
let position = 0n

beforeAll(() => listTestNetwork(sequencer()))
beforeEach(async () => {
  ann = await createWithdrawer(server())
  const credit = { txid: '0x1', part: 0, currency: USDT, raw: 100_000_000n, to: ann.user, address: '0x1' } as const
  const credits = [{ ...credit, position: ++position }]
  await submit({ type: 'credit-deposits', network: ETHEREUM, stream: 'evm:ethereum:1', credits })
})

const submit = (command: Command) => sequencer().submit(command, () => undefined)
const last = (user: UserId) => sequencer().read((state) => withdrawalsOf(state, user).at(-1))

test('With real money, withdrawals are on hold until 2FA is a day old', async () => {
  const held = await ann.withdraw()
  expect([held.status, held.body.code]).toEqual([403, 'WITHDRAW_HOLD'])
  expect((await ann.limits()).hold_until).not.toBeNull()
  expect(await last(ann.user)).toBeUndefined()
  await ann.wait(DAY)
  expect((await ann.limits()).hold_until).toBeNull()
  expect((await ann.withdraw()).status).toBe(201)
})

test('With real money, the first withdrawal of a new account is reviewed by an operator', async () => {
  await ann.wait(DAY)
  expect((await ann.withdraw()).body.status).toBe('review')
  expect(await last(ann.user)).toMatchObject({ status: 'review', review: 'new_account' })
})

test('With real money, the first withdrawal of a new account is reviewed although its row said that it is old when an operator accepted it', async () => {
  const client = new pg.Client({ connectionString: server().databaseUrl })
  await client.connect()
  await client.query('update users set created_at = 0 where id = $1', [ann.user])
  await client.end()
  expect((await ann.withdraw()).status).toBe(403)
  const shown = await operate(server().dataDir, ['accounts', 'show', ann.user])
  const mark = /MARK: (\S+)/.exec(shown)?.[1] ?? ''
  await operate(server().dataDir, ['accounts', 'accept', ann.user, mark, '--reason', 'a test'])
  await ann.wait(DAY)
  expect((await ann.withdraw()).body.status).toBe('review')
})

/** Approves the newest withdrawal and closes a payment of it as paid. */
async function pay(user: UserId): Promise<void> {
  const withdrawal = (await last(user))?.id as WithdrawalId
  const byOperator = { operator: 'test', reason: 'test' } as const
  const purpose = { kind: 'withdrawal', withdrawal } as const
  await submit({ type: 'approve-withdrawal', withdrawal, signature: null, ...byOperator })
  await submit({ type: 'assign-payment', network: ETHEREUM, purpose })
  const payment = (await last(user))?.payment as PaymentId
  await submit({ type: 'settle-payment', payment, txid: `0x${payment}`, gas: 0n })
  expect((await last(user))?.status).toBe('settled')
}

test('With real money, an address that was paid a day ago is known, and needs no operator', async () => {
  await ann.wait(DAY)
  await ann.withdraw()
  await pay(ann.user)
  expect((await ann.withdraw()).body.status).toBe('processing')
  expect(await last(ann.user)).toMatchObject({ isNewAddress: true })
  await ann.wait(DAY)
  expect((await ann.withdraw()).body.status).toBe('processing')
  expect(await last(ann.user)).toMatchObject({ status: 'approved', review: null, isNewAddress: false })
})

test('A cancelled request that another program marks as completed in the history makes no address known', async () => {
  await ann.wait(DAY)
  const { body } = await ann.withdraw()
  await ann.cancel(body.uuid)
  const client = new pg.Client({ connectionString: server().databaseUrl })
  await client.connect()
  const forge = "update transactions set status = 'completed', at = at - $2 where uuid = $1"
  const { rowCount } = await client.query(forge, [body.uuid, DAY]).finally(() => client.end())
  expect(rowCount).toBe(1)
  expect((await ann.withdraw()).body.status).toBe('review')
  expect(await last(ann.user)).toMatchObject({ review: 'new_account', isNewAddress: true })
})

test('With real money, the first withdrawal of an account that is three days old needs no operator', async () => {
  await ann.wait(3 * DAY)
  expect((await ann.withdraw()).body.status).toBe('processing')
  expect(await last(ann.user)).toMatchObject({ status: 'approved', review: null })
})
