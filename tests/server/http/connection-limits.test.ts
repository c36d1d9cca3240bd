/** How many connections the HTTP port accepts, and how long it keeps those that send nothing. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { type ConnectionLimits, connectionCounts } from '../../../src/server/http/connection-limits.ts'
import { type HttpListener, openListener } from '../../../src/server/http/listener.ts'
import { programEnvironment } from '../../fixtures/program-environment.ts'
import { scratchDataDir } from '../../fixtures/scratch-folder.ts'
import { freePort } from '../../fixtures/server-process.ts'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (let end = cleanups.pop(); end !== undefined; end = cleanups.pop()) await end()
})

const NONE: ConnectionLimits = { total: 100, perAddress: 100, isTrusted: () => false, onRefused: () => undefined }
const starting = () => ({ status: 'starting', mode: 'play', name: 'Tern', seq: 0, projection_lag: 0 }) as const

async function listen(limits: Partial<ConnectionLimits>, silentMillis?: number): Promise<HttpListener> {
  const listener = await openListener('127.0.0.1', 0, starting, { ...NONE, ...limits }, silentMillis)
  cleanups.push(listener.close, listener.closeConnections)
  return listener
}

const portOf = ({ address }: { readonly address: string }): number => Number(new URL(address).port)

type Silent = { readonly socket: Socket; readonly closed: Promise<unknown>; isClosed: boolean }

/** Opens a connection and sends `text`, which may be nothing. */
async function open(port: number, from = '127.0.0.1', text = ''): Promise<Silent> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  cleanups.push(() => socket.destroy())
  socket.on('error', () => undefined)
  socket.resume()
  const silent: Silent = { socket, closed: new Promise((resolve) => socket.once('close', resolve)), isClosed: false }
  silent.closed.then(() => Object.assign(silent, { isClosed: true }))
  await Promise.race([once(socket, 'connect').catch(() => undefined), silent.closed])
  if (text !== '') socket.write(text)
  return silent
}

/** The status of a path, asked for from an address; undefined if the connection is closed. */
const statusFrom = (from: string, port: number, path = '/health'): Promise<number | undefined> =>
  new Promise((resolve) => {
    const asked = request({ port, path, host: '127.0.0.1', localAddress: from, agent: false }, (reply) => {
      reply.resume()
      resolve(reply.statusCode)
    })
    asked.on('error', () => resolve(undefined)).end()
  })

test('A connection that sends nothing, or only a part of the headers, is closed', async () => {
  const listener = await listen({}, 200)
  const silent = await open(portOf(listener))
  const partial = await open(portOf(listener), '127.0.0.1', 'GET /health HTTP/1.1\r\nHost: x\r\n')
  await Promise.all([silent.closed, partial.closed])
  expect(await statusFrom('127.0.0.1', portOf(listener))).toBe(503)
})

test('The server waits 15 seconds for headers and looks every second', async () => {
  const { server } = await listen({})
  expect(server).toMatchObject({ headersTimeout: 15_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 })
})

test('An address that has too many connections gets no more until one is closed, and others are served', async () => {
  const refused: string[] = []
  const listener = await listen({ perAddress: 3, onRefused: (address) => void refused.push(address) })
  const port = portOf(listener)
  const kept = [await open(port), await open(port), await open(port)]
  await (await open(port)).closed
  expect([refused, kept.map(({ isClosed }) => isClosed)]).toEqual([['127.0.0.1'], [false, false, false]])
  expect(await statusFrom('127.0.0.2', port)).toBe(503)
  kept[0]?.socket.destroy()
  await expect.poll(() => statusFrom('127.0.0.1', port)).toBe(503)
})

test('The connections of a trusted proxy count only towards the total, which no address can exceed', async () => {
  const refused: string[] = []
  const limits = { perAddress: 2, total: 6, isTrusted: (address: string) => address === '127.0.0.1' }
  const listener = await listen({ ...limits, onRefused: (address) => void refused.push(address) })
  const port = portOf(listener)
  const kept: Silent[] = []
  for (let count = 0; count < 6; count++) kept.push(await open(port))
  await (await open(port)).closed
  await (await open(port, '127.0.0.2')).closed
  expect([refused, kept.some(({ isClosed }) => isClosed)]).toEqual([['127.0.0.1', '127.0.0.2'], false])
  kept[0]?.socket.destroy()
  await expect.poll(() => statusFrom('127.0.0.2', port)).toBe(503)
})

test('The limits leave descriptors for the database and the files that are sent', () => {
  expect(connectionCounts(220)).toEqual({ total: 60, perAddress: 15 })
  expect(connectionCounts(1_024)).toEqual({ total: 462, perAddress: 115 })
  expect(connectionCounts(1_048_576)).toEqual({ total: 10_000, perAddress: 200 })
  expect(connectionCounts(64)).toEqual({ total: 20, perAddress: 5 })
})

const isLinux = process.platform === 'linux'
const title = 'With 220 descriptors, 400 silent connections of one address shut no other address out'

test(isLinux ? title : `${title} (not run: other systems have one loopback address)`, async () => {
  if (!isLinux) return
  const folder = scratchDataDir()
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  const port = await freePort()
  const server = startWithDescriptors(220, { DATA_DIR: folder, PORT: String(port) })
  cleanups.push(async () => {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  })
  await expect.poll(() => statusFrom('127.0.0.2', port), { timeout: 90_000 }).toBe(200)
  const all = await Promise.all(Array.from({ length: 400 }, () => open(port)))
  await expect.poll(() => all.filter(({ isClosed }) => !isClosed).length).toBeLessThanOrEqual(15)
  // A page, a reply from memory and one from the database.
  for (const path of ['/health', '/exchange-backend/api/trading_pairs/', '/exchange-backend/api/liabilities/'])
    expect([path, await statusFrom('127.0.0.2', port, path)]).toEqual([path, 200])
})

function startWithDescriptors(count: number, settings: Readonly<Record<string, string>>): ChildProcess {
  const main = join(import.meta.dirname, '../../../src/server/main.ts')
  const env = { ...programEnvironment(), PAST_DAYS: '0', PLAY_CHAIN: 'off', LOG_LEVEL: 'silent', ...settings }
  return spawn('/bin/sh', ['-c', `ulimit -n ${count}; exec '${process.execPath}' '${main}'`], { env, stdio: 'ignore' })
}
