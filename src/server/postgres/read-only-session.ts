// A read-only REPEATABLE READ session for tools. Applies no migrations and takes no lock; a server that was not running
// is stopped again.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { Client, type ClientOptions } from './client.ts'
import { columnTypes } from './column-types.ts'
import { type DatabaseSettings, DatabaseUnavailable } from './database.ts'
import { startEmbedded } from './embedded.ts'
import { openHosts } from './hosts.ts'

export type ReadOnlySession = {
  /** In one read-only transaction, so that all queries see the same snapshot. */
  readonly client: pg.Client
  /** The schema of the real tables, for tools that shadow some with copies. */
  readonly schema: string
  close(): Promise<void>
}

/** Throws `DatabaseUnavailable`, so that a tool creates no database. */
export function refuseWithoutCluster({ dataDir, databaseUrl }: Omit<DatabaseSettings, 'log'>): void {
  if (databaseUrl === undefined && !existsSync(join(dataDir, 'pg', 'PG_VERSION')))
    throw new DatabaseUnavailable(`in ${dataDir}`, new Error('it does not exist, so set the DATA_DIR of the server'))
}

/** For each table in `copiedTables` the session gets an empty temporary table, which its plain name refers to. */
export async function openReadOnlySession(
  { dataDir, databaseUrl, log }: DatabaseSettings,
  copiedTables: readonly string[] = [],
): Promise<ReadOnlySession> {
  if (databaseUrl !== undefined) {
    const hosts = openHosts(databaseUrl, {})
    await hosts.find().catch((error: unknown) => {
      throw new DatabaseUnavailable('at DATABASE_URL', error)
    })
    return openSession({ hosts }, copiedTables, 'at DATABASE_URL', async () => undefined)
  }
  refuseWithoutCluster({ dataDir, databaseUrl })
  const { settings, adopted, stop } = await startEmbedded(dataDir, log)
  return openSession(settings, copiedTables, `in ${dataDir}`, async () => (adopted ? undefined : stop()))
}

const TABLES_EXIST =
  "select to_regclass('projection_positions') is not null as exists, quote_ident(current_schema()) as schema"

async function openSession(
  settings: ClientOptions,
  copiedTables: readonly string[],
  where: string,
  stopServer: () => Promise<void>,
): Promise<ReadOnlySession> {
  const client = new Client({ ...settings, types: columnTypes, connectionTimeoutMillis: 5_000 })
  const close = async (): Promise<void> => {
    await client.end().catch(() => undefined)
    await stopServer()
  }
  try {
    await client.connect()
    const { rows } = await client.query<{ exists: boolean; schema: string }>(TABLES_EXIST)
    const [{ exists, schema } = { exists: false, schema: '' }] = rows
    if (!exists) throw new Error('it has not been migrated by this version: start the exchange first')
    for (const table of copiedTables)
      await client.query(`create temp table ${table} (like ${schema}.${table} including all)`)
    await client.query('begin isolation level repeatable read read only')
    return { client, schema, close }
  } catch (error) {
    await close()
    throw new DatabaseUnavailable(where, error)
  }
}
