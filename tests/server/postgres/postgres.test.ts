import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, test } from 'vitest'
import { findBinaries } from '../../../src/server/postgres/binaries.ts'
import { ensureCluster } from '../../../src/server/postgres/cluster.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { startEmbedded } from '../../../src/server/postgres/embedded.ts'
import { DataFormatChanged, migrate } from '../../../src/server/postgres/migrate.ts'
import { query } from '../../../src/server/postgres/query.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'

const folders: string[] = []

afterEach(async () => {
  for (const folder of folders.splice(0).reverse()) {
    if (isRunning(folder)) await (await startEmbedded(folder, quiet)).stop()
    rmSync(folder, { recursive: true, force: true })
  }
})

function newFolder(make: () => string = scratchFolder): string {
  const folder = make()
  folders.push(folder)
  return folder
}

const open = (dataDir: string) => openDatabase({ dataDir, databaseUrl: undefined, log: quiet })
const pidFile = (dataDir: string): string => join(dataDir, 'pg', 'postmaster.pid')
const pidOf = (dataDir: string): number => Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10)
const isRunning = (dataDir: string): boolean => existsSync(pidFile(dataDir)) && isAlive(pidOf(dataDir))

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Runs a process that opens the database, writes one row and is killed with SIGKILL. */
async function writeAndDie(dataDir: string, name: string): Promise<void> {
  const program = join(import.meta.dirname, '../../fixtures/killed-with-postgres.ts')
  const child = spawn(process.execPath, [program, dataDir, name], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = await once(child, 'exit')
  expect(signal).toBe('SIGKILL')
}

async function settingNames(dataDir: string): Promise<readonly string[]> {
  const database = await open(dataDir)
  const rows = await query<{ name: string }>(database.pool, 'select name from settings order by name')
  await database.close()
  return rows.map((row) => row.name)
}

describe('embedded PostgreSQL', () => {
  test('The embedded PostgreSQL runs with checksums, fsync, no TCP and a private folder', async () => {
    const dataDir = newFolder()
    const database = await open(dataDir)
    const shown = async (name: string) =>
      (await database.pool.query('select current_setting($1) as v', [name])).rows[0].v
    expect(await shown('data_checksums')).toBe('on')
    expect(await shown('fsync')).toBe('on')
    expect(await shown('synchronous_commit')).toBe('on')
    expect(await shown('listen_addresses')).toBe('')
    expect(statSync(join(dataDir, 'pg')).mode & 0o777).toBe(0o700)
    await database.close()
    expect(isRunning(dataDir)).toBe(false)
  })

  test('The embedded PostgreSQL survives a killed process and is adopted by the next', async () => {
    const dataDir = newFolder()
    await writeAndDie(dataDir, 'one')
    const pid = pidOf(dataDir)
    expect(isAlive(pid)).toBe(true)
    const sameFolder = join(newFolder(), 'link')
    symlinkSync(dataDir, sameFolder)
    const embedded = await startEmbedded(sameFolder, quiet)
    expect(embedded.adopted).toBe(true)
    expect(pidOf(dataDir)).toBe(pid)
    expect(await settingNames(dataDir)).toEqual(['one'])
  })

  test('The embedded PostgreSQL recovers after it and its process are killed', async () => {
    const dataDir = newFolder()
    await writeAndDie(dataDir, 'one')
    process.kill(pidOf(dataDir), 'SIGKILL')
    await writeAndDie(dataDir, 'two')
    process.kill(pidOf(dataDir), 'SIGKILL')
    expect(await settingNames(dataDir)).toEqual(['one', 'two'])
  })

  test('The embedded PostgreSQL starts although its stale pid belongs to another process', async () => {
    const dataDir = newFolder()
    await (await open(dataDir)).close()
    writeFileSync(pidFile(dataDir), `${process.ppid}\n${join(dataDir, 'pg')}\n0\n5432\n\n\n0 0\n`, { mode: 0o600 })
    if (process.getuid?.() === 0) chownSync(pidFile(dataDir), 65_534, 65_534)
    else writeFileSync(pidFile(dataDir), readFileSync(pidFile(dataDir), 'utf8').replace(/^\d+/, '4194303'))
    expect(await settingNames(dataDir)).toEqual([])
  })

  test('The embedded PostgreSQL works below a private folder', async () => {
    const closed = newFolder(() => mkdtempSync(join(tmpdir(), 'tern-closed-')))
    chmodSync(closed, 0o700)
    const dataDir = newFolder(() => join(closed, 'data'))
    const database = await open(dataDir)
    expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await database.close()
  })

  test('The embedded PostgreSQL works with binaries below a private folder', () => {
    const closed = newFolder(() => mkdtempSync(join(tmpdir(), 'tern-closed-')))
    const bin = join(closed, 'bin')
    const native = dirname(dirname(findBinaries().postgres))
    cpSync(native, closed, { recursive: true, verbatimSymlinks: true })
    const cluster = ensureCluster(join(closed, 'data'), {
      initdb: join(bin, 'initdb'),
      postgres: join(bin, 'postgres'),
    })
    expect(existsSync(join(cluster, 'PG_VERSION'))).toBe(true)
  })

  test('A cluster that initdb cannot make is reported with its reason, and the next start makes it', () => {
    const dataDir = newFolder()
    const initdb = join(dataDir, 'no-space')
    writeFileSync(initdb, '#!/bin/sh\necho "no space left on device" >&2; exit 1\n', { mode: 0o755 })
    const binaries = findBinaries()
    expect(() => ensureCluster(dataDir, { ...binaries, initdb })).toThrow('initdb failed: no space left on device')
    expect(readdirSync(dataDir)).toEqual(['no-space'])
    expect(existsSync(join(ensureCluster(dataDir, binaries), 'PG_VERSION'))).toBe(true)
  })

  test('The embedded PostgreSQL works in a folder whose socket path is too long', async () => {
    const dataDir = newFolder(() => join(newFolder(), 'a'.repeat(120)))
    mkdirSync(dataDir, { recursive: true })
    const embedded = await startEmbedded(dataDir, quiet)
    expect(embedded.settings.host.length).toBeLessThan(92)
    expect(statSync(embedded.settings.host).mode & 0o777).toBe(0o700)
    await embedded.stop()
    rmSync(embedded.settings.host, { recursive: true, force: true })
  })

  test('The embedded PostgreSQL keeps running while another process uses it', async () => {
    const dataDir = newFolder()
    const first = await open(dataDir)
    await first.pool.query('select 1')
    const second = await open(dataDir)
    await second.close()
    expect((await first.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }])
    await first.close()
    expect(isRunning(dataDir)).toBe(false)
  })
})

