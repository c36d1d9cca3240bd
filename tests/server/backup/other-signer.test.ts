/**
 * The keys of a live exchange are in a backup of the signer: what `npm run backup` demands, and restores with a signer that is
 * older than the database, and with one that is newer.
 */

import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { parseUnits } from '../../../src/contract/money.ts'
import { networkOf, nextNonce } from '../../../src/engine/exchange.ts'
import { bookLostEvm } from '../../../src/server/custody/evm/book-lost-evm.ts'
import { compareChain } from '../../../src/server/custody/evm/compare-chain.ts'
import { openWatcher, type Watcher } from '../../../src/server/custody/evm/watcher.ts'
import { PLAY_TOKEN } from '../../../src/server/play-chain/genesis.ts'
import { backup } from '../../../src/server/tools/backup.ts'
import { keysOf, keysText } from '../../../src/server/tools/keys-of-backup.ts'
import { restore } from '../../../src/server/tools/restore.ts'
import { backUp as backUpSigner, restore as restoreSigner } from '../../../src/signer/backup.ts'
import { SKIP_NOT_ALLOWED } from '../../../src/signer/protocol.ts'
import { listen } from '../../../src/signer/socket-server.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { ETHEREUM } from '../../fixtures/listed-network.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { programEnvironment } from '../../fixtures/program-environment.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'
import { PAYER_POLICY, startTestPayer, type TestPayer } from '../../fixtures/test-payer.ts'
import { openTestSigner, PASSPHRASE } from '../../signer/signer-folder.ts'

const HOUR = 60 * 60 * 1_000
const LIVE = { ...LIVE_MODE, RATE_LIMITS: 'on' }
const BY = { operator: 'ann', reason: 'restored' }
const to = (digit: string): string => `0x${digit.repeat(40)}`
const [EARLY, MIDDLE, NEXT, LAST] = [to('a'), to('b'), to('c'), to('d')]
/** As with real coins: nonces are skipped only while an operator allows it. */
const POLICY = { networks: PAYER_POLICY.networks.map((network) => ({ ...network, generation: 1 })) }

/** An exchange on the chain. */
type Side = { readonly server: TestServer; readonly payer: TestPayer; readonly watcher: Watcher }

const folder = scratchFolder()
const connection = { type: 'socket', socket: join(folder, 'signer.sock'), token: 'x'.repeat(32) } as const
const [keys, manifest, file] = ['keys', 'keys.manifest', 'backup.gz'].map((name) => join(folder, name))
let databases: TestDatabases
let socket: Server
let first: Side
let source: Parameters<typeof backup>[0]
let report: string
let newer: string
let newerUrl: string
let user: UserId

async function openSide(server: TestServer, earlier?: Parameters<typeof startTestPayer>[2]): Promise<Side> {
  const payer = await startTestPayer(server, POLICY, earlier)
  payer.signer.time.now = Date.now()
  const { network, database, treasury } = payer
  const shared = { network, database, sequencer: server.exchange.sequencer, log: quiet, now: server.now }
  const watcher = openWatcher({ ...shared, clock: server, treasury, pollMillis: 20, onDeposit: () => undefined })
  watcher.start()
  await payer.run()
  return { server, payer, watcher }
}

async function leave({ watcher, payer, server }: Side): Promise<void> {
  await watcher.stop()
  await payer.leave()
  await server.exchange.stop()
}

async function withdraw({ payer }: Side, address: string): Promise<void> {
  const { id } = await payer.request(user, { address, amount: '10' })
  await payer.mineUntil(async () => (await payer.withdrawal(id))?.status === 'settled')
}

const { publicKey, privateKey } = generateKeyPairSync('x25519')
const sealTo = { type: 'key', publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })) } as const
const openWith = { type: 'key', privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) } as const

const signerBackup = (path: string, millisAgo: number, { signer }: Pick<TestPayer, 'signer'> = first.payer): string =>
  backUpSigner({ folder: signer.folder, passphrase: PASSPHRASE, now: () => Date.now() - millisAgo }, path, sealTo)

