/** What withdrawals with real money demand of new accounts. Nothing is signed: no chain is configured. */

import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { withdrawalsOf } from '../../../src/engine/exchange.ts'
import { ETHEREUM, listTestNetwork, USDT } from '../../fixtures/listed-network.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
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
  await sequencer().submit(
    { type: 'credit-deposits', network: ETHEREUM, stream: 'evm:ethereum:1', credits },
    () => undefined,
  )
})

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

test('With real money, the first withdrawal of an account that is three days old needs no operator', async () => {
  await ann.wait(3 * DAY)
  expect((await ann.withdraw()).body.status).toBe('processing')
  expect(await last(ann.user)).toMatchObject({ status: 'approved', review: null })
})
