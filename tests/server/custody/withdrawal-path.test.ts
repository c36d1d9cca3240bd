/** A whole server with its play chain and its signer process: from the request to the final block. */

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { PlayWalletView } from '../../../src/contract/play-wallet/views.ts'
import type { TransactionDetailView } from '../../../src/contract/transactions/views.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, startServer } from '../../fixtures/server-process.ts'
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

test('The signer ends with a server that is killed, and the next server signs with the same keys', async () => {
  const folder = scratchFolder()
  const settings = { PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '50' }
  const first = await startServer(folder, await freePort(), settings)
  const socket = join(folder, 'signer.sock')
  const isAnswering = () =>
    new Promise<boolean>((resolve) => {
      const connection = connect(socket, () => resolve(true))
      connection.on('error', () => resolve(false)).on('connect', () => connection.destroy())
    })
  await expect.poll(isAnswering).toBe(true)
  const journal = readdirSync(join(folder, 'signer'))[0] ?? ''
  const key = () => readFileSync(join(folder, 'signer', journal, 'key'), 'utf8')
  const before = key()
  await first.kill()
  await expect.poll(isAnswering).toBe(false)
  const second = await startServer(folder, await freePort(), settings)
  await expect.poll(isAnswering).toBe(true)
  expect(key()).toBe(before)
  await second.stop()
  expect(await isAnswering()).toBe(false)
  rmSync(folder, { recursive: true, force: true })
})