beforeAll(async () => {
  databases = await startTestDatabases()
  const url = await databases.newDatabaseUrl()
  source = { dataDir: join(folder, 'source'), databaseUrl: url, secretKey: TEST_SECRET_KEY, signer: connection }
  first = await openSide(await startTestServer(url, LIVE))
  const { payer, server } = first
  socket = await listen(connection.socket, {
    signer: payer.signer,
    token: connection.token,
    gid: undefined,
    onFailed: () => undefined,
  })
  user = (await createEarner(server)).user
  await payer.fund(String(await payer.network.addresses?.give(user)), PLAY_TOKEN, 100_000_000n)
  await payer.mineUntil(async () => (await payer.balances(user)).free === parseUnits('100'))
  await withdraw(first, EARLY)
  signerBackup(String(keys), 23 * HOUR)
  await withdraw(first, MIDDLE)
  report = await backup(source, String(file), { type: 'manifest', file: String(manifest) })
  await withdraw(first, EARLY)
})

afterAll(async () => {
  socket?.close()
  await first?.payer.anvil.stop()
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('The backup of a live exchange without its keys is refused unless a manifest is named or left out on purpose', async () => {
  expect(report).toMatch(/^keys: in the backup of the signer of \d{4}-/m)
  const other = join(folder, 'other.gz')
  const attempt = (option?: Parameters<typeof backup>[2], signer: typeof source.signer = connection) =>
    backup({ ...source, signer }, other, option)
  const named = (path: string) => ({ type: 'manifest', file: join(folder, path) }) as const
  signerBackup(join(folder, 'old'), 24 * HOUR)
  signerBackup(join(folder, 'future'), -HOUR)
  const stranger = openTestSigner()
  signerBackup(join(folder, 'foreign'), 0, { signer: stranger })
  stranger.remove()
  const text = readFileSync(String(manifest), 'utf8')
  writeFileSync(join(folder, 'changed.manifest'), text.replace('next\\":1', 'next\\":2'))
  await expect(attempt()).rejects.toThrow(/keys of a live exchange are not in its backup.*--without-signer/s)
  await expect(attempt(named('old.manifest'))).rejects.toThrow(/a day old at most/)
  await expect(attempt(named('future.manifest'))).rejects.toThrow(/of the future/)
  await expect(attempt(named('foreign.manifest'))).rejects.toThrow(/manifest of another signer/)
  await expect(attempt(named('changed.manifest'))).rejects.toThrow(/signature is wrong/)
  await expect(attempt(named('keys'))).rejects.toThrow(/no manifest/)
  await expect(attempt(named('missing'))).rejects.toThrow(/ENOENT/)
  const gone = { ...connection, socket: join(folder, 'gone.sock') }
  await expect(attempt(named('keys.manifest'), gone)).rejects.toThrow(/signer cannot be reached/)
  await expect(attempt(named('keys.manifest'), { type: 'child' })).rejects.toThrow(/set MODE=live, SIGNER_SOCKET/)
  expect(existsSync(other)).toBe(false)
  expect(keysText(await keysOf('live', { type: 'without' }, undefined))).toContain('keys: NOT included')
  await expect(keysOf('play', { type: 'without' }, { type: 'child' })).rejects.toThrow(/contains the keys: leave/)
})

test('`npm run backup` of a live exchange ends with exit code 1 unless an option is about its keys, whatever MODE is', async () => {
  const program = join(import.meta.dirname, '../../../src/server/tools/backup.ts')
  const other = join(folder, 'other.gz')
  const place = { DATABASE_URL: source.databaseUrl, DATA_DIR: source.dataDir, SECRET_KEY: TEST_SECRET_KEY }
  const env = { ...programEnvironment(), ...place }
  const run = (...args: readonly string[]) =>
    new Promise<readonly unknown[]>((resolve) =>
      execFile(process.execPath, [program, other, ...args], { env }, (error, _out, problem) =>
        resolve([error?.code, problem]),
      ),
    )
  expect(await run()).toEqual([1, expect.stringContaining('add --signer FILE.manifest here')])
  expect(await run('--without-signer', '--signer', String(manifest))).toEqual([1, expect.stringContaining('usage:')])
  expect(existsSync(other)).toBe(false)
})

async function restored(name: string): Promise<{ readonly text: string; readonly url: string }> {
  const url = await databases.newDatabaseUrl()
  const text = await restore(
    { dataDir: join(folder, name), databaseUrl: url, secretKey: TEST_SECRET_KEY, signer: connection },
    String(file),
  )
  return { text, url }
}

const reconcile = ({ payer, server }: Side) =>
  bookLostEvm(
    { ...payer, signer: payer.signerClient, sequencer: server.exchange.sequencer, log: quiet, now: server.now },
    BY,
  )

const pausedReason = ({ server }: Side) =>
  server.exchange.sequencer.read((state) => networkOf(state, ETHEREUM)?.paused ?? undefined)

/** Of engine, signer and chain, for the hot wallet. */
async function nonces({ server, payer }: Side): Promise<readonly (number | undefined)[]> {
  const { nonces: signed } = await payer.signerClient.counters()
  return [
    await server.exchange.sequencer.read((state) => nextNonce(state, ETHEREUM, 0)),
    signed.find(({ wallet }) => wallet === 0)?.next,
    await payer.network.chain.transactionCount(payer.hot, 'latest'),
  ]
}

const paid = ({ payer }: Side): Promise<readonly bigint[]> =>
  Promise.all([EARLY, MIDDLE, NEXT, LAST].map(payer.tokensOf))

async function expectEqualBooks({ payer, server }: Side): Promise<void> {
  const shared = { ...payer, sequencer: server.exchange.sequencer, log: quiet, now: server.now }
  await payer.mineUntil(async () => (await compareChain(shared))?.every(({ books, found }) => books === found) === true)
}

test('With a signer that is newer than the database, reconcile books what it has paid since, and nothing is paid twice', async () => {
  ;({ text: newer, url: newerUrl } = await restored('newer'))
  expect(newer).toMatch(
    /Ethereum: the signer is newer than the restored exchange\. Payments that it has signed since: 1\./,
  )
  expect(newer).toContain('create an empty file "recovery" in SIGNER_DIR')
  await leave(first)
  const signerFolder = first.payer.signer.folder
  const side = await openSide(await startTestServer(newerUrl, LIVE), { chain: first.payer, signerFolder })
  expect(await nonces(side)).toEqual([2, 3, 3])
  expect(await pausedReason(side)).toMatch(/restored from a backup/)
  await side.payer.mine(3)
  expect(await reconcile(side)).toMatchObject({ type: 'done', payments: [{ result: 'booked', user }], skipped: [] })
  await withdraw(side, NEXT)
  expect(await nonces(side)).toEqual([4, 4, 4])
  expect(await paid(side)).toEqual([18_000_000n, 9_000_000n, 9_000_000n, 0n])
  await expectEqualBooks(side)
  await leave(side)
})

test('With a signer that is older than the database, reconcile raises its nonces once an operator allows it', async () => {
  socket.close()
  const { text, url } = await restored('older')
  expect(text).toMatch(
    /Ethereum: the backup of the signer of .* is older than the restored exchange\. Payments that its journal lacks: 1\./,
  )
  const signerFolder = join(folder, 'older-keys')
  const keysSource = { folder: signerFolder, passphrase: PASSPHRASE, now: Date.now }
  expect(restoreSigner(keysSource, String(keys), openWith)).toContain('23 hours ago')
  const side = await openSide(await startTestServer(url, LIVE), { chain: first.payer, signerFolder })
  expect(await nonces(side)).toEqual([2, 1, 4])
  await side.payer.mine(3)
  expect(await reconcile(side)).toMatchObject({ type: 'problem', problem: expect.stringContaining(SKIP_NOT_ALLOWED) })
  expect([await nonces(side), await paid(side)]).toEqual([
    [2, 1, 4],
    [18_000_000n, 9_000_000n, 9_000_000n, 0n],
  ])
  expect(await pausedReason(side)).toBeDefined()
  writeFileSync(join(signerFolder, 'recovery'), '')
  expect(await reconcile(side)).toMatchObject({ type: 'done', skipped: [{ address: side.payer.hot, used: 4 }] })
  await withdraw(side, LAST)
  expect(await nonces(side)).toEqual([5, 5, 5])
  expect(await paid(side)).toEqual([18_000_000n, 9_000_000n, 9_000_000n, 9_000_000n])
  await expectEqualBooks(side)
  await leave(side)
})
