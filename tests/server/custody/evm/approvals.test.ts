/** A withdrawal above the second limit of the signer's policy is paid after two operators have approved it. */

import { sign } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '../../../../src/contract/ids.ts'
import { PLAY_TOKEN } from '../../../../src/server/play-chain/genesis.ts'
import { approvalText } from '../../../../src/signer/protocol.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { PAYER_POLICY, startTestPayer, type TestPayer } from '../../../fixtures/test-payer.ts'
import { approvers, keyOf } from '../../../signer/signer-folder.ts'

const server = setUpTestServer()
const { first, second } = approvers
const keys = [keyOf(first), keyOf(second)]
const approvals = [
  { above: '10000000', keys, need: 1 },
  { above: '50000000', keys, need: 2 },
]
let payer: TestPayer
let user: UserId

beforeAll(async () => {
  const policy = {
    networks: PAYER_POLICY.networks.map((network) => ({
      ...network,
      assets: network.assets.map((asset) => (asset.contract === PLAY_TOKEN ? { ...asset, approvals } : asset)),
    })),
  }
  payer = await startTestPayer(server(), policy)
  user = (await createEarner(server())).user
  await payer.run()
})
afterAll(() => payer?.stop())

test('A withdrawal above the second limit is reviewed again after the first approval, and paid after the second', async () => {
  const to = `0x${'d'.repeat(40)}`
  const { id } = await payer.request(user, { address: to, amount: '100' })
  const text = approvalText({ withdrawal: id, chainId: 31_337, contract: PLAY_TOKEN, to, amount: '99000000' })
  const [one, two] = [first, second].map(({ privateKey }) =>
    sign(null, Buffer.from(text), privateKey).toString('base64'),
  )
  for (const signature of [one, `${one} ${two}`]) {
    await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'review')
    expect(await payer.withdrawal(id)).toMatchObject({ review: 'approval_missing', payment: null })
    const command = { type: 'approve-withdrawal', withdrawal: id, signature: String(signature) } as const
    await server().exchange.sequencer.submit({ ...command, operator: 'olga', reason: 'a test' }, () => undefined)
  }
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  expect(await payer.tokensOf(to)).toBe(99_000_000n)
})
