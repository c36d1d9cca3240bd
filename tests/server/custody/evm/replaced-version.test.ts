/** A payment whose transaction succeeded without the transfer, and whose stored version another program has replaced. */

import { randomBytes } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bytesOf, hexOf, txidOf } from '../../../../src/chains/evm/transactions.ts'
import { networkOf } from '../../../../src/engine/exchange.ts'
import { PLAY_TOKEN } from '../../../../src/server/play-chain/genesis.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { ETHEREUM } from '../../../fixtures/listed-network.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../../../fixtures/test-payer.ts'

const server = setUpTestServer()
let payer: TestPayer
beforeAll(async () => {
  payer = await startTestPayer(server())
})
afterAll(() => payer?.stop())

const sql = (text: string, ...values: unknown[]) => payer.database.pool.query(text, values)

test('A withdrawal is not returned to its user while its own transaction succeeded, whatever versions the tables have', async () => {
  const { user } = await createEarner(server())
  await payer.mine(100)
  const running = await payer.run()
  const nonce = await payer.network.chain.transactionCount(payer.hot, 'latest')
  const { id } = await payer.request(user, { address: `0x${'c'.repeat(40)}`, amount: '20' })
  const isSent = 'select from payments where withdrawal_id = $1 and sent_at is not null'
  await expect.poll(async () => (await sql(isSent, id)).rowCount).toBe(1)
  await running.stop()

  const account = privateKeyToAccount(hexOf(randomBytes(32)))
  const fees = { gas: 21_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
  const transaction = { chainId: 31_337, to: account.address, type: 'eip1559', nonce, ...fees } as const
  const raw = bytesOf(await account.signTransaction(transaction))
  await sql('update payment_versions set raw = $1, txid = $2', raw, txidOf(raw))
  await sql(`create function forget() returns trigger language plpgsql as 'begin return null; end'`)
  await sql('create trigger forget before insert on payment_versions for each row execute function forget()')

  // A token that does not report the transfer that is expected, as one that takes a fee.
  await payer.anvil.rpc.call('anvil_setCode', [PLAY_TOKEN, '0x00'])
  await payer.mine(100)
  await payer.run()
  const paused = () => server().exchange.sequencer.read((state) => networkOf(state, ETHEREUM)?.paused)
  await expect.poll(paused).toContain('succeeded without the transfer that it should make')
  expect((await payer.withdrawal(id))?.status).toBe('assigned')
})
