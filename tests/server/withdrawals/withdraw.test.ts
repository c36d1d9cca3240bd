/** Requests of withdrawals over HTTP: every check, in its order, and repeats. */

import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { withChecksum } from '../../../src/chains/evm/address.ts'
import { api } from '../../../src/contract/api.ts'
import type { NetworkView } from '../../../src/contract/wallet/views.ts'
import {
  ETH,
  ETHEREUM,
  listTestNetwork,
  setAsset,
  TOKEN_CONTRACT,
  USDT,
  usdtAsset,
} from '../../fixtures/listed-network.ts'
import { codeAt, createSecuredAccount } from '../../fixtures/secured-account.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer, DESTINATION, type Withdrawer } from '../../fixtures/withdrawer.ts'

const server = setUpTestServer()
const sequencer = () => server().exchange.sequencer
let ann: Withdrawer

beforeAll(() => listTestNetwork(sequencer()))
beforeEach(async () => {
  ann = await createWithdrawer(server())
})

const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code]
const balance = async (user: Withdrawer): Promise<string | undefined> => {
  const { body } = await server().request<{ currency: { id: number }; balance: string }[]>('GET', api.assets.path, {
    access: user.access(),
  })
  return body.find(({ currency }) => currency.id === USDT)?.balance
}

test('A withdrawal is accepted with a code and holds its amount', async () => {
  const { status, body } = await ann.withdraw({ amount: '20.5' })
  expect(status).toBe(201)
  expect(body).toMatchObject({
    type: 'withdrawal',
    status: 'processing',
    amount: '20.5',
    fee: '1',
    receive_amount: '19.5',
    network: 'Ethereum',
    address: withChecksum(DESTINATION),
    can_cancel: true,
  })
  expect(await balance(ann)).toBe('9979.5')
  expect(await ann.limits()).toMatchObject({
    limit: '1000',
    used: '20.5',
    new_address_limit: '100',
    new_address_used: '20.5',
  })
})

test('A repeat with the same client id gets the first reply without a code; other terms are refused', async () => {
  const body = { client_request_id: randomUUID() }
  const first = await ann.withdraw(body)
  expect(await ann.withdraw({ ...body, code: 'none' })).toMatchObject({ status: 201, body: first.body })
  expect(outcome(await ann.withdraw({ ...body, amount: '21' }))).toEqual([409, 'CLIENT_ID_REUSED'])
  expect(outcome(await ann.withdraw({ ...body, address: `0x${'b2'.repeat(20)}` }))).toEqual([409, 'CLIENT_ID_REUSED'])
  expect(await balance(ann)).toBe('9980')
})

test('Fifty parallel requests with one client id and one code withdraw once and get one reply', async () => {
  const body = { client_request_id: randomUUID(), code: ann.account.nextCode() }
  const replies = await Promise.all(Array.from({ length: 50 }, () => ann.withdraw(body)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(replies.map((reply) => reply.body.uuid)).size).toBe(1)
  expect(await balance(ann)).toBe('9980')
})

test('Fifty parallel withdrawals over one balance never withdraw more than the balance', async () => {
  const { user } = ann
  await sequencer().submit(
    {
      type: 'set-withdrawal-limits',
      limits: {
        daily: [10n ** 14n, 10n ** 14n],
        automatic: 10n ** 14n,
        newAddresses: 10n ** 14n,
        hourlyPerCoin: 10n ** 14n,
      } as never,
      operator: 'test',
      reason: 'test',
    },
    () => undefined,
  )
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      sequencer().submit(
        {
          type: 'request-withdrawal',
          user,
          clientId: randomUUID(),
          network: ETHEREUM,
          currency: USDT,
          address: DESTINATION,
          amount: 1_500_00000000n as never,
          isNewAddress: true,
          review: null,
        },
        (_state, { answer }) => answer.type,
      ),
    ),
  )
  expect(answers.filter((type) => type === 'withdrawal')).toHaveLength(6)
  expect(await balance(ann)).toBe('1000')
  const defaults = { daily: [1000n, 50000n], automatic: 2000n, newAddresses: 100n, hourlyPerCoin: 100000n }
  const limits = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((each) => each * 10n ** 8n) : value * 10n ** 8n,
    ]),
  )
  await sequencer().submit(
    { type: 'set-withdrawal-limits', limits: limits as never, operator: 'test', reason: 'test' },
    () => undefined,
  )
})

