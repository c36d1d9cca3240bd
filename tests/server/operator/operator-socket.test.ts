/** The operator's socket: who can open it, which servers share a folder, and what it does with bad requests. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import type { ExecuteAction } from '../../../src/server/operator/actions.ts'
import { type OperatorSocket, openOperatorSocket } from '../../../src/server/operator/operator-socket.ts'
import { MAX_REQUEST_BYTES, type OperatorReply } from '../../../src/server/operator/protocol.ts'
import { OperatorSocketInUse } from '../../../src/server/operator/socket-file.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'

const folders: string[] = []
const opened: OperatorSocket[] = []
afterEach(async () => {
  for (const socket of opened.splice(0)) await socket.stop()
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = scratchFolder()
  folders.push(folder)
  return folder
}

const REQUEST = { action: 'echo', input: { value: 1 }, operator: 'ann', reason: 'a test' }
const echo: ExecuteAction = async ({ action, operator, reason }) => ({
  ok: true,
  report: [`${action} ${operator} ${reason}`],
})

/** No request of a test takes as long, also on a busy machine. */
const LONG_MILLIS = 300_000

async function open(
  dataDir: string,
  execute = echo,
  requestMillis = LONG_MILLIS,
  log = quiet,
): Promise<OperatorSocket> {
  const socket = await openOperatorSocket({ dataDir, execute, log, requestMillis })
  opened.push(socket)
  return socket
}

const pathIn = (dataDir: string): string => join(dataDir, 'operator.sock')

/** Sends the bytes and returns what the server sent until it closed the connection. */
async function exchange(dataDir: string, ...parts: readonly (string | Buffer)[]): Promise<OperatorReply | undefined> {
  const socket = connect(pathIn(dataDir))
  let received = ''
  socket.on('data', (data) => (received += String(data)))
  socket.on('error', () => undefined)
  for (const part of parts) socket.write(part)
  await once(socket, 'close')
  return received === '' ? undefined : JSON.parse(received)
}

const line = (request: unknown): string => `${JSON.stringify(request)}\n`
const refusedWith = (text: string | RegExp): object => ({
  ok: false,
  outcome: 'refused',
  text: typeof text === 'string' ? text : expect.stringMatching(text),
})

test('The operator socket has mode 0600, answers one request, and is removed at the stop', async () => {
  const folder = newFolder()
  const socket = await open(folder)
  expect(statSync(pathIn(folder)).mode & 0o7777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['operator.sock'])
  expect(await exchange(folder, line(REQUEST))).toEqual({ ok: true, report: ['echo ann a test'] })
  await socket.stop()
  expect(readdirSync(folder)).toEqual([])
})