describe('columns', () => {
  test('An int8 column is read as number and numeric as bigint', async () => {
    const database = await open(newFolder())
    const { rows } = await database.pool.query(
      'select 7999999999999999::int8 as place, 12345678901234567890123::numeric as money',
    )
    expect(rows).toEqual([{ place: 7_999_999_999_999_999, money: 12_345_678_901_234_567_890_123n }])
    await expect(database.pool.query('select 1.5::numeric')).rejects.toThrow()
    await database.close()
  })

  test('A value that this server never writes is read as one that nothing believes: it ends no query of other rows', async () => {
    const database = await open(newFolder())
    const { rows } = await database.pool.query(
      `select 9223372036854775807 as high, -9223372036854775808 as low, 8640000000000001 as "noDate",
        'NaN'::numeric(38, 0) as "noNumber", 'Infinity'::numeric as infinite, '-Infinity'::numeric as negative`,
    )
    const [high, low] = [8_000_000_000_000_000, -8_000_000_000_000_000]
    expect(rows).toEqual([{ high, low, noDate: high, noNumber: 0n, infinite: 0n, negative: 0n }])
    expect(new Date(high + 60 * 24 * 60 * 60 * 1_000).toISOString()).toMatch(/^\+/)
    await database.close()
  })
})

describe('migrations', () => {
  test('Migrations run once, also if two processes start together', async () => {
    const dataDir = newFolder()
    const database = await open(dataDir)
    const connect = database.connect
    expect(await Promise.all([migrate(connect), migrate(connect)])).toEqual([[], []])
    await database.pool.query('drop schema public cascade')
    await database.pool.query('create schema public')
    const twice = await Promise.all([migrate(connect), migrate(connect)])
    expect(twice.flat()).toEqual([...new Set(twice.flat())])
    expect(twice.flat().length).toBeGreaterThan(0)
    await database.close()
  })

  test('Migrations refuse a database migrated by a newer version', async () => {
    const database = await open(newFolder())
    await database.pool.query("insert into migrations values ('9999-later.sql', 'checksum', now())")
    await expect(migrate(database.connect)).rejects.toThrow('delete the row')
    await database.close()
  })

  test('Migrations refuse a database without the row of one that was applied, and say what to insert', async () => {
    const database = await open(newFolder())
    const { rows } = await database.pool.query(
      `delete from migrations where name = '0001-schema.sql' returning name, checksum`,
    )
    await expect(migrate(database.connect)).rejects.toThrow(`name: ${rows[0].name}, checksum: ${rows[0].checksum},`)
    await database.pool.query('insert into migrations values ($1, $2, now())', [rows[0].name, rows[0].checksum])
    expect(await migrate(database.connect)).toEqual([])
    await database.close()
  })

  test('Migrations refuse a database whose format was changed in place, and one without checksums', async () => {
    const database = await open(newFolder())
    await database.pool.query(`update migrations set checksum = 'another'`)
    await expect(migrate(database.connect)).rejects.toThrow(DataFormatChanged)
    await database.pool.query('alter table migrations drop column checksum')
    await expect(migrate(database.connect)).rejects.toThrow('the table migrations names a development version')
    await database.close()
  })

  test('A later migration is applied to existing data once, and its data is refused by a version without it', async () => {
    const database = await open(newFolder())
    const { rows } = await database.pool.query<{ id: string }>('select id::text from journal_identity')
    const folder = newFolder()
    cpSync(join(import.meta.dirname, '../../../src/server/postgres/migrations'), folder, { recursive: true })
    writeFileSync(join(folder, '9999-nickname.sql'), 'alter table users add column nickname text;')
    expect(await migrate(database.connect, { folder })).toEqual(['9999-nickname.sql'])
    expect(await migrate(database.connect, { folder })).toEqual([])
    expect(
      (await database.pool.query('select id::text, (select count(nickname) from users) from journal_identity')).rows,
    ).toEqual([{ ...rows[0], count: 0 }])
    await expect(migrate(database.connect)).rejects.toThrow('migrated by a newer version (9999-nickname.sql)')
    await database.close()
  })

  test('A failed migration changes nothing and names its file', async () => {
    const database = await open(newFolder())
    const folder = newFolder()
    cpSync(join(import.meta.dirname, '../../../src/server/postgres/migrations'), folder, { recursive: true })
    writeFileSync(join(folder, '9999-broken.sql'), 'create table half (id integer); select 1 / 0;')
    await expect(migrate(database.connect, { folder })).rejects.toThrow('Migration 9999-broken.sql failed')
    const { rows } = await database.pool.query(`select to_regclass('half') as found`)
    expect(rows).toEqual([{ found: null }])
    expect(await migrate(database.connect)).toEqual([])
    await database.close()
  })

  const debian = '/usr/lib/postgresql/15/bin'
  const title = existsSync(debian)
    ? 'Migrations run on PostgreSQL 15'
    : 'Migrations run on PostgreSQL 15 (not run: it is not installed)'
  test(title, async () => {
    if (existsSync(debian)) await migrateOnPostgres15(debian)
  })
})