test('A code works for one withdrawal, and a wrong one leaves no trace', async () => {
  const code = ann.account.nextCode()
  expect((await ann.withdraw({ code })).status).toBe(201)
  expect(outcome(await ann.withdraw({ code }))).toEqual([400, 'INVALID_2FA_CODE'])
  const before = await server().stateHash()
  expect(outcome(await ann.withdraw({ code: '000000' }))).toEqual([400, 'INVALID_2FA_CODE'])
  expect(await server().stateHash()).toBe(before)
})

test('Five wrong codes lock codes, and the code of another user is wrong', async () => {
  const other = await createSecuredAccount(server())
  const codes = ['000000', '000001', '000002', '000003', codeAt(other.secret, server().now())]
  for (const code of codes) expect(outcome(await ann.withdraw({ code }))).toEqual([400, 'INVALID_2FA_CODE'])
  expect(outcome(await ann.withdraw())).toEqual([429, '2FA_LOCKED'])
})

test('Invalid requests are refused, use up no code and change nothing', async () => {
  const code = ann.account.nextCode()
  const before = await server().stateHash()
  const refusal = async (body: object) => outcome(await ann.withdraw({ code, ...body }))
  for (const amount of ['', '-1', '1e3', '0x10', '1,5', '٣', '1 ', '9'.repeat(30), '0.000000001'])
    expect([amount, ...(await refusal({ amount }))]).toEqual([amount, 400, 'INVALID_NUMBER'])
  expect(await refusal({ amount: 20 })).toEqual([422, 'INVALID_REQUEST'])
  expect(await refusal({ amount: '0' })).toEqual([400, 'REQUIRED_AMOUNT'])
  expect(await refusal({ amount: '4.999999' })).toEqual([400, 'MIN_AMOUNT'])
  expect(await refusal({ amount: '50000.000001' })).toEqual([400, 'MAX_AMOUNT'])
  expect(await refusal({ amount: '20.0000001' })).toEqual([400, 'PRECISION'])
  expect(await refusal({ amount: '1000.5' })).toEqual([403, 'KYC_REQUIRED'])
  expect(await refusal({ amount: '100.5' })).toEqual([403, 'NEW_ADDRESS_LIMIT'])
  expect(await refusal({ currency_id: ETH, amount: '0.02' })).toEqual([400, 'INSUFFICIENT_BALANCE'])
  const checksum = withChecksum(`0x${'ab'.repeat(20)}`)
  const swapped = checksum.replace(/[a-fA-F]/, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
  const addresses = [
    '',
    ' ',
    `${DESTINATION} `,
    ` ${DESTINATION}`,
    'vitalik.eth',
    DESTINATION.slice(0, -1),
    `${DESTINATION}0`,
    DESTINATION.replace('0x', '0X'),
    swapped,
    DESTINATION.replace('a', 'а'),
    `0x${'0'.repeat(40)}`,
    'UQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAJKZ',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  ]
  for (const address of addresses)
    expect([address, ...(await refusal({ address }))]).toEqual([address, 400, 'INVALID_ADDRESS'])
  expect(await refusal({ address: TOKEN_CONTRACT })).toEqual([400, 'OWN_ADDRESS'])
  expect(await refusal({ memo: '123' })).toEqual([400, 'INVALID_MEMO'])
  expect(await refusal({ memo: 'x'.repeat(201) })).toEqual([422, 'INVALID_REQUEST'])
  expect(await refusal({ address_book_id: 999 })).toEqual([404, 'ADDRESS_NOT_FOUND'])
  expect(await refusal({ network_id: 2 })).toEqual([404, 'NETWORK_NOT_FOUND'])
  expect(await refusal({ network_id: null })).toEqual([422, 'INVALID_REQUEST'])
  expect(await refusal({ network_id: '1.0' })).toEqual([422, 'INVALID_REQUEST'])
  expect(await refusal({ currency_id: 2 })).toEqual([404, 'NETWORK_NOT_FOUND'])
  expect(await refusal({ currency_id: 999 })).toEqual([404, 'CURRENCY_NOT_FOUND'])
  expect(await refusal({ client_request_id: 'x' })).toEqual([422, 'INVALID_REQUEST'])
  expect(await server().stateHash()).toBe(before)
  expect((await ann.withdraw({ code })).status).toBe(201)
})

test('An address in upper case, which the pattern of the network allows, is accepted', async () => {
  const address = '0xABCDEF0123456789ABCDEF0123456789ABCDEF01'
  const path = api.networks.path.replace(':id', String(USDT))
  const [network] = (await server().request<NetworkView[]>('GET', path, { access: ann.access() })).body
  expect(address).toMatch(new RegExp(network?.address_regex ?? '^$'))
  expect((await ann.withdraw({ address })).status).toBe(201)
  expect(outcome(await ann.withdraw({ address: address.replace('ABC', 'abC') }))).toEqual([400, 'INVALID_ADDRESS'])
})

test('A paused network, a frozen account, a hold and a missing 2FA refuse before everything else', async () => {
  const invalid = { address: 'x', amount: 'x', code: 'x' }
  await setAsset(sequencer(), { ...usdtAsset, withdrawals: 'paused', notice: 'Back at noon.' })
  expect(await ann.withdraw(invalid)).toMatchObject({ status: 409, body: { detail: 'Back at noon.' } })
  await setAsset(sequencer(), usdtAsset)

  const plain = await server().signUp()
  const reply = await server().request('POST', api.withdraw.path, {
    access: plain.access,
    body: { ...invalid, client_request_id: randomUUID(), currency_id: USDT, network_id: ETHEREUM },
  })
  expect(outcome(reply)).toEqual([403, '2FA_SETUP_REQUIRED'])

  await server().request('POST', api.setPassword.path, {
    access: ann.access(),
    body: { password: 'another horse battery', current_password: ann.account.password, code: ann.account.nextCode() },
  })
  const held = await ann.withdraw(invalid)
  expect(outcome(held)).toEqual([403, 'WITHDRAW_HOLD'])
  expect((await ann.limits()).hold_until).not.toBeNull()

  const bob = await createWithdrawer(server())
  const freeze = { type: 'freeze-account', user: bob.user, origin: 'owner' } as const
  await sequencer().submit(freeze as never, () => undefined)
  expect(outcome(await bob.withdraw(invalid))).toEqual([403, 'ACCOUNT_FROZEN'])
})

test('A network in review, and an address that imitates a known one, wait for an operator', async () => {
  await setAsset(sequencer(), { ...usdtAsset, withdrawals: 'review' })
  expect((await ann.withdraw()).body).toMatchObject({ status: 'review', can_cancel: true })
  await setAsset(sequencer(), usdtAsset)
  await ann.saveAddress({ address: `0xabcd${'0'.repeat(32)}1234` })
  expect((await ann.withdraw({ address: `0xabcd${'1'.repeat(32)}1234` })).body.status).toBe('review')
  expect((await ann.withdraw({ address: `0xabcd${'1'.repeat(32)}1235` })).body.status).toBe('processing')
})

test('A withdrawal is cancelled once and frees its amount; those of other users do not exist', async () => {
  const { body } = await ann.withdraw()
  const bob = await createWithdrawer(server())
  expect(outcome(await bob.cancel(body.uuid))).toEqual([404, 'WITHDRAWAL_NOT_FOUND'])
  const cancelled = await ann.cancel(body.uuid)
  expect(cancelled).toMatchObject({ status: 200, body: { status: 'cancelled', can_cancel: false } })
  expect(await ann.cancel(body.uuid)).toMatchObject({ status: 200, body: cancelled.body })
  expect(await balance(ann)).toBe('10000')
  expect(await ann.limits()).toMatchObject({ used: '0' })
  for (const uuid of [randomUUID(), 'x', '1'])
    expect(outcome(await ann.cancel(uuid))).toEqual([404, 'WITHDRAWAL_NOT_FOUND'])
})

test('A withdrawal with a payment can no longer be cancelled', async () => {
  const { body } = await ann.withdraw()
  const id = Number.parseInt(body.uuid.slice(0, 8) + body.uuid.slice(9, 13), 16)
  const purpose = { kind: 'withdrawal', withdrawal: id } as never
  await sequencer().submit({ type: 'assign-payment', network: ETHEREUM, purpose }, () => undefined)
  expect(outcome(await ann.cancel(body.uuid))).toEqual([409, 'WITHDRAWAL_UNDERWAY'])
})
