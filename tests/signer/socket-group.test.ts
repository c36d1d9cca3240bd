/** The signer under a user of its own: which users can reach its socket. */

import type { ChildProcess } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signerClient } from '../../src/server/custody/signer/signer-client.ts'
import { listen } from '../../src/signer/socket-server.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { canRunAs, runAs, type SystemUser, startAs } from '../fixtures/system-users.ts'
import { PASSPHRASE, POLICY } from './signer-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const MAIN = join(ROOT, 'src/signer/main.ts')
const GROUP = 64_109
const signerUser: SystemUser = { id: 64_101, groups: [GROUP] }
const serverUser: SystemUser = { id: 64_102, groups: [GROUP] }
const stranger: SystemUser = { id: 64_103, groups: [] }
const TOKEN = 'a token of the signer of this test'.replaceAll(' ', '-')

const canRun = canRunAs(stranger, MAIN)
const title = (text: string): string => (canRun ? text : `${text} (not run: it needs root and readable program files)`)

let folder: string
let signerFolder: string
let socket: string
let tokenFile: string
let running: ChildProcess | undefined

beforeEach(() => {
  folder = scratchFolder()
  signerFolder = join(folder, 'keys')
  socket = join(folder, 'socket', 'signer.sock')
  tokenFile = join(folder, 'token')
  if (!canRun) return
  for (const [path, mode] of [
    [signerFolder, 0o755],
    [join(folder, 'socket'), 0o777],
  ] as const) {
    mkdirSync(path)
    chownSync(path, signerUser.id, signerUser.id)
    chmodSync(path, mode)
  }
  writeFileSync(join(signerFolder, 'policy.json'), JSON.stringify(POLICY))
  writeFileSync(tokenFile, `${TOKEN}\n`)
  chownSync(tokenFile, 0, GROUP)
  chmodSync(tokenFile, 0o640)
})
afterEach(async () => {
  if (running !== undefined && running.exitCode === null) {
    const ended = new Promise((resolve) => running?.once('close', resolve))
    running.kill('SIGTERM')
    await ended
  }
  running = undefined
  rmSync(folder, { recursive: true, force: true })
})

const settings = (): Record<string, string> => ({
  SIGNER_DIR: signerFolder,
  SIGNER_SOCKET: socket,
  SIGNER_GROUP: String(GROUP),
  SIGNER_TOKEN_FILE: tokenFile,
  SIGNER_PASSPHRASE: PASSPHRASE,
})

const CODE = `await import(${JSON.stringify(MAIN)})`

/** The last line that the signer has logged, once it answers or has ended. */
function startSigner(): Promise<string> {
  const child = startAs(signerUser, CODE, ['main'], settings())
  running = child
  let output = ''
  return new Promise((resolve) => {
    child.stderr?.on('data', (data) => {
      output += String(data)
      if (output.includes('signer.started')) resolve(output)
    })
    child.once('close', () => resolve(output))
  })
}

/** Asks as the server does, with its settings. Prints the extended public key, or the error. */
const ASK = `
import { readConfig } from ${JSON.stringify(join(ROOT, 'src/server/runtime/config.ts'))}
import { signerClient } from ${JSON.stringify(join(ROOT, 'src/server/custody/signer/signer-client.ts'))}
const text = await signerClient(readConfig().signer).xpub().catch((error) => error.message)
process.stdout.write(text)`

const LIVE = { MODE: 'live', SECRET_KEY: 'a-key-for-tests-of-live-mode-only-x' }
const ask = (user: SystemUser, token: Record<string, string>) =>
  runAs(user, ASK, [], { ...LIVE, SIGNER_SOCKET: socket, ...token })

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8)

test(
  title('The server under its own user reaches the signer, and the system refuses every user outside of the group'),
  async () => {
    if (!canRun) return
    expect(await startSigner()).toContain('signer.started')
    expect([modeOf(signerFolder), modeOf(join(folder, 'socket')), modeOf(socket)]).toEqual(['700', '710', '660'])
    for (const path of [join(folder, 'socket'), socket])
      expect([statSync(path).uid, statSync(path).gid]).toEqual([signerUser.id, GROUP])
    expect(ask(serverUser, { SIGNER_TOKEN_FILE: tokenFile })).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^xpub/),
    })
    // Also with the token, which the stranger cannot read.
    expect(ask(stranger, { SIGNER_TOKEN: TOKEN })).toMatchObject({ code: 0, out: expect.stringContaining('EACCES') })
    expect(ask(stranger, { SIGNER_TOKEN_FILE: tokenFile }).problem).toContain('EACCES')
    const code = `
      import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
      const [socket, other, keys] = process.argv.slice(1)
      const attempts = [() => rmSync(socket), () => renameSync(socket, other), () => writeFileSync(other, ''), () => readdirSync(keys)]
      for (const attempt of attempts)
        try { attempt(); console.log('done') } catch (error) { console.log(error.code) }`
    expect(runAs(serverUser, code, [socket, `${socket}.other`, signerFolder]).out).toBe('EACCES\n'.repeat(4))
  },
)

