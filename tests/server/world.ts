// A scratch PostgreSQL for the tests of one file, and empty migrated databases in it.
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../../src/server/postgres/database.ts'
import { type Embedded, startEmbedded } from '../../src/server/postgres/embedded.ts'
import { quiet } from './quiet.ts'

export type World = {
  /** An address that `DATABASE_URL` takes, of a new database without tables. */
  newDatabaseUrl(): Promise<string>
  /** A new database with every migration applied. The caller closes it. */
  newDatabase(): Promise<Database>
  end(): Promise<void>
}

/** Start it in `beforeAll`, end it in `afterAll`. */
export async function startWorld(): Promise<World> {
  const folder = scratchFolder()
  const embedded = await startEmbedded(folder, quiet)
  const admin = await openDatabase({ dataDir: folder, databaseUrl: addressOf(embedded, 'tern'), log: quiet })
  const opened: Database[] = []

  async function newDatabaseUrl(): Promise<string> {
    const name = `world_${randomUUID().replaceAll('-', '')}`
    await admin.pool.query(`create database ${name}`)
    return addressOf(embedded, name)
  }

  async function newDatabase(): Promise<Database> {
    const database = await openDatabase({ dataDir: folder, databaseUrl: await newDatabaseUrl(), log: quiet })
    opened.push(database)
    return database
  }

  async function end(): Promise<void> {
    await Promise.allSettled(opened.map((database) => database.close()))
    await admin.close()
    await embedded.stop()
    rmSync(folder, { recursive: true, force: true })
  }

  return { newDatabaseUrl, newDatabase, end }
}

/** Folders made by mkdtemp are closed to others, and under root PostgreSQL is one of the others. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tern-'))
  chmodSync(folder, 0o755)
  return folder
}

function addressOf(embedded: Embedded, database: string): string {
  const { host, user } = embedded.settings
  return `postgresql:///${database}?host=${encodeURIComponent(host)}&user=${user}`
}
