/** Networks of a live exchange through `npm run operator`, with a signer that an operator started. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NetworkAsset } from '../../../src/contract/wallet/networks.ts'
import { allTasks, currencies, networksOf, type State } from '../../../src/engine/exchange.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { operatorFile, runOperator } from '../../fixtures/operator-tool.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

const NOWHERE = 'http://127.0.0.1:2'
const WHY = ['--reason', 'the exchange opens', '--as', 'olga']
const folder = scratchFolder()
const SIGNER = { SIGNER_SOCKET: join(folder, 'signer.sock'), SIGNER_TOKEN: 'a-token-of-the-signer-of-this-test' }
const SETTINGS = {
  ...LIVE_MODE,
  ...SIGNER,
  RATE_LIMITS: 'on',
  EVM_RPC_URLS: NOWHERE,
  TON_API_URLS: `${NOWHERE},http://127.0.0.1:3`,
}
let databases: TestDatabases
let url: string
let signer: ChildProcess
let server: TestServer

beforeAll(async () => {
  databases = await startTestDatabases()
  url = await databases.newDatabaseUrl()
  const signerFolder = join(folder, 'signer')
  mkdirSync(signerFolder)
  writeFileSync(join(signerFolder, 'policy.json'), JSON.stringify({ networks: [] }))
  const env = { ...process.env, ...SIGNER, SIGNER_DIR: signerFolder, SIGNER_PASSPHRASE: 'a passphrase for tests' }
  signer = spawn(process.execPath, [join(import.meta.dirname, '../../../src/signer/main.ts')], { env, stdio: 'ignore' })
  server = await startTestServer(url, SETTINGS)
})

afterAll(async () => {
  await server?.exchange.stop()
  if (signer?.kill()) await once(signer, 'close')
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const operator = (...args: readonly string[]) => runOperator(server.dataDir, args)
const file = (name: string, content: unknown): string => operatorFile(folder, name, content)
const read = <T>(select: (state: State) => T): Promise<T> => server.exchange.sequencer.read(select)

/** What the tool prints as a file. */
async function example(...words: readonly string[]): Promise<string> {
  const { code, out, problem } = await operator(...words)
  expect([code, problem]).toEqual([0, ''])
  return out
}

/** The coins of a network by their symbols. */
const assetsOf = (code: string): Promise<Readonly<Record<string, NetworkAsset>>> =>
  read((state) => {
    const symbols = new Map(Array.from(currencies(state), ({ id, symbol }) => [id, symbol]))
    const assets =
      networksOf(state)
        .find(({ network }) => network.code === code)
        ?.assets.values() ?? []
    return Object.fromEntries(Array.from(assets, (asset) => [symbols.get(asset.currency), asset]))
  })

test('The example files of coins, networks and tasks are accepted as they are, and list networks of both kinds', async () => {
  const coins = file('currencies.json', await example('currencies', 'example'))
  expect(await operator('currencies', 'list', coins, ...WHY)).toMatchObject({ code: 0, problem: '' })
  for (const code of ['ethereum', 'ton']) {
    const path = file(`${code}.json`, await example('networks', 'example', code))
    const set = await operator('networks', 'set', path, ...WHY)
    expect([set.code, set.problem]).toEqual([0, ''])
    expect(set.out).toContain('Not connected: restart the server to use this network.')
  }
  const listed = await read((state) => networksOf(state).map(({ network }) => [network.kind, network.chainId]))
  expect(listed).toEqual([
    ['evm', 1],
    ['ton', -239],
  ])
  const { TON, USDT } = await assetsOf('ton')
  expect([TON?.contract, USDT?.contract, USDT?.decimals]).toEqual([
    null,
    '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe',
    6,
  ])
  expect((await assetsOf('ethereum')).USDT?.contract).toBe('0xdac17f958d2ee523a2206206994597c13d831ec7')
  const tasks = file('tasks.json', await example('tasks', 'example'))
  const set = await operator('tasks', 'set', tasks, ...WHY)
  expect([set.code, set.problem]).toEqual([0, ''])
  expect((await read((state) => Array.from(allTasks(state), ({ task }) => task.id as number))).slice(-3)).toEqual([
    101, 102, 103,
  ])
})

test('The list of networks names the hot wallet to fund of each network, and warns about a single endpoint', async () => {
  await server.exchange.stop()
  server = await startTestServer(url, SETTINGS)
  const wallets = async () => (await operator('networks')).out.match(/Hot wallet: (0x|UQ)/g)
  await expect.poll(wallets, { interval: 200 }).toHaveLength(2)
  const { out } = await operator('networks')
  const [ethereum = '', mainnet = ''] = out.split(/^(?=\S.*: code )/m)
  expect(ethereum).toMatch(/^Hot wallet: 0x\w{40}\. Send it ETH for fees, and the coins that users withdraw\.$/m)
  expect(ethereum).toMatch(/^Warning: EVM_RPC_URLS has only one endpoint, .*Add one of another provider\.$/m)
  expect(mainnet).toMatch(/^Hot wallet: UQ[\w-]{46}\. .* Deposits open when it has received its first TON\.$/m)
  expect(mainnet).not.toContain('Warning')
})

const RAW = `0:${'ab'.repeat(32)}`
const ton = { id: 3, code: 'ton-test', name: 'TON testnet', kind: 'ton', chainId: -3 }
const terms = { minDeposit: '1', withdrawFee: '1', minWithdraw: '2', maxWithdraw: '50', deposits: 'open' }
const coin = (symbol: string, contract: string | null, decimals: number) => ({
  coin: symbol,
  contract,
  decimals,
  ...terms,
  withdrawals: 'open',
})
const testnet = (contract: string) => ({
  ...ton,
  gasCoin: 'TON',
  assets: [coin('TON', null, 9), coin('USDT', contract, 6)],
})

test('A TON test network is listed with the raw address of a jetton, in any case', async () => {
  const set = await operator('networks', 'set', file('testnet.json', testnet(RAW.toUpperCase())), ...WHY)
  expect([set.code, set.problem]).toEqual([0, ''])
  expect((await assetsOf('ton-test')).USDT?.contract).toBe(RAW)
  const again = await operator('networks', 'set', file('again.json', testnet(RAW)), ...WHY)
  expect([again.code, again.problem]).toEqual([0, ''])
})

test('A network file with a wrong contract, chain id, kind or coin is refused with the field, and changes nothing', async () => {
  const { seq } = await read((state) => ({ seq: state.seq }))
  const refused = async (content: unknown, problem: RegExp) => {
    const set = await operator('networks', 'set', file('wrong.json', content), ...WHY)
    expect([set.code, set.out]).toEqual([1, ''])
    expect(set.problem).toMatch(problem)
  }
  await refused(testnet('0xdac17f958d2ee523a2206206994597c13d831ec7'), /^file\.assets\.1\.contract: .*jetton master/)
  await refused(testnet('EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDt'), /^file\.assets\.1\.contract: /)
  const evm = { ...testnet(RAW), kind: 'evm', chainId: 5 }
  await refused(evm, /^file\.assets\.1\.contract: must be an address: 0x/)
  await refused({ ...testnet(RAW), kind: 'btc' }, /^file\.kind: /)
  await refused({ ...testnet(RAW), chainId: '-3' }, /^file\.chainId: /)
  await refused({ ...testnet(RAW), gasCoin: 'GRAM' }, /^GRAM is not a coin of this exchange: nothing was changed/)
  expect((await read((state) => state.seq)) - seq).toBe(0)
  await refused({ ...testnet(RAW), id: 4, code: 'other', chainId: 3 }, /^The network is not valid: the chain id is not/)
})