test('The operator socket is never reachable for other users, not even while it is created', async () => {
  const folder = newFolder()
  const modes: number[] = []
  // Listening is synchronous up to the callback: the folder of the draft is checked as soon as the socket exists.
  const opening = open(folder)
  for (let turn = 0; turn < 50 && !existsSync(pathIn(folder)); turn++) {
    for (const name of readdirSync(folder)) modes.push(statSync(join(folder, name)).mode & 0o077)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await opening
  expect(modes.every((mode) => mode === 0)).toBe(true)
  expect(statSync(pathIn(folder)).mode & 0o077).toBe(0)
})

test('The operator socket of a running server is not replaced by a second server', async () => {
  const folder = newFolder()
  await open(folder)
  await expect(open(folder)).rejects.toThrow(OperatorSocketInUse)
  await expect(open(folder)).rejects.toThrow(/^another server uses .*operator\.sock: stop it, or set another DATA_DIR$/)
  expect(await exchange(folder, line(REQUEST))).toMatchObject({ ok: true })
})

test('The operator socket of a killed server is replaced, and what it left while starting is removed', async () => {
  const folder = newFolder()
  const program = `require('node:net').createServer().listen(${JSON.stringify(pathIn(folder))}, () => process.kill(process.pid, 'SIGKILL'))`
  const child = spawn(process.execPath, ['-e', program])
  await once(child, 'exit')
  mkdirSync(join(folder, `op-${child.pid}`))
  expect(lstatSync(pathIn(folder)).isSocket()).toBe(true)
  await open(folder)
  expect(readdirSync(folder)).toEqual(['operator.sock'])
  expect(await exchange(folder, line(REQUEST))).toMatchObject({ ok: true })
})

test('A server that stops does not remove the operator socket of another server that replaced it', async () => {
  const folder = newFolder()
  const socket = await open(folder)
  rmSync(pathIn(folder))
  await open(folder)
  await socket.stop()
  expect(await exchange(folder, line(REQUEST))).toMatchObject({ ok: true })
})

test('A file with the name of the operator socket is refused and kept', async () => {
  const folder = newFolder()
  writeFileSync(pathIn(folder), 'notes')
  await expect(open(folder)).rejects.toThrow(/operator\.sock is not a socket: remove it/)
  expect(lstatSync(pathIn(folder)).size).toBe(5)
})

test('A data folder whose socket path is too long gets no operator access and a log line that says why', async () => {
  const lines: string[] = []
  const folder = join(newFolder(), 'a'.repeat(120))
  await open(folder, echo, 5_000, openLog('warn', { write: (text) => void lines.push(text) }))
  expect(lines).toEqual([
    expect.stringMatching(/operator\.unavailable.*has \d+ bytes, and a socket at most \d+: set a shorter/),
  ])
})

const MALFORMED: readonly (readonly [string, string | Buffer, RegExp])[] = [
  ['no JSON', 'parameters\n', /^the request is not JSON$/],
  ['invalid UTF-8', Buffer.from([0x22, 0xff, 0x0a]), /not JSON/],
  ['an array', '[]\n', /expected object/],
  ['a missing field', line({ ...REQUEST, operator: undefined }), /^operator: /],
  ['an unknown field', line({ ...REQUEST, more: 1 }), /Unrecognized key: "more"/],
  ['an empty reason', line({ ...REQUEST, reason: ' ' }), /^reason: the reason needs a character that can be seen$/],
  ['a reason that cannot be seen', line({ ...REQUEST, reason: '\u3164\u2800' }), /^reason: .* that can be seen$/],
  [
    'a name with a control character',
    line({ ...REQUEST, operator: 'a\u001b[2J' }),
    /^operator: .* control characters$/,
  ],
  ['a long reason', line({ ...REQUEST, reason: 'x'.repeat(501) }), /^reason: the reason has at most 500 characters$/],
  ['a key that occurs twice', '{"action":"a","action":"b","input":{},"operator":"a","reason":null}\n', /occurs twice/],
  ['a prototype as input', '{"action":"a","input":{"__proto__":[[[]]]},"operator":"a","reason":null,"x":1}\n', /"x"/],
]

test.each(MALFORMED)('The operator socket refuses a request with %s', async (_name, bytes, text) => {
  const folder = newFolder()
  await open(folder)
  expect(await exchange(folder, bytes)).toEqual(refusedWith(text))
})

test('The operator socket refuses a request that is too slow', async () => {
  const folder = newFolder()
  await open(folder, echo, 50)
  expect(await exchange(folder, '{"action":')).toEqual(refusedWith('no complete request arrived in time'))
})

test('The operator socket refuses a request that is too large or incomplete, and serves the next one', async () => {
  const folder = newFolder()
  await open(folder)
  const large = Buffer.alloc(MAX_REQUEST_BYTES + 1, 'x')
  expect(await exchange(folder, large)).toEqual(refusedWith(`a request has at most ${MAX_REQUEST_BYTES} bytes`))
  const half = connect({ path: pathIn(folder), allowHalfOpen: true })
  half.end('{"action":')
  const [reply] = await once(half, 'data')
  expect(JSON.parse(String(reply))).toEqual(refusedWith('the request ended before its line was complete'))
  half.destroy()
  expect(await exchange(folder, line(REQUEST))).toMatchObject({ ok: true })
})

test('A request in several pieces is read as one, and what follows its line is ignored', async () => {
  const folder = newFolder()
  await open(folder)
  const text = line({ ...REQUEST, reason: 'grüße' })
  const bytes = Buffer.from(text)
  const middle = bytes.indexOf(0xbc)
  const parts = [bytes.subarray(0, middle), bytes.subarray(middle), text]
  expect(await exchange(folder, ...parts)).toEqual({ ok: true, report: ['echo ann grüße'] })
})

test('Operator actions are executed one after the other', async () => {
  const folder = newFolder()
  const steps: string[] = []
  await open(folder, async ({ reason }) => {
    steps.push(`begin ${reason}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
    steps.push(`end ${reason}`)
    return { ok: true, report: [] }
  })
  await Promise.all(['1', '2', '3'].map((reason) => exchange(folder, line({ ...REQUEST, reason }))))
  expect(steps.map((step) => step.split(' ')[0])).toEqual(['begin', 'end', 'begin', 'end', 'begin', 'end'])
})

test('A stop answers the running operator action and refuses all others', async () => {
  const folder = newFolder()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>()
  const socket = await open(folder, async (request) => {
    begin()
    await finished
    return echo(request)
  })
  const running = exchange(folder, line(REQUEST))
  await begun
  const waiting = exchange(folder, line(REQUEST))
  const idle = exchange(folder, '{')
  await new Promise((resolve) => setTimeout(resolve, 50))
  const stopped = socket.stop()
  expect(await idle).toEqual(refusedWith('the exchange is stopping: nothing was done'))
  finish()
  expect(await running).toMatchObject({ ok: true })
  expect(await waiting).toEqual(refusedWith('the exchange is stopping: nothing was done'))
  await stopped
})

test('The operator socket serves a limited number of connections at once', async () => {
  const folder = newFolder()
  await open(folder)
  const idle = Array.from({ length: 16 }, () => connect(pathIn(folder)))
  await Promise.all(idle.map((socket) => once(socket, 'connect')))
  expect(await exchange(folder, line(REQUEST))).toEqual(refusedWith('too many operators are connected'))
  for (const socket of idle) socket.destroy()
})

test('An action that throws ends only its own request', async () => {
  const folder = newFolder()
  let isFirst = true
  await open(folder, async (request) => {
    if (!isFirst) return echo(request)
    isFirst = false
    throw new Error('connection terminated')
  })
  expect(await exchange(folder, line(REQUEST))).toMatchObject({ ok: false, outcome: 'unknown' })
  expect(await exchange(folder, line(REQUEST))).toMatchObject({ ok: true })
})

test('A server in the same folder that does not answer counts as running', async () => {
  const folder = newFolder()
  const silent = createServer().listen(pathIn(folder))
  await once(silent, 'listening')
  await expect(open(folder)).rejects.toThrow(OperatorSocketInUse)
  silent.close()
})
