/** A PostgreSQL that outlived its server must not write into the cluster that a later start makes at its old path. */

import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { api, EXCHANGE_BASE, TOKEN_HEADER } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { startEmbedded } from '../../../src/server/postgres/embedded.ts'
import { query } from '../../../src/server/postgres/query.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { databasePid, freePort, type RunningServer, startServer } from '../../fixtures/server-process.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { canRunAs, runAs } from '../../fixtures/system-users.ts'

const folders: string[] = []
const pids: number[] = []

afterEach(() => {
  for (const pid of pids.splice(0)) if (isPostgres(pid)) process.kill(pid, 'SIGKILL')
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

/** Two paths in a new folder: of the data, and where they are moved to. */
function newPaths(): readonly [data: string, moved: string] {
  const folder = scratchFolder()
  folders.push(folder)
  return [join(folder, 'data'), join(folder, 'moved')]
}

const isPostgres = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && /^\d+ \(postgres\) [^ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))

const ended = (pid: number) => expect.poll(() => isPostgres(pid)).toBe(false)

/** Ends it as a shutdown of the machine does. */
async function end(pid: number): Promise<void> {
  if (isPostgres(pid)) process.kill(pid, 'SIGINT')
  await ended(pid)
}

/** A process that opens the database, writes one row and is killed. Its PostgreSQL goes on. */
async function writeAndDie(dataDir: string, name: string): Promise<number> {
  const program = join(import.meta.dirname, '../../fixtures/killed-with-postgres.ts')
  const child = spawn(process.execPath, [program, dataDir, name], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
  const pid = databasePid(dataDir)
  pids.push(pid)
  return pid
}

const open = (dataDir: string) => openDatabase({ dataDir, databaseUrl: undefined, log: quiet })

async function names(dataDir: string): Promise<readonly string[]> {
  const database = await open(dataDir)
  const rows = await query<{ name: string }>(database.pool, 'select name from settings order by name')
  await database.close()
  return rows.map(({ name }) => name)
}

test('After a data folder was moved, the next start at its path and the moved folder keep everything', async () => {
  const [data, moved] = newPaths()
  const old = await writeAndDie(data, 'one')
  renameSync(data, moved)
  await writeAndDie(data, 'two')
  await end(old)
  const next = databasePid(data)
  await end(next)
  expect(await names(data)).toEqual(['two'])
  expect(await names(moved)).toEqual(['one'])
})

test('A moved data folder opens at its new path, and an empty one begins at the old path', async () => {
  const [data, moved] = newPaths()
  const old = await writeAndDie(data, 'one')
  renameSync(data, moved)
  expect(await names(moved)).toEqual(['one'])
  await ended(old)
  expect(await names(data)).toEqual([])
})

test('After a data folder was deleted, its PostgreSQL ends before the next one is made', async () => {
  const [data] = newPaths()
  const old = await writeAndDie(data, 'one')
  rmSync(data, { recursive: true, force: true })
  await writeAndDie(data, 'two')
  await end(old)
  await end(databasePid(data))
  expect(await names(data)).toEqual(['two'])
})

test('Two data folders that changed places keep what each has', async () => {
  const [data, moved] = newPaths()
  const [first, second] = [await writeAndDie(data, 'one'), await writeAndDie(moved, 'two')]
  renameSync(data, `${data}-x`)
  renameSync(moved, data)
  renameSync(`${data}-x`, moved)
  expect(await names(data)).toEqual(['two'])
  await Promise.all([ended(first), ended(second)])
  expect(await names(moved)).toEqual(['one'])
})

test('A data folder that was copied while its PostgreSQL ran is refused with a sentence, and the original goes on', async () => {
  const [data, moved] = newPaths()
  const pid = await writeAndDie(data, 'one')
  execFileSync('cp', ['-a', data, moved])
  await expect(startEmbedded(moved, quiet)).rejects.toThrow(
    `was copied while its PostgreSQL (process ${pid}) ran, so it may be damaged`,
  )
  expect(await names(data)).toEqual(['one'])
})

test('A data folder behind a symbolic link opens after the folder it leads to was moved', async () => {
  const [link, folder] = newPaths()
  mkdirSync(folder)
  symlinkSync(folder, link)
  await writeAndDie(link, 'one')
  renameSync(folder, `${folder}-2`)
  rmSync(link)
  symlinkSync(`${folder}-2`, link)
  expect(await names(link)).toEqual(['one'])
})

test('While a server uses a data folder that was moved, no other starts at either path, and it can go on', async () => {
  const [data, moved] = newPaths()
  const database = await open(data)
  const client = await database.connect()
  const pid = databasePid(data)
  pids.push(pid)
  renameSync(data, moved)
  for (const path of [data, moved])
    await expect(startEmbedded(path, quiet)).rejects.toThrow(
      `the data folder of process ${pid} of PostgreSQL was moved while it is used: stop the server, or the backup with --follow, that uses it, then start again`,
    )
  expect(existsSync(join(data, 'pg'))).toBe(false)
  await client.query("insert into settings (name, value) values ('one', 'written')")
  rmSync(data, { recursive: true, force: true })
  renameSync(moved, data)
  await client.end()
  await database.close()
  expect(await names(data)).toEqual(['one'])
})

const EMBEDDED = join(import.meta.dirname, '../../../src/server/postgres/embedded.ts')
const [ONE, OTHER] = [
  { id: 61_001, groups: [] },
  { id: 61_002, groups: [] },
]
const START = `const [embedded, dataDir] = process.argv.slice(1)
const { startEmbedded } = await import(embedded)
await startEmbedded(dataDir, { info: () => undefined }).catch((error) => process.stdout.write(error.message))
process.kill(process.pid, 'SIGKILL')`

const canRun = canRunAs(ONE, EMBEDDED)

test(
  canRun
    ? 'A PostgreSQL of another system user is named, because it cannot be ended'
    : 'A PostgreSQL of another system user is named (not run: needs root and a folder that others can read)',
  () => {
    if (!canRun) return
    const [data, moved] = newPaths()
    chmodSync(join(data, '..'), 0o777)
    expect(runAs(ONE, START, [EMBEDDED, data]).out).toBe('')
    const pid = databasePid(data)
    pids.push(pid)
    renameSync(data, moved)
    const { out } = runAs(OTHER, START, [EMBEDDED, data])
    expect(out).toMatch(`would destroy the next one: end it with kill -QUIT ${pid}`)
    expect(existsSync(join(data, 'pg'))).toBe(false)
    expect(isPostgres(pid)).toBe(true)
  },
)

const canMount = spawnSync('unshare', ['--mount', 'true']).status === 0

test(
  canMount
    ? 'A PostgreSQL of another container, whose path is the same text and another folder, is left alone'
    : 'A PostgreSQL of another container is left alone (not run: needs root and permission to mount)',
  async () => {
    if (!canMount) return
    const [data] = newPaths()
    mkdirSync(data)
    const program = join(import.meta.dirname, '../../fixtures/killed-with-postgres.ts')
    const script = 'mount -t tmpfs none "$1" && { "$2" "$3" "$1" one >/dev/null 2>&1; head -1 "$1/pg/postmaster.pid"; }'
    const contained = ['--mount', 'sh', '-c', script, 'sh', data, process.execPath, program]
    const { stdout } = spawnSync('unshare', contained, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    const pid = Number(stdout)
    pids.push(pid)
    expect(isPostgres(pid)).toBe(true)
    expect(await names(data)).toEqual([])
    expect(isPostgres(pid)).toBe(true)
  },
)

const call = (server: RunningServer, path: string, body: object, access = '') =>
  fetch(server.address + EXCHANGE_BASE + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [TOKEN_HEADER]: `Bearer ${access}` },
    body: JSON.stringify(body),
  })

const password = 'correct horse battery'
const signIn = (server: RunningServer, email: string) => call(server, api.login.path, { email, password })

async function signUp(server: RunningServer, email: string): Promise<string> {
  const reply = await call(server, api.register.path, { email, password })
  expect(reply.status).toBe(201)
  return ((await reply.json()) as Tokens).access
}

test('Move, start, trade, end the old one, start again: users and orders of both exchanges are there', async () => {
  const [data, moved] = newPaths()
  const port = await freePort()
  const [ann, bob] = ['ann@example.com', 'bob@example.com']
  const first = await startServer(data, port)
  await signUp(first, ann)
  const old = databasePid(data)
  pids.push(old)
  await first.kill()
  renameSync(data, moved)
  const second = await startServer(data, port)
  const access = await signUp(second, bob)
  const order = { client_order_id: 'one', pair_id: 1, side: 'buy', type: 'limit', price: '1', volume: '10' }
  const placed = await call(second, api.placeOrder.path, order, access)
  await end(old)
  await second.kill(true)
  for (const [folder, known, unknown] of [
    [data, bob, ann],
    [moved, ann, bob],
  ] as const) {
    const server = await startServer(folder, port)
    expect((await signIn(server, known)).status).toBe(200)
    expect((await signIn(server, unknown)).status).not.toBe(200)
    if (folder === data) {
      const { access: next } = (await (await signIn(server, bob)).json()) as Tokens
      expect(await (await call(server, api.placeOrder.path, order, next)).json()).toEqual(await placed.json())
    }
    expect(await server.stop()).toBe(0)
  }
}, 180_000)
