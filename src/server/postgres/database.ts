import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { columnTypes } from './column-types.ts'
import { startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import type { Tables } from './tables.ts'

export type Database = {
  readonly pool: pg.Pool
  readonly kysely: Kysely<Tables>
  /** A connection outside the pool, for who holds a lock as long as it lives. Whoever takes it ends it. */
  connect(): Promise<pg.Client>
  /** Ends the pool, and the embedded server in order. */
  close(): Promise<void>
}

export type DatabaseSettings = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly log: Log
}

const poolSize = 10

/** Opens the database at `databaseUrl`, or the embedded one in `dataDir`, with every migration applied. */
export async function openDatabase({ dataDir, databaseUrl, log }: DatabaseSettings): Promise<Database> {
  if (databaseUrl !== undefined) return connectTo({ connectionString: databaseUrl }, log, async () => {})
  const embedded = await startEmbedded(dataDir, log)
  return connectTo(embedded.settings, log, embedded.stop)
}

async function connectTo(settings: pg.ClientConfig, log: Log, stop: () => Promise<void>): Promise<Database> {
  const options = { ...settings, types: columnTypes }
  const pool = new pg.Pool({ ...options, max: poolSize })
  // A connection that breaks while it is idle would otherwise end the process; the next query finds out by itself.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client(options)
    await client.connect()
    return client
  }
  const applied = await migrate(connect)
  if (applied.length > 0) log.info({ applied }, 'migrated the database')
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async (): Promise<void> => {
    // Not kysely.destroy(): it leaves the pool open when no query went through kysely.
    await pool.end()
    await stop()
  }
  return { pool, kysely, connect, close }
}
