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
  /** Where the tables are, for who has copies of some. */
  readonly schema: string
  close(): Promise<void>
}

/** `copied` are tables of which the session gets an empty copy to write to; under their plain names it sees these. */
export async function lookAtDatabase(
  { dataDir, databaseUrl, log }: DatabaseSettings,
  copied: readonly string[] = [],
): Promise<Look> {
  if (databaseUrl !== undefined)
    return look({ connectionString: databaseUrl }, copied, 'at DATABASE_URL', async () => undefined)
  if (!existsSync(join(dataDir, 'pg', 'PG_VERSION'))) throw new NoDatabase(`in ${dataDir}`, new Error('there is none'))
  const { settings, adopted, stop } = await startEmbedded(dataDir, log)
  return look(settings, copied, `in ${dataDir}`, async () => (adopted ? undefined : stop()))
}

const STATE = "select to_regclass('positions') is not null as there, quote_ident(current_schema()) as schema"

async function look(
  settings: pg.ClientConfig,
  copied: readonly string[],
  where: string,
  leave: () => Promise<void>,
): Promise<Look> {
  const client = new pg.Client({ ...settings, types: columnTypes, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  const close = async (): Promise<void> => {
    await client.end().catch(() => undefined)
    await leave()
  }
  try {
    await client.connect()
    const { rows } = await client.query<{ there: boolean; schema: string }>(STATE)
    const [{ there, schema } = { there: false, schema: '' }] = rows
    if (!there) throw new Error('it was not opened by this version of the program yet')
    for (const table of copied) await client.query(`create temp table ${table} (like ${schema}.${table} including all)`)
    await client.query('begin isolation level repeatable read read only')
    return { client, schema, close }
  } catch (error) {
    await close()
    throw new NoDatabase(where, error)
  }
}
