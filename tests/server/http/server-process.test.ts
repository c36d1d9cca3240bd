/** The server as a process: start, start failures, stop, and recovery of its database. */

import { spawn } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { clusterName, socketFolder } from '../../../src/server/postgres/cluster.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { programEnvironment } from '../../fixtures/program-environment.ts'
import { scratchDataDir } from '../../fixtures/scratch-folder.ts'
import {
  databasePid,
  freePort,
  isReady,
  killDatabase,
  startServer,
  withoutSlowParts,
} from '../../fixtures/server-process.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { Trader } from '../../fixtures/socket-trader.ts'
import { openSocketClient } from '../../fixtures/test-exchange.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function newFolder(): string {
  const folder = scratchDataDir()
  folders.push(folder)
  return folder
}

/** Starts a server that must fail; returns its exit code and its output. */
async function failToStart(
  env: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<{ code: number | null; output: string }> {
  const main = join(import.meta.dirname, '../../../src/server/main.ts')
  const settings = { ...programEnvironment(), LOG_LEVEL: 'silent', ...env }
  const child = spawn(process.execPath, [...flags, main], { env: settings, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  return { code, output }
}

test('A stop that takes longer than STOP_MILLIS is logged and ends with exit code 1', async () => {
  const folder = newFolder()
  const server = await startServer(folder, await freePort(), { STOP_MILLIS: '200' })
  const database = databasePid(folder)
  process.kill(database, 'SIGSTOP')
  const code = await server.stop()
  process.kill(database, 'SIGKILL')
  expect(code).toBe(1)
  expect(server.output()).toContain('the stop took longer than 0.2 s')
})

test('A server whose database is put back while it runs ends with the sentence of the anchor, and one that starts says it too', async () => {
  const folder = newFolder()
  const server = await startServer(folder, await freePort())
  const trader = await Trader.signUp(server.address)
  await trader.connect(7)
  await trader.place({ pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '20' })
  const cluster = join(folder, 'pg')
  const client = new pg.Client({ host: socketFolder(cluster), user: clusterName, database: clusterName })
  client.on('error', () => undefined)
  await client.connect()
  // Nothing is committed in between.
  await client.query('begin; lock table journal in access exclusive mode')
  await client.query('delete from journal where batch > (select max(batch) - 5 from journal)')
  const ended = new Promise<number | null>((resolve) => server.child.once('exit', resolve))
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await client.query('commit')
  await client.end().catch(() => undefined)
  expect(await ended).toBe(1)
  const sentence =
    /the journal ends before batch \d+, which the anchor says was committed.*: restore the missing rows, or accept/
  expect(server.output()).toMatch(sentence)
  expect(server.output()).not.toContain('balances may be inconsistent')
  const again = await failToStart({ DATA_DIR: folder })
  expect([again.code, again.output]).toEqual([1, expect.stringMatching(sentence)])
})

test('SIGTERM stops the server, which sends shutdown messages, closes sockets with code 1012 and does not wait for clients that do not answer', async () => {
  const folder = newFolder()
  // Shorter than the 30 s for the rest of a request or for the answer to a close frame.
  const server = await startServer(folder, await freePort(), { STOP_MILLIS: '20000' })
  const trader = await Trader.signUp(server.address)
  await trader.connect()
  const guest = await openSocketClient(`${server.address}/ws/charts/1/Unauthorized/`)
  // One client never answers the close frame, and one has sent half a request.
  const unresponsive = new WebSocket(`${server.address.replace('http', 'ws')}/ws/charts/1/Unauthorized/`, {
    autoPong: false,
  })
  await new Promise((resolve) => unresponsive.once('open', resolve))
  unresponsive.pause()
  const halfRequest = connect(Number(new URL(server.address).port), '127.0.0.1')
  halfRequest.on('error', () => undefined)
  halfRequest.write('POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')
  expect(await server.stop()).toBe(0)
  await guest.next('shutdown')
  expect(await guest.closed).toBe(1012)
  unresponsive.terminate()
  halfRequest.destroy()
  expect(() => killDatabase(folder)).toThrow()
  expect(withoutSlowParts(server.output())).toMatch(/^Tern is open at http:\/\/127\.0\.0\.1:\d+ with play money\n$/)
})

test('A second server on the same data folder exits with a message and does not affect the first', async () => {
  const folder = newFolder()
  const server = await startServer(folder, await freePort())
  const { code, output } = await failToStart({ DATA_DIR: folder, PORT: '0' })
  expect([code, output]).toEqual([1, expect.stringMatching(/^another process writes this journal: .*DATA_DIR.*\n$/)])
  await expect.poll(() => isReady(server.address)).toBe(true)
  expect(await server.stop()).toBe(0)
})

test('The server reports a start failure in one line: port in use, unusable data folder or database, or invalid setting', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => other.once('listening', resolve))
  const bound = other.address()
  const port = String(typeof bound === 'object' ? bound?.port : 0)
  const inUse = await failToStart({ DATA_DIR: newFolder(), PORT: port })
  expect(inUse).toEqual({
    code: 1,
    output: `port ${port} on 127.0.0.1 is in use: stop the process that uses it, or set PORT\n`,
  })
  other.close()
  const secret = 'postgresql://tern:hunter2@127.0.0.1:1/tern'
  const { code, output } = await failToStart({ DATABASE_URL: secret, PORT: '0' })
  expect([code, output]).toEqual([1, expect.stringMatching(/^the database at DATABASE_URL is not available: .*\n$/)])
  expect(output).not.toContain('hunter2')
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  const inFile = await failToStart({ DATA_DIR: join(file, 'data'), PORT: '0' })
  expect(inFile).toEqual({
    code: 1,
    output: `the data folder ${file}/data cannot be used (ENOTDIR): set DATA_DIR to a folder that this system user can change\n`,
  })
  const bad = await failToStart({ MODE: 'demo' })
  expect(bad).toEqual({ code: 1, output: 'MODE must be one of play, live; it is "demo"\n' })
})

test('The server refuses a play-mode database in live mode and refuses to replay a modified journal', async () => {
  const folder = newFolder()
  const server = await startServer(folder, await freePort())
  expect(await server.stop()).toBe(0)
  const live = await failToStart({ DATA_DIR: folder, PORT: '0', ...LIVE_MODE })
  expect(live).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^this database was created with MODE=play: .*\n$/),
  })
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  await database.pool.query('update journal set event_hash = prev_hash where batch = 2')
  await database.close()
  const { code, output } = await failToStart({ DATA_DIR: folder, PORT: '0' })
  expect([code, output]).toEqual([
    1,
    expect.stringMatching(
      /^the journal cannot be replayed: batch 2 \(commands 2 to 2\) was changed: its hash differs \(/,
    ),
  ])
  expect(() => killDatabase(folder)).toThrow()
})

