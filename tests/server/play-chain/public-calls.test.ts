/** The public endpoint of the play chain against callers that want to stop it. */

import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { NetworkView } from '../../../src/contract/wallet/views.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '100' })

const ETH = 3
const GWEI = 1_000_000_000n
const RECEIVER = `0x${'a1'.repeat(20)}` as const
const account = privateKeyToAccount(generatePrivateKey())

type Reply = { readonly result?: string; readonly error?: { readonly code: number; readonly message: string } }

async function rpc(method: string, ...params: unknown[]): Promise<Reply> {
  const reply = await fetch(`${server().address}/play/evm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return (await reply.json()) as Reply
}

const transfer = {
  type: 'eip1559',
  chainId: 31_337,
  to: RECEIVER,
  value: 5n,
  gas: 21_000n,
  maxFeePerGas: 10n * GWEI,
  maxPriorityFeePerGas: GWEI,
} as const

type Transaction = Parameters<typeof account.signTransaction>[0]

async function send(changed: object = {}): Promise<Reply> {
  const nonce = Number((await rpc('eth_getTransactionCount', account.address, 'pending')).result)
  const transaction = { ...transfer, nonce, ...changed } as Transaction
  return rpc('eth_sendRawTransaction', await account.signTransaction(transaction))
}

beforeAll(async () => {
  const { access } = await server().signUp()
  const path = api.networks.path.replace(':id', String(ETH))
  await eventually(
    async () => (await server().request<NetworkView[]>('GET', path, { access })).body,
    ([network]) => network?.state === 'available',
  )
  const body = { network_id: 1, currency_id: ETH, amount: '1', address: account.address }
  await eventually(
    () => server().request('POST', api.playSend.path, { access, body }),
    ({ status }) => status === 200,
  )
  await eventually(
    () => rpc('eth_getBalance', account.address, 'latest'),
    ({ result }) => Number(result) > 0,
  )
})

test('A transfer that a wallet signed itself is mined', async () => {
  const { result } = await send()
  expect(result).toMatch(/^0x[0-9a-f]{64}$/)
  await eventually(
    () => rpc('eth_getTransactionReceipt', result),
    (reply) => reply.result !== null,
  )
})

/** Jumps to its own beginning. */
const ENDLESS = '0x5b5f56'

test.each(['eth_call', 'eth_estimateGas'])('A simulation without end by %s stops soon', async (method) => {
  for (const gas of [undefined, '0xffffffffff', `0x${'f'.repeat(20)}`, 10 ** 12])
    expect((await rpc(method, { data: ENDLESS, gas }, 'latest')).error?.message).toMatch(/gas/i)
  const overrides = { gasLimit: '0xffffffffff' }
  const { error } = await rpc(method, { data: ENDLESS }, 'latest', null, overrides)
  expect(error?.message).toBe('overrides are not available')
})

test('A simulation gets at most the gas of a few transfers', async () => {
  // Returns the gas that it has.
  const data = '0x5a5f5260205ff3'
  for (const gas of [undefined, '0x1c9c380'])
    expect(Number((await rpc('eth_call', { data, gas }, 'latest')).result)).toBeLessThan(500_000)
})

test.each([
  ['creates a contract', { to: undefined, data: '0x5b5f56', gas: 100_000n }, 'contracts cannot be created'],
  ['takes much gas', { gas: 200_001n }, 'gas is at most 200000'],
  ['leaves a gap before its nonce', { nonce: 1_000 }, 'the next nonce is'],
  ['spends more than its sender has', { value: 10n ** 18n }, 'insufficient funds'],
  ['offers less than the base fee', { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, 'the fee is below the base fee'],
  ['is long', { data: `0x${'ff'.repeat(5_000)}`, gas: 200_000n }, 'not a transaction of at most 4 kB'],
  [
    'delegates an account to a contract',
    {
      type: 'eip7702',
      gas: 100_000n,
      authorizationList: [
        {
          address: RECEIVER,
          chainId: 31_337,
          nonce: 0,
          r: `0x${'1'.repeat(64)}`,
          s: `0x${'1'.repeat(64)}`,
          yParity: 0,
        },
      ],
    },
    'this type of transaction is not available',
  ],
])('A transaction that %s is refused and does not wait for a block', async (_what, changed, reason) => {
  expect((await send(changed)).error?.message).toContain(reason)
})
