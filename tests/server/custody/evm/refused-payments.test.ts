/** Payments that the policy of a real signer refuses: operators see the reason, and the payments are made once it accepts. */

import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { ChainUnavailable } from '../../../../src/chains/chain-unavailable.ts'
import type { HealthView, PartView } from '../../../../src/contract/api.ts'
import type { NetworkId, UserId } from '../../../../src/contract/ids.ts'
import { parseUnits, type Units } from '../../../../src/contract/money.ts'
import { withdrawalOf, withdrawalsOf } from '../../../../src/engine/exchange.ts'
import { openRefusals } from '../../../../src/server/custody/base/refusals.ts'
import { ETHEREUM, TON } from '../../../../src/server/deposits/default-networks.ts'
import type { PolicyFile } from '../../../../src/signer/policy.ts'
import { createEarner } from '../../../fixtures/earner.ts'
import { USDT } from '../../../fixtures/listed-network.ts'
import { operate } from '../../../fixtures/operator-request.ts'
import { signerPids } from '../../../fixtures/signer-processes.ts'
import { setUpTestServer } from '../../../fixtures/test-exchange.ts'
import { startTestPayer } from '../../../fixtures/test-payer.ts'

const SLOW = { timeout: 100_000, interval: 50 }
const HOUR_REACHED = 'the limit of an hour is reached'
const server = setUpTestServer({ PLAY_CHAIN: 'on', PLAY_BLOCK_MILLIS: '50' })
/** Each for a payer of a test. */
const other = setUpTestServer()
const locked = setUpTestServer()
let user: UserId

beforeAll(async () => {
  user = (await createEarner(server())).user
})

const parts = async (): Promise<Readonly<Record<string, PartView>>> =>
  (await server().request<HealthView>('GET', '/health')).body.parts ?? {}
const withdrawals = () => operate(server().dataDir, ['withdrawals'])

function signerFolder(): string {
  const folder = join(server().dataDir, 'signer')
  return join(folder, readdirSync(folder)[0] ?? '')
}

/** The signer starts again with the policy, as after an edit of its operator. */
async function changePolicy(change: (policy: PolicyFile) => PolicyFile): Promise<void> {
  const file = join(signerFolder(), 'policy.json')
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')) as PolicyFile)))
  for (const pid of signerPids()) process.kill(pid, 'SIGKILL')
}

const withHourLimit =
  (maxHour: string | undefined) =>
  ({ networks, tonNetworks = [] }: PolicyFile): PolicyFile => {
    const limited = <A extends { readonly maxHour: string; readonly maxDay: string }>(asset: A): A => ({
      ...asset,
      maxHour: maxHour ?? asset.maxDay,
    })
    return {
      networks: networks.map((network) => ({ ...network, assets: network.assets.map(limited) })),
      tonNetworks: tonNetworks.map((network) => ({ ...network, assets: network.assets.map(limited) })),
    }
  }

const withdraw = (network: NetworkId, address: string) =>
  server().exchange.sequencer.submit(
    {
      type: 'request-withdrawal',
      user,
      clientId: randomUUID(),
      network,
      currency: USDT,
      address,
      amount: parseUnits('20') as Units,
      isNewAddress: false,
      review: null,
    },
    (_state, { answer }) => {
      if (answer.type !== 'withdrawal') throw new Error(JSON.stringify(answer))
      return answer.withdrawal.id
    },
  )
const statuses = () =>
  server().exchange.sequencer.read((state) =>
    withdrawalsOf(state, user).map(({ id }) => withdrawalOf(state, id)?.status ?? 'settled'),
  )

/** Of both networks. */
const states = async () => {
  const { network_ethereum: ethereum, network_ton: ton } = await parts()
  return [ethereum, ton].map(
    (part) => part && (part.reason === undefined ? part.state : `${part.state}: ${part.reason}`),
  )
}

