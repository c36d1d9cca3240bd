// A look at the database as it is at one moment. Nothing is changed: no migration, no writer's lock, and a server that
// was not running is stopped again.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { columnTypes } from './column-types.ts'
import { type DatabaseSettings, NoDatabase } from './database.ts'
import { startEmbedded } from './embedded.ts'

export type Look = {
  /** In one read-only transaction: all it answers is of the same moment. */
  readonly client: pg.Client
  close(): Promise<void>
}

export async function lookAtDatabase({ dataDir, databaseUrl, log }: DatabaseSettings): Promise<Look> {
  if (databaseUrl !== undefined)
    return look({ connectionString: databaseUrl }, 'at DATABASE_URL', async () => undefined)
  if (!existsSync(join(dataDir, 'pg', 'PG_VERSION'))) throw new NoDatabase(`in ${dataDir}`, new Error('there is none'))
  const { settings, adopted, stop } = await startEmbedded(dataDir, log)
  return look(settings, `in ${dataDir}`, async () => (adopted ? undefined : stop()))
}

async function look(settings: pg.ClientConfig, where: string, leave: () => Promise<void>): Promise<Look> {
  const client = new pg.Client({ ...settings, types: columnTypes, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  const close = async (): Promise<void> => {
    await client.end().catch(() => undefined)
    await leave()
  }
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ there: boolean }>("select to_regclass('snapshots') is not null as there")
    if (rows[0]?.there !== true) throw new Error('it was not opened by this version of the program yet')
    return { client, close }
  } catch (error) {
    await close()
    throw new NoDatabase(where, error)
  }
}
