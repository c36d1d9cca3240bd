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

/** There is no database to talk to, or it does not let us in. */
export class NoDatabase extends Error {
  constructor(where: string, cause: unknown) {
    const { code, message } = cause as NodeJS.ErrnoException
    // Of several addresses that all failed, the error of the whole has a code and no words.
    super(`the database ${where} cannot be used: ${message || code}`, { cause })
  }
}

const poolSize = 10
/** A database that says nothing at all is taken for one that is not there. */
const connectMillis = 5_000
const queryMillis = 30_000

/** Opens the database at `databaseUrl`, or the embedded one in `dataDir`, with every migration applied. */
export async function openDatabase({ dataDir, databaseUrl, log }: DatabaseSettings): Promise<Database> {
  if (databaseUrl !== undefined) {
    const server = { where: 'at DATABASE_URL', revive: async () => {}, stop: async () => {} }
    return connectTo({ connectionString: databaseUrl }, server, log)
  }
  const { settings, revive, stop } = await startEmbedded(dataDir, log)
  return connectTo(settings, { where: `in ${dataDir}`, revive, stop }, log)
}

type Server = { readonly where: string; revive(): Promise<void>; stop(): Promise<void> }

async function connectTo(settings: pg.ClientConfig, { where, revive, stop }: Server, log: Log): Promise<Database> {
  const options = { ...settings, types: columnTypes, connectionTimeoutMillis: connectMillis, keepAlive: true }
  const pool = new pg.Pool({ ...options, max: poolSize, query_timeout: queryMillis })
  // A connection that breaks would otherwise end the process, idle or not; the next query finds out by itself.
  pool.on('error', (error) => log.warn({ err: error }, 'an idle database connection broke'))
  pool.on('connect', (client) => client.on('error', () => undefined))
  const connectFor = async (query_timeout: number): Promise<pg.Client> => {
    await revive()
    const client = new pg.Client({ ...options, query_timeout })
    try {
      await client.connect()
    } catch (error) {
      throw new NoDatabase(where, error)
    }
    return client
  }
  // A migration takes as long as it takes, and may wait for somebody else's.
  const applied = await migrate(() => connectFor(0))
  if (applied.length > 0) log.info({ applied }, 'migrated the database')
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const close = async (): Promise<void> => {
    // Not kysely.destroy(): it leaves the pool open when no query went through kysely.
    await pool.end()
    await stop()
  }
  return { pool, kysely, connect: () => connectFor(queryMillis), close }
}
