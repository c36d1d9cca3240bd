/** Networks whose chain does not run, is delayed or belongs to other keys, and defaults that an operator changed. */

import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, type HealthView } from '../../../src/contract/api.ts'
import type { CurrencyId, PairId } from '../../../src/contract/ids.ts'
import type { NetworkView } from '../../../src/contract/wallet/views.ts'
import { expectDefined } from '../../../src/engine/assert.ts'
import { marketOf, networkOf } from '../../../src/engine/exchange.ts'
import { ETHEREUM } from '../../../src/server/deposits/default-networks.ts'
import { BY_TEST } from '../../fixtures/by-test.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
let databaseUrl: string
/** Keeps the keys of the signer over restarts. */
let dataDir: string
let server: TestServer | undefined

beforeAll(async () => {
  databases = await startTestDatabases()
  dataDir = scratchFolder()
  databaseUrl = await databases.newDatabaseUrl()
})

afterAll(async () => {
  await server?.exchange.stop()
  await databases?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(settings: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  await server?.exchange.stop()
  server = undefined
  server = await startTestServer(databaseUrl, {
    PLAY_CHAIN: 'on',
    PLAY_BLOCK_MILLIS: '50',
    DATA_DIR: dataDir,
    ...settings,
  })
  return server
}

async function networkAt({ request }: TestServer, access: string): Promise<NetworkView> {
  const { body } = await request<NetworkView[]>('GET', api.networks.path.replace(':id', '3'), { access })
  return expectDefined(body[0], 'the network is listed')
}

async function network(current: TestServer, state: NetworkView['state']): Promise<NetworkView> {
  const { access } = await current.signUp()
  return eventually(
    () => networkAt(current, access),
    (found) => found.state === state,
  )
}

test('Where no anvil runs, the network is unavailable, everything else works and /health names it', async () => {
  const current = await start({ ANVIL_PATH: '/nowhere/anvil' })
  const found = await network(current, 'unavailable')
  expect(found).toMatchObject({ deposit_enabled: false, withdraw_enabled: false, address: null, pay_uri: null })
  const { access } = await current.signUp()
  const { status, body } = await current.request('GET', api.playWallet.path, { access })
  expect([status, body.code]).toEqual([409, 'NETWORK_UNAVAILABLE'])
  const health = await current.request<HealthView>('GET', '/health')
  expect([health.status, health.body.status, health.body.detail]).toEqual([200, 'ok', 'not available: Ethereum'])
  await current.placeSellOrder(7, '0.1', '500')
})

test('A network whose chain runs again is available without help, with the defaults of a new exchange', async () => {
  const current = await start()
  const found = await network(current, 'available')
  expect(found).toMatchObject({
    deposit_enabled: true,
    withdraw_enabled: true,
    min_deposit: '0.001',
    max_withdraw: '500',
  })
})

test('A hidden coin has no deposit address, and can still be withdrawn', async () => {
  const current = await start()
  const { sequencer } = current.exchange
  const pair = expectDefined(await sequencer.read((state) => marketOf(state, 2 as PairId)?.pair), 'ETH/USDT is listed')
  const rules = { ...pair.rules, status: 'cancel_only' } as const
  await sequencer.submit({ type: 'set-pair-rules', pair: pair.id, rules, ...BY_TEST }, () => undefined)
  await sequencer.submit({ type: 'hide-currency', currency: pair.base.id, ...BY_TEST }, () => undefined)
  const found = await network(current, 'available')
  expect(found).toMatchObject({ deposit_enabled: false, address: null, withdraw_enabled: true })
  const currency = pair.base
  await sequencer.submit({ type: 'list-currency', currency, ...BY_TEST }, () => undefined)
  expect((await network(current, 'available')).deposit_enabled).toBe(true)
})

test('What an operator changed about a default network stays after a restart', async () => {
  const current = await start()
  const asset = await current.exchange.sequencer.read((state) =>
    expectDefined(networkOf(state, ETHEREUM)?.assets.get(3 as CurrencyId), 'ETH is listed'),
  )
  await current.exchange.sequencer.submit(
    {
      type: 'set-network-asset',
      network: ETHEREUM,
      asset: { ...asset, deposits: 'paused', notice: 'Maintenance until noon.' },
      operator: 'test',
      reason: 'test',
    },
    () => undefined,
  )
  const found = await network(await start(), 'available')
  expect(found).toMatchObject({ deposit_enabled: false, address: null, deposit_notice: 'Maintenance until noon.' })
})

test('With the play chain off, the network is listed as unavailable and the endpoint of the chain does not exist', async () => {
  const current = await start({ PLAY_CHAIN: 'off' })
  expect(await network(current, 'unavailable')).toMatchObject({ deposit_enabled: false })
  expect((await current.request('POST', '/play/evm', { body: {} })).status).toBe(404)
})

test('If the signer has other keys than the stored hot wallet address, the network is unavailable', async () => {
  const other = scratchFolder()
  const current = await start({ DATA_DIR: other })
  expect(await network(current, 'unavailable')).toMatchObject({ address: null, withdraw_enabled: false })
  await current.exchange.stop()
  server = undefined
  rmSync(other, { recursive: true, force: true })
})