test('The server refuses a database without a journal identity, one that a newer version migrated, and another data format', async () => {
  const folder = newFolder()
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  // A server that ends stops the database unless there is a connection, and the pool closes an idle one after ten seconds.
  const session = await database.connect()
  await session.query('delete from journal_identity')
  const withoutIdentity = await failToStart({ DATA_DIR: folder, PORT: '0' })
  expect(withoutIdentity).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^the table journal_identity is empty, so orders cannot be identified: .* from a backup\n$/,
    ),
  })
  await session.query("insert into migrations values ('9999-later.sql', 'checksum', now())")
  const withNewerMigration = await failToStart({ DATA_DIR: folder, PORT: '0' })
  expect(withNewerMigration).toEqual({
    code: 1,
    output:
      'the database was migrated by a newer version (9999-later.sql): run that version, or, if another program has stored this in the table migrations, delete the row\n',
  })
  await session.query("update migrations set checksum = 'another' where name <> '9999-later.sql'")
  const withOtherFormat = await failToStart({ DATA_DIR: folder, PORT: '0' })
  expect(withOtherFormat).toEqual({
    code: 1,
    output:
      'the table migrations names a development version, which has another format: run that version, or restore a backup. Only play money can begin again with an empty database\n',
  })
  await session.end()
  await database.close()
})

test('The server refuses live mode without SECRET_KEY', async () => {
  expect(await failToStart({ DATA_DIR: newFolder(), PORT: '0', MODE: 'live' })).toEqual({
    code: 1,
    output: 'MODE=live needs SECRET_KEY: without it a stolen copy of the database opens every account\n',
  })
})

test('An unhandled rejection ends the server process with exit code 1 and a fatal log line', async () => {
  const folder = newFolder()
  // As soon as the database runs.
  const pid = JSON.stringify(join(folder, 'pg', 'postmaster.pid'))
  const reject = 'clearInterval(timer); Promise.reject(new Error("broken claim: planted"))'
  const planted = `import { existsSync } from 'node:fs'
const timer = setInterval(() => { if (existsSync(${pid})) { ${reject} } }, 50)`
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(planted)}`]
  const { code, output } = await failToStart({ DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'fatal' }, flags)
  killDatabase(folder)
  expect(code).toBe(1)
  expect(output).toMatch(/"level":60,.*broken claim: planted/)
})

test('An idle server detects that its database was killed and restarts it', async () => {
  const folder = newFolder()
  const server = await startServer(folder, await freePort(), { ...LIVE_MODE, RATE_LIMITS: 'on', LOG_LEVEL: 'info' })
  const trader = await Trader.signUp(server.address)
  killDatabase(folder)
  await expect.poll(server.output).toContain('"journal.reopened"')
  await expect.poll(() => isReady(server.address)).toBe(true)
  await trader.signInAgain()
  expect(await server.stop()).toBe(0)
})
