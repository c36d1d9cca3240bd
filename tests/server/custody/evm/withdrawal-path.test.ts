/** A whole server with its play chain and its signer process: from the request to the final block. */

import pg from 'pg'
import { expect, test } from 'vitest'
import { api } from '../../../../src/contract/api.ts'
import type { PlayWalletView } from '../../../../src/contract/play-wallet/views.ts'
import type { TransactionDetailView } from '../../../../src/contract/transactions/views.ts'
import type { NetworkView } from '../../../../src/contract/wallet/views.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { createWithdrawer, DESTINATION, type Withdrawer } from '../../../fixtures/withdrawer.ts'

const server = setUpTestServer({ PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '50' })

test('A new user withdraws to the own play wallet, and sees every step up to the final block', async () => {
  const ann = await createWithdrawer(server())
  const access = ann.access()
  const wallet = async () => (await server().request<PlayWalletView>('GET', api.playWallet.path, { access })).body
  await expect.poll(async () => (await wallet()).balances?.length).toBe(2)
  const { address } = await wallet()
  const before = await wallet()
  const { status, body } = await ann.withdraw({ address, amount: '500', currency_id: 1 })
  // The payer may be faster than the reply.
  expect([status, ['processing', 'sent'].includes(body.status)]).toEqual([201, true])
  const detail = async () =>
    (
      await server().request<TransactionDetailView>('GET', api.transaction.path.replace(':uuid', body.uuid), {
        access: ann.access(),
      })
    ).body
  await expect.poll(async () => (await detail()).status).toBe('completed')
  const done = await detail()
  expect(done.timeline.map((step) => step.status)).toEqual(['processing', 'sent', 'completed'])
  expect(done.txid).toMatch(/^0x[0-9a-f]{64}$/)
  const amount = ({ balances }: PlayWalletView) => Number(balances.find(({ symbol }) => symbol === 'USDT')?.amount)
  expect(amount(await wallet()) - amount(before)).toBe(499)
})

/** In lower case. */
async function depositAddressOf(user: Withdrawer): Promise<string> {
  const path = api.networks.path.replace(':id', '3')
  const read = async () => (await server().request<NetworkView[]>('GET', path, { access: user.access() })).body
  await expect.poll(read).toMatchObject([{ address: expect.stringMatching(/^0x/) }])
  return String((await read())[0]?.address).toLowerCase()
}

test('The own deposit address and the hot wallet are refused as receivers, and imitations are reviewed, whatever rows say about them', async () => {
  const [ann, bob] = [await createWithdrawer(server()), await createWithdrawer(server())]
  const [own, others] = [await depositAddressOf(ann), await depositAddressOf(bob)]
  const pool = new pg.Pool({ connectionString: server().databaseUrl })
  const { rows } = await pool.query<{ address: string }>('select address from deposit_addresses where number = 0')
  await pool.query('delete from deposit_addresses')
  await pool.query('insert into deposit_addresses values (0, null, $1), (901, $2, $3)', [DESTINATION, ann.user, others])
  await pool.end()
  const outcome = async (address: string) => {
    const { status, body } = await ann.withdraw({ address })
    return [status, body.code ?? body.status]
  }
  for (const refused of [own, rows[0]?.address ?? '']) {
    expect(await outcome(refused)).toEqual([400, 'OWN_ADDRESS'])
    expect((await ann.saveAddress({ address: refused })).body.code).toBe('OWN_ADDRESS')
  }
  expect(await outcome(`${own.slice(0, 6)}${'0'.repeat(32)}${own.slice(-4)}`)).toEqual([201, 'review'])
  for (const allowed of [DESTINATION, others]) expect((await outcome(allowed))[0]).toBe(201)
})
