/** A whole server with its play chain and its signer process: from the request to the final block. */

import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { PlayWalletView } from '../../../src/contract/play-wallet/views.ts'
import type { TransactionDetailView } from '../../../src/contract/transactions/views.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { createWithdrawer } from '../../fixtures/withdrawer.ts'

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