/** What happens to the folder of the socket, without the rest of the signer. Prints `done`, or the reason of a refusal. */
const PREPARE = `
import { openOwnFolder } from ${JSON.stringify(join(ROOT, 'src/signer/folder.ts'))}
import { readSocketSettings } from ${JSON.stringify(join(ROOT, 'src/signer/settings.ts'))}
import { openSocketFolder } from ${JSON.stringify(join(ROOT, 'src/signer/socket-folder.ts'))}
const [folder, ...all] = process.argv.slice(1)
for (const settings of all)
  try {
    const { socket, group } = readSocketSettings(folder, JSON.parse(settings))
    openOwnFolder(folder)
    openSocketFolder(socket, folder, group)
    console.log('done')
  } catch (error) {
    console.log(error.message)
  }`

const prepare = (...changes: readonly Record<string, string>[]): readonly string[] => {
  const all = changes.map((changed) => JSON.stringify({ ...settings(), ...changed }))
  return runAs(signerUser, PREPARE, [signerFolder, ...all])
    .out.trim()
    .split('\n')
}

test(title('A socket that the group could not reach safely is refused with the reason'), () => {
  if (!canRun) return
  symlinkSync(signerFolder, join(folder, 'link'))
  const [foreign, filled] = [join(folder, 'foreign'), join(folder, 'filled')]
  for (const path of [foreign, filled]) mkdirSync(path)
  writeFileSync(join(filled, 'notes'), '')
  chownSync(filled, signerUser.id, signerUser.id)
  const refused: readonly (readonly [Record<string, string>, RegExp])[] = [
    [{ SIGNER_SOCKET: join(signerFolder, 'signer.sock') }, /must be outside SIGNER_DIR/],
    [{ SIGNER_SOCKET: join(signerFolder, 'sub', 'signer.sock') }, /must be outside SIGNER_DIR/],
    [{ SIGNER_SOCKET: join(folder, 'link', 'signer.sock') }, /must be outside SIGNER_DIR/],
    [{ SIGNER_SOCKET: '' }, /SIGNER_GROUP needs SIGNER_SOCKET/],
    [{ SIGNER_SOCKET: join(foreign, 'signer.sock') }, /must belong to the user that runs the signer/],
    [{ SIGNER_SOCKET: join(filled, 'signer.sock') }, /must contain nothing else: .* has notes/],
    [{ SIGNER_GROUP: '64110' }, /not a member of the group 64110/],
    [{ SIGNER_GROUP: 'no-such-group' }, /has no group no-such-group/],
  ]
  const reasons = prepare(...refused.map(([changed]) => changed))
  for (const [index, [changed, reason]] of refused.entries())
    expect([changed, reasons[index]]).toEqual([changed, expect.stringMatching(reason)])
  expect([modeOf(filled), existsSync(join(signerFolder, 'sub'))]).toEqual(['755', false])
  expect(prepare({})).toEqual(['done'])
  chmodSync(tokenFile, 0o644)
  expect(prepare({})).toEqual([expect.stringContaining('every user of this machine can open')])
  expect(ask(serverUser, { SIGNER_TOKEN_FILE: tokenFile }).problem).toContain('every user of this machine can open')
})

test(title('A signer under another user than the owner of SIGNER_DIR changes nothing and says so'), () => {
  if (!canRun) return
  chownSync(signerFolder, serverUser.id, serverUser.id)
  expect(prepare({})).toEqual([expect.stringContaining('belongs to another user')])
  expect([modeOf(signerFolder), modeOf(join(folder, 'socket'))]).toEqual(['755', '777'])
})

test('A file that is no socket is never replaced by the socket of a signer', async () => {
  const path = join(folder, 'notes')
  writeFileSync(path, 'important')
  const nothing = { signer: { answer: () => Promise.reject(new Error('unused')) }, token: TOKEN, gid: undefined }
  await expect(listen(path, { ...nothing, onFailed: () => undefined })).rejects.toThrow('is not a socket')
  expect(readFileSync(path, 'utf8')).toBe('important')
})

test('The counters of many thousand wallets fit into one answer', async () => {
  const path = join(folder, 'many.sock')
  const nonces = Array.from({ length: 20_000 }, (_, wallet) => ({
    chainId: 1,
    generation: 1,
    wallet,
    next: wallet + 1,
  }))
  const signer = {
    answer: async ({ id }: { id: string }) => ({ id, counters: { nonces, highestPayment: 1, term: 0 } }),
  }
  const server = await listen(path, { signer, token: TOKEN, gid: undefined, onFailed: () => undefined })
  expect((await signerClient({ socket: path, token: TOKEN }).counters()).nonces).toEqual(nonces)
  server.close()
})
