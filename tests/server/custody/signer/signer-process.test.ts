/** The signer as a process of its own: its socket, its end and its restart. */

import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  type SignerClient,
  SignerUnavailable,
  signerClient,
} from '../../../../src/server/custody/signer/signer-client.ts'
import { openSignerProcess } from '../../../../src/server/custody/signer/signer-process.ts'
import { openLog } from '../../../../src/server/runtime/log.ts'
import { MAX_LINE_BYTES, seal } from '../../../../src/signer/protocol.ts'
import { scratchFolder } from '../../../fixtures/scratch-folder.ts'
import { POLICY, withdrawal } from '../../../signer/signer-folder.ts'

let folder: string
let logged: string[]
let running: ReturnType<typeof openSignerProcess>
let client: SignerClient

beforeEach(async () => {
  folder = scratchFolder()
  logged = []
  const log = openLog('warn', { write: (line) => void logged.push(line) })
  running = openSignerProcess({ dataDir: folder, journal: 'a-journal', log })
  running.start(POLICY)
  client = signerClient(running)
  await answers()
})
afterEach(async () => {
  await running.stop()
  rmSync(folder, { recursive: true, force: true })
})

const answers = () => expect.poll(() => client.xpub().catch(() => '')).toMatch(/^xpub/)
const journal = () => join(folder, 'signer', 'a-journal', 'journal')

test('Only the owner can open the socket and the files, and a killed signer comes back with the same answers', async () => {
  for (const path of [join(folder, 'signer.sock'), journal(), join(folder, 'signer', 'a-journal', 'key')])
    expect(statSync(path).mode & 0o077).toBe(0)
  const first = await client.sign(withdrawal())
  const pid = running.pid()
  process.kill(Number(pid), 'SIGKILL')
  await expect.poll(() => running.pid()).not.toBe(pid)
  await answers()
  expect(await client.sign(withdrawal())).toEqual(first)
  expect(await client.versions(10)).toHaveLength(1)
  expect(logged.join('')).toContain('signer.ended')
})

test('A request without the right token gets no answer', async () => {
  const other = signerClient({ ...running, token: 'x'.repeat(64) })
  await expect(other.sign(withdrawal())).rejects.toThrow(SignerUnavailable)
  const line = seal(running.token, 'request', { id: '1', call: 'counters' })
  const body = JSON.parse(line) as { body: string; mac: string }
  const altered = [
    '\n',
    '{}\n',
    line.replace('counters', 'addresses'),
    `${JSON.stringify({ ...body, mac: 'x' })}\n`,
    `${'x'.repeat(MAX_LINE_BYTES + 2)}`,
    seal(running.token, 'reply', { id: '1', call: 'counters' }),
    seal(running.token, 'request', { id: '1', call: 'export-key' } as never),
    seal(running.token, 'request', { id: '1', call: 'sign', input: { ...withdrawal(), extra: 1 } } as never),
  ]
  for (const text of altered) {
    const received = await new Promise<string>((resolve) => {
      const socket = connect(running.socket)
      let reply = ''
      socket.on('data', (data) => (reply += String(data)))
      socket.on('error', () => undefined)
      socket.once('close', () => resolve(reply))
      socket.write(text)
    })
    expect([text.slice(0, 60), received]).toEqual([text.slice(0, 60), ''])
  }
  expect(await client.counters()).toEqual({ nonces: [], highestPayment: 0, term: 0 })
})

test('A changed journal ends the signer, and it is not started again', async () => {
  await client.sign(withdrawal())
  const bytes = readFileSync(journal())
  bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1
  writeFileSync(journal(), bytes)
  process.kill(Number(running.pid()), 'SIGKILL')
  await expect.poll(() => logged.join('')).toContain('"code":3')
  expect(running.pid()).toBeUndefined()
})

test('A folder without a policy stops the start with a message', async () => {
  await running.stop()
  mkdirSync(join(folder, 'signer', 'other'), { recursive: true })
  const { spawnSync } = await import('node:child_process')
  const program = join(import.meta.dirname, '../../../../src/signer/main.ts')
  const run = (env: Record<string, string>) => spawnSync(process.execPath, [program], { env, encoding: 'utf8' })
  const settings = { SIGNER_DIR: join(folder, 'signer', 'other'), SIGNER_TOKEN: 'x'.repeat(32) }
  expect(run(settings)).toMatchObject({ status: 1, stderr: expect.stringContaining('SIGNER_PASSPHRASE') })
  const noPolicy = run({ ...settings, SIGNER_PASSPHRASE: 'a passphrase for tests' })
  expect(noPolicy).toMatchObject({ status: 1, stderr: expect.stringContaining('policy.json') })
})
