/** The start of a server whose play chain has many transactions: until it answers, and until the network is available. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { privateKeyToAccount } from 'viem/accounts'
import { readBlockRef } from '../../src/chains/evm/rpc-shapes.ts'
import { hexOf, unsignedTransaction } from '../../src/chains/evm/transactions.ts'
import { api } from '../../src/contract/api.ts'
import { PLAY_CHAIN_ID } from '../../src/contract/wallet/networks.ts'
import type { NetworkView } from '../../src/contract/wallet/views.ts'
import { findAnvil, startAnvil } from '../../src/server/play-chain/anvil.ts'
import { storeBlock } from '../../src/server/play-chain/blocks.ts'
import { GENESIS_AT, genesisOf, tokenDeployment } from '../../src/server/play-chain/genesis.ts'
import { treasuryKey } from '../../src/server/play-chain/play-keys.ts'
import type { Database } from '../../src/server/postgres/database.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { quiet } from '../fixtures/silent-log.ts'
import { startTestDatabases } from '../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../fixtures/test-exchange.ts'
import type { Row } from './statistics.ts'

const TRANSACTIONS = 10_000
const PER_BLOCK = 20
const GENERATION = 1
const USDT = 1
const POLL_MILLIS = 10

export async function measurePlayChainStart(): Promise<readonly Row[]> {
  const databases = await startTestDatabases()
  const databaseUrl = await databases.newDatabaseUrl()
  const database = await openDatabase({ dataDir: databases.dataDir, databaseUrl, log: quiet })
  await fill(database)
  await database.close()
  // The same keys in both starts.
  const settings = { PLAY_CHAIN: 'on', DATA_DIR: scratchFolder() }
  // The first start reads all blocks, as it did when they were made.
  const first = await startTestServer(databaseUrl, settings)
  const { access } = await first.signUp()
  await untilAvailable(first, access)
  await first.exchange.stop()
  const begun = performance.now()
  const server = await startTestServer(databaseUrl, settings)
  const answered = Math.round(performance.now() - begun)
  await untilAvailable(server, access)
  const available = Math.round(performance.now() - begun)
  await server.exchange.stop()
  rmSync(settings.DATA_DIR, { recursive: true, force: true })
  await databases.stop()
  const label = `start with a play chain of ${TRANSACTIONS.toLocaleString('en-US')} transactions`
  return [
    { what: `${label}: until the address answers, ms`, p50: answered, p99: '' },
    { what: `${label}: until the network is available, ms`, p50: available, p99: '' },
  ]
}

async function untilAvailable(server: TestServer, access: string): Promise<void> {
  const path = api.networks.path.replace(':id', String(USDT))
  for (;;) {
    const { status, body } = await server.request<readonly NetworkView[]>('GET', path, { access })
    if (status === 200 && body.some(({ state }) => state === 'available')) return
    await sleep(POLL_MILLIS)
  }
}

/** Transfers of the treasury in blocks a second apart, made by an anvil and stored as the miner does. */
async function fill(database: Database): Promise<void> {
  const key = await treasuryKey(database)
  const account = privateKeyToAccount(hexOf(key.privateKey))
  const folder = scratchFolder()
  const anvil = await startAnvil({
    binary: findAnvil(undefined),
    folder: join(folder, 'anvil'),
    genesis: genesisOf(key.address),
    chainId: PLAY_CHAIN_ID,
  })
  const { rpc } = anvil
  async function mine(height: number, transactions: readonly string[]): Promise<void> {
    for (const raw of transactions) await rpc.call('eth_sendRawTransaction', [raw])
    const at = GENESIS_AT + height * 1_000
    await rpc.call('evm_mine', [{ timestamp: at / 1_000 }])
    const { hash } = readBlockRef(await rpc.call('eth_getBlockByNumber', ['latest', false]))
    const stored = transactions.map((raw) => Buffer.from(raw.slice(2), 'hex'))
    await storeBlock(database, GENERATION, { height, at, hash, transactions: stored }, { txids: [], transfers: [] })
  }
  try {
    await mine(1, [hexOf(await tokenDeployment(key.address))])
    const fees = { contract: null, raw: 1n, maxFee: 10n ** 11n, tip: 10n ** 9n, chainId: PLAY_CHAIN_ID }
    for (let sent = 0; sent < TRANSACTIONS; sent += PER_BLOCK) {
      const nonces = Array.from({ length: PER_BLOCK }, (_, index) => sent + index)
      const to = `0x${(sent + 1).toString(16).padStart(40, 'a')}`
      const transactions = nonces.map((nonce) => account.signTransaction(unsignedTransaction({ ...fees, nonce, to })))
      await mine(2 + sent / PER_BLOCK, await Promise.all(transactions))
    }
  } finally {
    await anvil.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
