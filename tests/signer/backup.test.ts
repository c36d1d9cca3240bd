/** `npm run signer -- backup` and `restore`: what the file contains, who can open it, and what a restore refuses. */

import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSealed, sealRecordKey } from '../../src/server/secrets/record-key.ts'
import { backUp, restore } from '../../src/signer/backup.ts'
import { readManifest } from '../../src/signer/manifest.ts'
import { seal, unseal } from '../../src/signer/seal.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { clientOf } from '../fixtures/signer-client.ts'
import { openTestSigner, PASSPHRASE, POLICY, refusalOf, type TestSigner, withdrawal } from './signer-folder.ts'

const HOUR = 60 * 60 * 1_000
const now = 1_750_000_000_000
/** In PEM. */
function newPair(type: 'x25519' | 'ed25519'): { readonly publicKey: string; readonly privateKey: string } {
  const { publicKey, privateKey } = type === 'x25519' ? generateKeyPairSync('x25519') : generateKeyPairSync('ed25519')
  return {
    publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
    privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}
const own = newPair('x25519')
const other = newPair('x25519')
const toKey = { type: 'key', publicKey: own.publicKey } as const
const withKey = { type: 'key', privateKey: own.privateKey } as const
const withPassphrase = { type: 'passphrase', passphrase: PASSPHRASE } as const

let scratch: string
let signer: TestSigner
let file: string
let target: string

beforeAll(async () => {
  signer = openTestSigner()
  await signer.sign(withdrawal())
})
afterAll(() => signer.remove())
beforeEach(() => {
  scratch = scratchFolder()
  file = join(scratch, 'keys.backup')
  target = join(scratch, 'target')
})
afterEach(() => rmSync(scratch, { recursive: true, force: true }))

const write = (to: Parameters<typeof backUp>[2] = toKey, name = file): string =>
  backUp({ folder: signer.folder, passphrase: PASSPHRASE, now: () => now }, name, to)
const read = (opener: Parameters<typeof restore>[2] = withKey, folder = target): string =>
  restore({ folder, passphrase: PASSPHRASE, now: () => now + 5 * HOUR }, file, opener)

const modeOf = (path: string): number => statSync(path).mode & 0o777

test('A backup sealed to the passphrase is restored with the same keys, nonces and policy, also while the signer runs', async () => {
  const journal = join(signer.folder, 'journal')
  const { size } = statSync(journal)
  // A line that is being written now.
  appendFileSync(journal, '{"hash":"')
  expect(write(withPassphrase)).toMatch(/sealed to the passphrase, and .*keys\.backup\.manifest; 1 entries/)
  truncateSync(journal, size)
  expect([modeOf(file), modeOf(`${file}.manifest`)]).toEqual([0o600, 0o644])
  const text = readFileSync(file, 'utf8')
  expect(text).not.toContain(await signer.xpub())
  expect(text).not.toContain(JSON.parse(readFileSync(join(signer.folder, 'key'), 'utf8')).seed)
  expect(read(withPassphrase)).toMatch(/5 hours ago, at 2025-06-15T15:06:40/)
  expect(readdirSync(target).toSorted()).toEqual(['journal', 'key', 'policy.json'])
  expect([modeOf(target), ...readdirSync(target).map((name) => modeOf(join(target, name)))]).toEqual([
    0o700, 0o600, 0o600, 0o600,
  ])
  const restored = openTestSigner(POLICY, target)
  expect(await restored.xpub()).toBe(await signer.xpub())
  expect(await restored.counters()).toEqual(await signer.counters())
  expect(await restored.sign(withdrawal())).toEqual(await signer.sign(withdrawal()))
  expect(refusalOf(await restored.sign(withdrawal({ payment: 11 })))).toMatch(/nonce belongs to another/)
  const instanceOf = async ({ answer }: TestSigner) =>
    (await answer({ id: '1', call: 'status' })) as { readonly instance: string }
  const instance = await instanceOf(signer)
  expect(await instanceOf(restored)).not.toEqual(instance)
  signer.reopen()
  expect(await instanceOf(signer)).toEqual(instance)
  restored.close()
})

test('A backup of the signer has the record key that the server gave it, which only SECRET_KEY opens', async () => {
  const [key, secretKey] = [Buffer.alloc(32, 9), 'a-secret-key-that-the-signer-never-has']
  const sealed = sealRecordKey(key, secretKey, 'journal')
  expect(await signer.answer({ id: '1', call: 'keep', recordKey: sealed })).toEqual({ id: '1', accepted: true })
  write()
  read()
  const kept = readFileSync(join(target, 'record-key'), 'utf8').trim()
  expect(openSealed(kept, secretKey, 'journal')).toEqual(key)
  expect(openSealed(kept, `${secretKey}x`, 'journal')).toBeUndefined()
  expect(openSealed(kept, secretKey, 'another')).toBeUndefined()
  rmSync(join(signer.folder, 'record-key'))
})

test('A backup sealed to a public key is opened by its private key only', () => {
  write()
  const { privateKey } = newPair('ed25519')
  expect(() => read(withPassphrase)).toThrow(/sealed to a public key: add --key/)
  expect(() => read({ type: 'key', privateKey: other.privateKey })).toThrow(/key is wrong, or the file was changed/)
  for (const each of [privateKey, own.publicKey, 'no key'])
    expect(() => read({ type: 'key', privateKey: each })).toThrow(/no X25519 key/)
  expect(() => write({ type: 'key', publicKey: 'no key' }, `${file}2`)).toThrow(/no X25519 key/)
  expect(existsSync(`${file}2`)).toBe(false)
  expect(readdirSync(target)).toEqual([])
  expect(read()).toContain('restored the signer')
})

test('The same content is encrypted differently each time', () => {
  const sealed = [seal(Buffer.from('x'), toKey), seal(Buffer.from('x'), toKey)].map((text) => JSON.parse(text))
  for (const part of ['ephemeral', 'iv', 'data', 'tag']) expect(sealed[0][part]).not.toBe(sealed[1][part])
})

test('A changed or cut off backup, and one that another key holder has put together, is refused and restores nothing', () => {
  write()
  const text = readFileSync(file, 'utf8')
  const sealed = JSON.parse(text)
  const flipped = (name: string): string => {
    const bytes = Buffer.from(sealed[name], 'base64')
    bytes[0] = (bytes[0] ?? 0) ^ 1
    return JSON.stringify({ ...sealed, [name]: bytes.toString('base64') })
  }
  const content = JSON.parse(gunzipSync(unseal(text, withKey)).toString())
  const packed = (changed: object): string => seal(gzipSync(JSON.stringify({ ...content, ...changed })), toKey)
  const { files } = content
  const stranger = openTestSigner()
  const foreign = { key: readFileSync(join(stranger.folder, 'key'), 'utf8') }
  stranger.remove()
  const journal: string = files.journal
  const refused: readonly (readonly [string, RegExp])[] = [
    ...['data', 'tag', 'iv', 'ephemeral'].map((name) => [flipped(name), /was changed/] as const),
    [text.slice(0, -20), /is not sealed/],
    [JSON.stringify({ ...sealed, tag: sealed.tag.slice(0, 8) }), /is not sealed/],
    ['', /is not sealed/],
    [
      packed({ files: { ...files, 'policy.json': files['policy.json'].replace('1000', '9000') } }),
      /belongs to other files/,
    ],
    [packed({ files: { ...files, journal: `${journal.split('\n')[0]}\n` } }), /belongs to other files/],
    [packed({ files: { ...files, journal: journal.replace('"nonce":0', '"nonce":1') } }), /line 2 was changed/],
    [packed({ files: { ...files, ...foreign } }), /the journal belongs to another key/],
    [packed({ manifest: '{}' }), /no manifest/],
    [packed({ files: { ...files, notes: '' } }), /another version/],
  ]
  for (const [changed, reason] of refused) {
    writeFileSync(file, changed)
    expect(() => read()).toThrow(reason)
    expect(readdirSync(target)).toEqual([])
  }
  writeFileSync(file, text)
  expect(() => restore({ folder: target, passphrase: 'another passphrase', now: () => now }, file, withKey)).toThrow(
    /passphrase is wrong/,
  )
  expect(readdirSync(target)).toEqual([])
})

test('A backup replaces no file and follows no link', () => {
  const victim = join(scratch, 'victim')
  writeFileSync(victim, 'important')
  symlinkSync(victim, file)
  expect(() => write()).toThrow(/EEXIST/)
  rmSync(file)
  symlinkSync(join(scratch, 'missing'), `${file}.manifest`)
  expect(() => write()).toThrow(/EEXIST/)
  expect(existsSync(file)).toBe(false)
  rmSync(`${file}.manifest`)
  write()
  expect(() => write()).toThrow(/exists/)
  expect([readFileSync(victim, 'utf8'), existsSync(join(scratch, 'missing'))]).toEqual(['important', false])
})

test('A restore needs an empty folder', () => {
  write()
  mkdirSync(target)
  writeFileSync(join(target, 'policy.json'), 'mine')
  expect(() => read()).toThrow(/not empty: it has policy\.json/)
  expect(readFileSync(join(target, 'policy.json'), 'utf8')).toBe('mine')
})

test('A signer does not start after a restore that was interrupted, and the next restore completes it', () => {
  write()
  mkdirSync(target)
  for (const name of ['restoring', 'key']) writeFileSync(join(target, name), '')
  expect(() => openTestSigner(POLICY, target)).toThrow(/restore of .* was interrupted: run/)
  const source = { folder: target, passphrase: PASSPHRASE, now: () => now }
  expect(() => backUp(source, join(scratch, 'other'), toKey)).toThrow(/was interrupted/)
  expect(read()).toContain('restored the signer')
  openTestSigner(POLICY, target).close()
})

test('A manifest shows key, nonces and time, and only the signer can have made it', async () => {
  write()
  const text = readFileSync(`${file}.manifest`, 'utf8')
  const key = await clientOf(signer).manifestKey()
  expect(readManifest(text, key)).toMatchObject({
    key,
    time: now,
    nonces: [{ chainId: 31_337, generation: 1, wallet: 0, next: 1 }],
  })
  expect(text).not.toContain(await signer.xpub())
  const { body, signature } = JSON.parse(text)
  const changed = JSON.stringify({ body: body.replace(String(now), String(now + HOUR)), signature })
  expect(() => readManifest(changed, key)).toThrow('its signature is wrong')
  expect(() => readManifest(text, 'a'.repeat(64))).toThrow('of another signer')
  for (const wrong of ['', '{}', body, JSON.stringify({ body: '{}', signature })])
    expect(() => readManifest(wrong, key)).toThrow('it is no manifest')
})

test('A restore that finds no room for the whole journal fails and leaves no signer that starts', async () => {
  for (let nonce = 1; nonce <= 20; nonce++)
    await signer.sign(withdrawal({ payment: 10 + nonce, withdrawal: 5 + nonce, nonce, amount: '1' }))
  write(withPassphrase)
  expect(statSync(join(signer.folder, 'journal')).size).toBeGreaterThan(8 * 1_024)
  // No file of the shell and its children gets larger than 8 KiB: the write that crosses that is cut off there.
  const command = `ulimit -f 8 && exec "$0" "$1" restore "$2"`
  const program = join(import.meta.dirname, '../../src/signer/main.ts')
  const env = { ...process.env, SIGNER_DIR: target, SIGNER_PASSPHRASE: PASSPHRASE }
  const { status, stderr } = spawnSync('bash', ['-c', command, process.execPath, program, file], {
    env,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([1, expect.stringMatching(/EFBIG/)])
  expect(() => openTestSigner(POLICY, target)).toThrow(/restore of .* was interrupted: run/)
  expect(read(withPassphrase)).toContain('restored the signer')
  const restored = openTestSigner(POLICY, target)
  expect(await restored.counters()).toEqual(await signer.counters())
  restored.close()
})