/** Starts a cluster with the installed PostgreSQL; our launcher supports only the packaged one. */
async function migrateOnPostgres15(bin: string): Promise<void> {
  const folder = newFolder()
  const cluster = join(folder, 'old')
  mkdirSync(cluster, { mode: 0o700 })
  const ids = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (ids.uid !== undefined) chownSync(cluster, ids.uid, ids.gid)
  const options = { ...ids, cwd: '/', env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' } }
  execFileSync(join(bin, 'initdb'), ['-D', cluster, '-U', 'tern', '-A', 'trust', '-E', 'UTF8', '--locale=C'], options)
  const flags = ['-D', cluster, '-k', cluster, '-c', 'listen_addresses=']
  const server = spawn(join(bin, 'postgres'), flags, { ...options, stdio: 'ignore' })
  try {
    const databaseUrl = `postgresql:///postgres?host=${encodeURIComponent(cluster)}&user=tern`
    await untilAnswers(databaseUrl)
    const database = await openDatabase({ dataDir: folder, databaseUrl, log: quiet })
    expect((await database.pool.query('select 1 as one from journal_identity')).rows).toEqual([{ one: 1 }])
    expect(await migrate(database.connect)).toEqual([])
    await database.close()
  } finally {
    server.kill('SIGINT')
    await once(server, 'exit')
  }
}

async function untilAnswers(connectionString: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const client = new pg.Client({ connectionString })
    const connected = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => {})
    if (connected) return
    await pause(50)
  }
  throw new Error('PostgreSQL did not answer')
}
