/** The server as a process: how it starts, what it says when it cannot, how it stops, and what it survives. */

import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { listen } from './exchange-world.ts'
import { quiet } from './quiet.ts'
import { freePort, isReady, killDatabase, startServer } from './running-server.ts'
import { Trader } from './trader.ts'
import { scratchFolder } from './world.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function newFolder(): string {
  const folder = scratchFolder()
  folders.push(folder)
  return folder
}

/** One that is expected not to start: its exit code and what it printed. */
async function failToStart(
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<{ code: number | null; said: string }> {
  const main = join(import.meta.dirname, '../../src/server/main.ts')
  const { PATH } = process.env
  const child = spawn(process.execPath, [...flags, main], { env: { PATH, LOG_LEVEL: 'silent', ...env }, stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, said }
}

test('SIGTERM says goodbye and stops everything in order, in time', async () => {
  const folder = newFolder()
  const server = await startServer(folder, await freePort())
  const trader = await Trader.signUp(server.address)
  await trader.connect()
  const guest = await listen(`${server.address}/ws/charts/1/Unauthorized/`)
  // One who never answers a goodbye, and one whose request is half said.
  const mute = new WebSocket(`${server.address.replace('http', 'ws')}/ws/charts/1/Unauthorized/`, { autoPong: false })
  await new Promise((resolve) => mute.once('open', resolve))
  mute.pause()
  const half = connect(Number(new URL(server.address).port), '127.0.0.1')
  half.on('error', () => undefined)
  half.write('POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
  const started = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - started).toBeLessThan(5_000)
  await guest.next('shutdown')
  expect(await guest.closed).toBe(1012)
  mute.terminate()
  half.destroy()
  expect(() => killDatabase(folder)).toThrow()
  expect(server.output()).toMatch(/^Tern is open at http:\/\/127\.0\.0\.1:\d+ with play money\n$/)
})

test('a second process on the same data folder ends with a message, and leaves the first alone', async () => {
  const folder = newFolder()
  const server = await startServer(folder, await freePort())
  const { code, said } = await failToStart({ DATA_DIR: folder, PORT: '0' })
  expect([code, said]).toEqual([1, expect.stringMatching(/^another process writes this journal: .*DATA_DIR.*\n$/)])
  expect(await isReady(server.address)).toBe(true)
  expect(await server.stop()).toBe(0)
}, 30_000)

test('what keeps it from starting is said in one line', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const bound = other.address()
  const port = String(typeof bound === 'object' ? bound?.port : 0)
  const inUse = await failToStart({ DATA_DIR: newFolder(), PORT: port })
  expect(inUse).toEqual({
    code: 1,
    said: `port ${port} on 127.0.0.1 is in use: stop whoever listens there, or set PORT\n`,
  })
  other.close()
  const secret = 'postgresql://tern:hunter2@127.0.0.1:1/tern'
  const { code, said } = await failToStart({ DATABASE_URL: secret, PORT: '0' })
  expect([code, said]).toEqual([1, expect.stringMatching(/^the database at DATABASE_URL cannot be used: .*\n$/)])
  expect(said).not.toContain('hunter2')
  const bad = await failToStart({ MODE: 'demo' })
  expect(bad).toEqual({ code: 1, said: 'MODE must be one of play, live; it is "demo"\n' })
})

test('play money does not become real, and a journal that was changed behind our back is not replayed', async () => {
  const folder = newFolder()
  const server = await startServer(folder, await freePort())
  expect(await server.stop()).toBe(0)
  const live = await failToStart({ DATA_DIR: folder, PORT: '0', MODE: 'live' })
  expect(live).toMatchObject({ code: 1, said: expect.stringMatching(/^this database was made with MODE=play: .*\n$/) })
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  await database.pool.query('update journal set event_hash = prev_hash where batch = 2')
  await database.close()
  const { code, said } = await failToStart({ DATA_DIR: folder, PORT: '0' })
  expect([code, said]).toEqual([
    1,
    'the journal cannot be replayed: batch 2 (commands 2 to 2) leads to other events than it did\n',
  ])
  expect(() => killDatabase(folder)).toThrow()
}, 30_000)

test('a broken claim that nobody caught ends the process, with a line that says so', async () => {
  const folder = newFolder()
  const planted = 'setTimeout(() => Promise.reject(new Error("broken claim: planted")), 2500)'
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(planted)}`]
  const { code, said } = await failToStart({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'fatal' }, flags)
  killDatabase(folder)
  expect(code).toBe(1)
  expect(said).toMatch(/"level":60,.*broken claim: planted/)
})

test('a database that dies while nobody asks anything is noticed, and started again', async () => {
  const folder = newFolder()
  const server = await startServer(folder, await freePort(), { MODE: 'live', RATE_LIMITS: 'on' })
  const trader = await Trader.signUp(server.address)
  killDatabase(folder)
  const statuses: boolean[] = []
  for (const until = performance.now() + 15_000; performance.now() < until; await sleep(5)) {
    const now = await isReady(server.address)
    if (now !== statuses.at(-1)) statuses.push(now)
    if (statuses.length >= 2 && now) break
  }
  expect(statuses.slice(-2)).toEqual([false, true])
  await trader.signInAgain()
  expect(await server.stop()).toBe(0)
}, 30_000)