test('A withdrawal that the signer refuses is shown with the reason in /health and to operators until the signer accepts it', async () => {
  await expect.poll(states, SLOW).toEqual(['ok', 'ok'])
  await changePolicy(withHourLimit('1'))
  await withdraw(ETHEREUM, `0x${'a1'.repeat(20)}`)
  const refused = `failing: the signer refuses a payment: ${HOUR_REACHED}`
  await expect.poll(states, SLOW).toEqual([refused, 'ok'])
  await withdraw(TON, `0:${'a1'.repeat(32)}`)
  await expect.poll(states, SLOW).toEqual([refused, refused])

  const list = await withdrawals()
  expect(list).not.toContain('No withdrawal waits')
  expect(list.match(new RegExp(`20 USDT .*the signer refuses it: ${HOUR_REACHED}`, 'g'))).toHaveLength(2)
  expect(list).toContain('0 withdrawals are being processed')

  await changePolicy(withHourLimit(undefined))
  await expect.poll(states, SLOW).toEqual(['ok', 'ok'])
  await expect.poll(statuses, SLOW).toEqual(['settled', 'settled'])
  expect(await withdrawals()).toContain('No withdrawal waits for an operator.')
})

test('A network whose payments wait for a paused signer is paused, which is no failure', async () => {
  const file = join(signerFolder(), 'paused')
  writeFileSync(file, '')
  await withdraw(ETHEREUM, `0x${'a2'.repeat(20)}`)
  await expect.poll(states, SLOW).toEqual(['paused: the signer is paused', 'ok'])
  // The part of the signer may still be failing after it was killed.
  await expect.poll(async () => (await server().request('GET', '/health?strict')).status, SLOW).toBe(200)
  expect(await withdrawals()).toContain('the signer refuses it: the signer is paused')
  rmSync(file)
  await expect.poll(states, SLOW).toEqual(['ok', 'ok'])
})

test('A round of payments that fails for a lasting reason is a failure of the network until a round is complete', async () => {
  const refusals = openRefusals()
  const failing = (error: Error) => refusals.during(() => Promise.reject(error)).catch(() => undefined)
  await failing(new ChainUnavailable('no answer'))
  expect(refusals.health.state).toBe('ok')
  await failing(new Error('another program puts a row back'))
  await failing(new ChainUnavailable('no answer'))
  expect(refusals.health).toEqual({ state: 'failing', reason: 'payments wait for an operator: the log says why' })
  await refusals.during(async () => undefined)
  expect(refusals.health.state).toBe('ok')
})

test('While another session locks the table of payments, the network is failing, and is not once they are made', async () => {
  const { databaseUrl } = locked()
  const name = new URL(databaseUrl.replace('///', '//x/')).pathname.slice(1)
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  // Of connections from now on.
  await client.query(`alter database ${name} set lock_timeout = 500`)
  const payer = await startTestPayer(locked())
  const { user: bob } = await createEarner(locked())
  const refusals = openRefusals()
  await client.query('begin; lock table payments in access exclusive mode')
  await payer.run({ refusals })
  const { id } = await payer.request(bob, { address: `0x${'a4'.repeat(20)}`, amount: '20' })
  const reason = 'payments wait for the database'
  await expect.poll(() => refusals.health, SLOW).toEqual({ state: 'failing', reason })
  await client.query('rollback')
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  await expect.poll(() => refusals.health.state, SLOW).toBe('ok')
  await client.query(`alter database ${name} reset lock_timeout`)
  await client.end()
  await payer.stop()
})

test('An assigned payment that the signer refuses is known as refused until it is signed', async () => {
  const payer = await startTestPayer(other())
  const { user: bob } = await createEarner(other())
  const file = join(payer.signer.folder, 'paused')
  const refusals = openRefusals()
  await payer.run({ refusals, onStep: (step) => void (step === 'assigned' && writeFileSync(file, '')) })
  const { id } = await payer.request(bob, { address: `0x${'a3'.repeat(20)}`, amount: '20' })
  const purpose = { kind: 'withdrawal', withdrawal: id }
  await payer.mineUntil(async () => refusals.refused.length > 0)
  expect(refusals.refused).toEqual([{ purpose, reason: 'the signer is paused' }])
  expect((await payer.withdrawal(id))?.status).toBe('assigned')
  rmSync(file)
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
  expect(refusals.refused).toEqual([])
  await payer.stop()
})
