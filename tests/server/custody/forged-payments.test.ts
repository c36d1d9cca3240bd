/** Rows of payments that another writer of the database has changed: they pay nobody twice. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { PLAY_TOKEN } from '../../../src/server/play-chain/genesis.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'
import { startTestPayer, type TestPayer } from '../../fixtures/test-payer.ts'

const server = setUpTestServer()
let payer: TestPayer
beforeAll(async () => {
  payer = await startTestPayer(server())
})
afterAll(() => payer?.stop())

/** A transaction of another sender that the chain reverts, in a block. */
async function revertedElsewhere(): Promise<string> {
  const from = `0x${'d'.repeat(40)}`
  const { rpc } = payer.anvil
  await rpc.call('anvil_setBalance', [from, `0x${(10n ** 18n).toString(16)}`])
  await rpc.call('anvil_impersonateAccount', [from])
  const txid = await rpc.call('eth_sendTransaction', [{ from, to: PLAY_TOKEN, data: '0xffffffff', gas: '0x30000' }])
  await payer.mine()
  expect(await rpc.call('eth_getTransactionReceipt', [txid])).toMatchObject({ status: '0x0' })
  return txid as string
}

test('A stored version that names a reverted transaction of another account does not return a withdrawal that was paid', async () => {
  const { user } = await createEarner(server())
  const address = `0x${'c'.repeat(40)}`
  const forged = await revertedElsewhere()
  await payer.run()
  const { id } = await payer.request(user, { address, amount: '20' })
  await payer.mineUntil(async () => (await payer.tokensOf(address)) > 0n)
  await payer.database.pool.query(
    `insert into payment_versions select payment_id, 0, raw, $2, max_fee, tip, stored_at
     from payment_versions join payments on id = payment_id where withdrawal_id = $1`,
    [id, forged],
  )
  await payer.mineUntil(async () => ['settled', 'returned'].includes((await payer.withdrawal(id))?.status ?? ''))
  expect((await payer.withdrawal(id))?.status).toBe('settled')
  expect(await payer.tokensOf(address)).toBe(19_000_000n)
  expect(await payer.balances(user)).toEqual({ free: 9_980_00000000n, held: 0n })
})
