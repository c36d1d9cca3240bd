/** The address book and whitelist-only mode. */

import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ETH, listTestNetwork, TOKEN_CONTRACT, USDT } from '../../fixtures/listed-network.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer, DESTINATION, type Withdrawer } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer()
const DAY = 24 * 60 * 60 * 1_000
let ann: Withdrawer

beforeAll(() => listTestNetwork(server().exchange.sequencer))
beforeEach(async () => {
  ann = await createWithdrawer(server())
})

const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]

test('A saved address is new for 24 hours, and then has no limit of its own', async () => {
  const { status, body } = await ann.saveAddress({ label: 'ledger', currency_id: USDT })
  expect([status, body.label, body.is_active, body.currency_id]).toEqual([201, 'ledger', false, USDT])
  expect(Date.parse(body.active_at) - Date.parse(body.created_at)).toBe(DAY)
  expect(outcome(await ann.withdraw({ amount: '150' }))).toEqual([403, 'NEW_ADDRESS_LIMIT'])
  await ann.wait(DAY)
  expect((await ann.book()).addresses).toMatchObject([{ id: body.id, is_active: true }])
  expect((await ann.withdraw({ amount: '150', address_book_id: body.id })).status).toBe(201)
})

test('An entry for one coin does not count for another coin', async () => {
  await ann.saveAddress({ currency_id: ETH })
  await ann.wait(DAY)
  expect(outcome(await ann.withdraw({ amount: '150' }))).toEqual([403, 'NEW_ADDRESS_LIMIT'])
})

test('Invalid and repeated addresses are refused, and a wrong code saves nothing', async () => {
  const code = ann.account.nextCode()
  const refusal = async (body: object) => outcome(await ann.saveAddress({ code, ...body }))
  expect(await refusal({ address: 'x' })).toEqual([400, 'INVALID_ADDRESS'])
  expect(await refusal({ address: TOKEN_CONTRACT })).toEqual([400, 'OWN_ADDRESS'])
  expect(await refusal({ memo: 'x' })).toEqual([400, 'INVALID_MEMO'])
  expect(await refusal({ network_id: 9 })).toEqual([404, 'NETWORK_NOT_FOUND'])
  expect(await refusal({ currency_id: 2 })).toEqual([404, 'CURRENCY_NOT_FOUND'])
  expect(await refusal({ label: ' ' })).toEqual([422, 'INVALID_REQUEST'])
  expect(await refusal({ code: '000000' })).toEqual([400, 'INVALID_2FA_CODE'])
  expect((await ann.book()).addresses).toEqual([])
  expect((await ann.saveAddress({ code })).status).toBe(201)
  expect(await refusal({ address: DESTINATION })).toEqual([409, 'ADDRESS_EXISTS'])
})

test('Addresses of other users cannot be read, deleted or used', async () => {
  const { body } = await ann.saveAddress({})
  const bob = await createWithdrawer(server())
  expect((await bob.book()).addresses).toEqual([])
  expect(outcome(await bob.deleteAddress(body.id))).toEqual([404, 'ADDRESS_NOT_FOUND'])
  expect(outcome(await bob.withdraw({ address_book_id: body.id }))).toEqual([404, 'ADDRESS_NOT_FOUND'])
  for (const id of ['0', 'x', '1.0', '99999999999999999999'])
    expect(outcome(await ann.deleteAddress(id))).toEqual([404, 'ADDRESS_NOT_FOUND'])
  expect((await ann.deleteAddress(body.id)).body.addresses).toEqual([])
})

test('Whitelist-only mode accepts saved addresses after 24 hours only', async () => {
  const on = await ann.setMode({ whitelist_only: true, code: ann.account.nextCode() })
  expect(on.body.whitelist_only).toBe(true)
  expect(outcome(await ann.withdraw())).toEqual([403, 'ADDRESS_NOT_WHITELISTED'])
  await ann.saveAddress({})
  expect(outcome(await ann.withdraw())).toEqual([403, 'ADDRESS_NOT_WHITELISTED'])
  await ann.wait(DAY)
  expect((await ann.withdraw()).status).toBe(201)
})

test('Turning whitelist-only mode on or off needs a code, and after turning it off withdrawals are on hold for 24 hours', async () => {
  const wrong = { code: '12345x' }
  expect(outcome(await ann.setMode({ whitelist_only: true, ...wrong }))).toEqual([400, 'INVALID_2FA_CODE'])
  expect((await ann.book()).whitelist_only).toBe(false)
  await ann.setMode({ whitelist_only: true, code: ann.account.nextCode() })
  expect(outcome(await ann.setMode({ whitelist_only: false, ...wrong }))).toEqual([400, 'INVALID_2FA_CODE'])
  expect((await ann.book()).whitelist_only).toBe(true)
  const off = await ann.setMode({ whitelist_only: false, code: ann.account.nextCode() })
  expect(off.body.whitelist_only).toBe(false)
  expect(outcome(await ann.withdraw())).toEqual([403, 'WITHDRAW_HOLD'])
  await ann.wait(DAY)
  expect((await ann.withdraw()).status).toBe(201)
})
