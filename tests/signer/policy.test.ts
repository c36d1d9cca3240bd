/** Which policies the signer starts with. */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { parsePolicy } from '../../src/signer/policy.ts'
import { policyExample } from '../../src/signer/policy-example.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { PASSPHRASE, POLICY } from './signer-folder.ts'

const MAIN = join(import.meta.dirname, '../../src/signer/main.ts')

let folder: string
beforeEach(() => {
  folder = scratchFolder()
  mkdirSync(join(folder, 'keys'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** What the signer logs until it answers or ends. */
async function start(policy: string, ...args: readonly string[]): Promise<string> {
  writeFileSync(join(folder, 'keys', 'policy.json'), policy)
  const env = { SIGNER_DIR: join(folder, 'keys'), SIGNER_TOKEN: 'x'.repeat(32), SIGNER_PASSPHRASE: PASSPHRASE }
  const child: ChildProcess = spawn(process.execPath, [MAIN, ...args], { env, stdio: 'pipe' })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let output = ''
  const started = new Promise<void>((resolve) =>
    child.stderr?.on('data', (data) => {
      output += String(data)
      if (output.includes('signer.started')) resolve()
    }),
  )
  await Promise.race([started, ended])
  child.kill('SIGTERM')
  await ended
  return output
}

const printExample = (...names: readonly string[]) =>
  spawnSync(process.execPath, [MAIN, 'policy', 'example', ...names], { env: {}, encoding: 'utf8' })

test('The signer starts with the printed example of a policy, and its folder is closed to other users', async () => {
  const { status, stdout, stderr } = printExample('ethereum', 'ton')
  expect([status, stderr]).toEqual([0, expect.stringContaining('policy.json in SIGNER_DIR')])
  expect(await start(stdout)).toMatch(/signer\.started.*0x[0-9a-f]{40} and on TON 0:[0-9a-f]{64}/)
  expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700)
})

test('A jetton wallet of zeros is refused at the start, and the printed entry for a wallet completes the example', async () => {
  const { stdout } = printExample('ton')
  const wallet = `0:${'ab'.repeat(32)}`
  const printed = spawnSync(process.execPath, [MAIN, 'policy', 'jetton', wallet], { env: {}, encoding: 'utf8' })
  expect([printed.status, printed.stderr]).toEqual([
    0,
    expect.stringContaining('in policy.json, and restart the signer'),
  ])
  const withJetton = (jettonWallet: string): string => {
    const policy = JSON.parse(stdout) as { tonNetworks: { assets: object[] }[] }
    policy.tonNetworks[0]?.assets.push({ ...(JSON.parse(printed.stdout) as object), jettonWallet })
    return JSON.stringify(policy)
  }
  expect(await start(withJetton(`0:${'0'.repeat(64)}`))).toMatch(/signer\.failed.*must not be zeros/)
  expect(await start(withJetton(wallet))).toContain('signer.started')
  for (const wrong of [`0:${'0'.repeat(64)}`, 'UQ']) {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, 'policy', 'jetton', wrong], {
      env: {},
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([1, `${wrong} is no address on TON\n`])
  }
})

test('There is an example of a policy for each network and for both, and none for others', () => {
  const chainsOf = (...names: readonly string[]) => {
    const { networks, tonNetworks } = parsePolicy(policyExample(names)?.policy ?? '', 'live')
    return [...networks, ...tonNetworks].map(({ chainId }) => chainId)
  }
  expect([chainsOf('ethereum'), chainsOf('ton'), chainsOf('ethereum', 'ton')]).toEqual([[1], [-239], [1, -239]])
  expect([policyExample([]), policyExample(['bitcoin']), policyExample(['ton', 'bitcoin'])]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

const [network] = POLICY.networks
const ton = { chainId: -239, generation: 1, maxFeesDay: '1', assets: [] } as const
const jetton = { ...network?.assets[0], contract: `0:${'1'.repeat(64)}`, jettonWallet: 'any' }
const anyGeneration = JSON.stringify({ networks: [{ ...network, generation: null }] })

test('A signer with a policy for any generation of a chain starts only as the child of a play exchange', async () => {
  expect(await start(anyGeneration)).toMatch(/31337 has the generation null, which is for play chains only/)
  expect(await start(anyGeneration, '--child')).toContain('signer.started')
})

test.each([
  ['any generation on TON', { tonNetworks: [{ ...ton, generation: null }] }, /-239 has the generation null/],
  ['any jetton wallet', { tonNetworks: [{ ...ton, assets: [jetton] }] }, /has the jetton wallet "any"/],
])('A policy for %s is for play chains only', (_name, policy, reason) => {
  const text = JSON.stringify({ networks: [], ...policy })
  expect(() => parsePolicy(text, 'live')).toThrow(reason)
  expect(parsePolicy(text, 'play').tonNetworks).toHaveLength(1)
})

test('A policy that is not JSON, or names a key that cannot approve, is refused with the reason', () => {
  expect(() => parsePolicy('{', 'live')).toThrow('policy.json is not JSON')
  const approvals = [{ above: '1', need: 1, keys: ['MCowBQYDK2VuAyEA'] }]
  const text = JSON.stringify({ networks: [{ ...network, assets: [{ ...network?.assets[0], approvals }] }] })
  expect(() => parsePolicy(text, 'live')).toThrow('must be an Ed25519 public key')
})
