/** A server with real money: two endpoints that must agree, and a signer that an operator started. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressBranch } from '../../../src/chains/evm/derive.ts'
import { rpcChain } from '../../../src/chains/evm/rpc-chain.ts'
import { readObject } from '../../../src/chains/evm/rpc-shapes.ts'
import { api } from '../../../src/contract/api.ts'
import type { AssetView } from '../../../src/contract/portfolio/views.ts'
import type { TransactionDetailView } from '../../../src/contract/transactions/views.ts'
import type { NetworkView } from '../../../src/contract/wallet/views.ts'
import { openPayments } from '../../../src/engine/exchange.ts'
import { signerClient } from '../../../src/server/custody/signer/signer-client.ts'
import { PLAY_TOKEN } from '../../../src/server/play-chain/genesis.ts'
import { ETHEREUM, listTestNetwork } from '../../fixtures/listed-network.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'
import { PAYER_POLICY } from '../../fixtures/test-payer.ts'
import { startTwoEndpoints, type TwoEndpoints } from '../../fixtures/two-endpoints.ts'
import { createWithdrawer, type Withdrawer } from '../../fixtures/withdrawer.ts'

const DAY = 24 * 60 * 60 * 1_000
const DESTINATION = `0x${'a1'.repeat(20)}`
const folder = scratchFolder()
const connection = { socket: join(folder, 'signer.sock'), token: 'a-token-of-the-signer-of-this-test-exchange' }
let databases: TestDatabases
let chain: TwoEndpoints
let signer: ChildProcess
let server: TestServer
let ann: Withdrawer

/** As an operator starts it; the generation of a chain that is no play chain is 1. */
function startSigner(): ChildProcess {
  const signerFolder = join(folder, 'signer')
  mkdirSync(signerFolder)
  const policy = { networks: PAYER_POLICY.networks.map((network) => ({ ...network, generation: 1 })) }
  writeFileSync(join(signerFolder, 'policy.json'), JSON.stringify(policy))
  const settings = { SIGNER_DIR: signerFolder, SIGNER_PASSPHRASE: 'a passphrase for tests' }
  const env = { ...process.env, ...settings, SIGNER_SOCKET: connection.socket, SIGNER_TOKEN: connection.token }
  const root = join(import.meta.dirname, '../../..')
  return spawn('npm', ['run', 'signer'], { cwd: root, env, stdio: 'ignore', detached: true })
}

/** Waits for the signer; the timeout of the hook ends it. */
async function hotWallet(): Promise<string> {
  for (;;) {
    const xpub = await signerClient(connection)
      .xpub()
      .catch(() => undefined)
    if (xpub !== undefined) return addressBranch(xpub)(0)
    await sleep(50)
  }
}

beforeAll(async () => {
  databases = await startTestDatabases()
  chain = await startTwoEndpoints(folder)
  signer = startSigner()
  const hot = await hotWallet()
  await chain.send(hot, null, 10n ** 18n)
  await chain.send(hot, PLAY_TOKEN, 1_000_000_000n)
  await chain.mine(3)
  const url = await databases.newDatabaseUrl()
  const settings = { ...LIVE_MODE, RATE_LIMITS: 'on' }
  // A network is followed from the first start after it was listed.
  const listing = await startTestServer(url, settings)
  await listTestNetwork(listing.exchange.sequencer, PLAY_TOKEN)
  await listing.exchange.stop()
  server = await startTestServer(url, {
    ...settings,
    EVM_RPC_URLS: `${chain.first.url},${chain.second.url}`,
    SIGNER_SOCKET: connection.socket,
    SIGNER_TOKEN: connection.token,
  })
  ann = await createWithdrawer(server)
})

afterAll(async () => {
  await server?.exchange.stop()
  if (signer?.pid !== undefined && signer.exitCode === null) {
    process.kill(-signer.pid, 'SIGTERM')
    await once(signer, 'close')
  }
  await chain?.stop()
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const get = async <T>(path: string): Promise<T> => (await server.request<T>('GET', path, { access: ann.access() })).body
const balance = async (): Promise<string | undefined> =>
  (await get<AssetView[]>(api.assets.path)).find(({ currency }) => currency.symbol === 'USDT')?.balance

const SLOW = { interval: 100 }

async function depositAddress(): Promise<string> {
  const read = async () => (await get<NetworkView[]>(api.networks.path.replace(':id', '1')))[0]?.address ?? ''
  await expect.poll(read, SLOW).toMatch(/^0x/)
  return (await read()).toLowerCase()
}

/** Another hash than that of the block. */
function withOtherHash(method: string, result: unknown): unknown {
  if (method !== 'eth_getBlockByNumber' || result === null) return result
  const block = readObject(result, 'block')
  return { ...block, hash: `0x${'9'.repeat(64)}` }
}

test('A deposit is credited only when both endpoints have its block, and a withdrawal is paid by the separate signer', async () => {
  await ann.wait(3 * DAY)
  await chain.mine(1, server.now())
  const address = await depositAddress()
  const { second } = chain
  second.alter = withOtherHash
  await chain.send(address, PLAY_TOKEN, 50_000_000n)
  await chain.mine(4)
  const asked = second.blocks
  // Two rounds of the watcher.
  await expect.poll(() => second.blocks - asked, SLOW).toBeGreaterThan(3)
  expect([undefined, '0']).toContain(await balance())
  second.alter = undefined
  await expect.poll(balance, SLOW).toBe('50')

  const { status, body } = await ann.withdraw({ address: DESTINATION })
  // The payer may be faster than the reply.
  expect([status, ['processing', 'sent'].includes(body.status)]).toEqual([201, true])
  const hot = await hotWallet()
  const sent = () =>
    Promise.all([chain.first, chain.second].map(({ anvil }) => rpcChain([anvil.rpc], 31_337).pendingCount(hot)))
  await expect.poll(sent, SLOW).toEqual([1, 1])
  expect(await server.exchange.sequencer.read((state) => openPayments(state, ETHEREUM))).toHaveLength(1)
  await chain.mine(4)
  const path = api.transaction.path.replace(':uuid', body.uuid)
  await expect.poll(async () => (await get<TransactionDetailView>(path)).status, SLOW).toBe('completed')
  for (const { anvil } of [chain.first, chain.second])
    expect(await rpcChain([anvil.rpc], 31_337).tokenBalance(PLAY_TOKEN, DESTINATION, 'latest')).toBe(19_000_000n)
  expect(await balance()).toBe('30')
})
