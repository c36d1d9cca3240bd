import type { Duplex } from 'node:stream'
import pg from 'pg'
import type { Log } from '../runtime/log.ts'
import { Client, type ClientOptions } from './client.ts'
import { columnTypes } from './column-types.ts'
import { startEmbedded } from './embedded.ts'
import { type Hosts, openHosts } from './hosts.ts'
import { migrate } from './migrate.ts'
import type { Queryable } from './query.ts'
import { refuseOtherWriter } from './writer-lock.ts'

export type Database = {
  readonly pool: pg.Pool
  /** A connection outside the pool, for a session-level lock. The caller ends it. */
  connect(): Promise<pg.Client>
  /** From now on a new connection is refused with `TakenOver` while another process has the writer's lock. */
  fence(): void
  readonly isFenced: boolean
  /** Ends the pool, then stops the embedded server. */
  close(): Promise<void>
}

export type DatabaseSettings = {
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  readonly log: Log
  /** How long a query may take, also one that waits for a lock. Overridden by tests. */
  readonly queryMillis?: number
  /** `application_name` of the connections. */
  readonly name?: string
  /** This process has the writer's lock already. */
  readonly isFenced?: boolean
}

/** The database cannot be reached, or refuses the connection. */
export class DatabaseUnavailable extends Error {
  constructor(where: string, cause: unknown) {
    const { code, message } = cause as NodeJS.ErrnoException
    // An aggregate error of several addresses has a code and an empty message.
    super(`the database ${where} is not available: ${message || code}`, { cause })
  }
}

const poolSize = 10
/** A database that does not respond for this long is treated as absent. */
const connectMillis = 5_000
/** How long a query may take, also one that waits for a lock. */
export const QUERY_MILLIS = 30_000

/** Opens the database at `databaseUrl`, or the embedded one in `dataDir`, with every migration applied. */
export async function openDatabase(settings: DatabaseSettings): Promise<Database> {
  return connectTo(await openServer(settings), settings)
}

/** Connections to a database whose migrations the caller applies. */
export type Clients = {
  /** Without a timeout for queries, unless it is given. The caller ends it. */
  connect(queryMillis?: number): Promise<Client>
  /** Applies every migration. */
  migrate(): Promise<unknown>
  close(): Promise<void>
}

/** As `openDatabase`, but without migrations. */
export async function openClients(settings: DatabaseSettings): Promise<Clients> {
  const server = await openServer(settings)
  const connect = (queryMillis = 0) => connectClient(server, queryMillis)
  return { connect, migrate: () => migrate(() => connect()), close: server.stop }
}

type Server = {
  readonly options: ClientOptions
  readonly where: string
  /** Undefined for the embedded server. */
  readonly hosts: Hosts | undefined
  /** Before a connection outside of the pool: starts the embedded server again, or finds the host that can be written. */
  revive(): Promise<void>
  stop(): Promise<void>
}

async function openServer({ dataDir, databaseUrl, log, name }: DatabaseSettings): Promise<Server> {
  const shared = {
    types: columnTypes,
    connectionTimeoutMillis: connectMillis,
    keepAlive: true,
    ...(name !== undefined && { application_name: name }),
  }
  if (databaseUrl !== undefined) {
    const hosts = openHosts(databaseUrl, shared)
    const revive = () =>
      hosts.find().catch((error: unknown) => {
        throw new DatabaseUnavailable('at DATABASE_URL', error)
      })
    return { options: { ...shared, hosts }, where: 'at DATABASE_URL', hosts, revive, stop: async () => {} }
  }
  const { settings, revive, stop } = await startEmbedded(dataDir, log)
  return { options: { ...settings, ...shared }, where: `in ${dataDir}`, hosts: undefined, revive, stop }
}

async function connectClient({ options, where, revive }: Server, query_timeout: number): Promise<Client> {
  await revive()
  const client = new Client({ ...options, query_timeout })
  try {
    await client.connect()
  } catch (error) {
    throw new DatabaseUnavailable(where, error)
  }
  return client
}

async function connectTo(server: Server, settings: DatabaseSettings): Promise<Database> {
  const { log, queryMillis = QUERY_MILLIS } = settings
  let isFenced = settings.isFenced ?? false
  const checkFence = async (client: Queryable): Promise<void> => {
    if (isFenced) await refuseOtherWriter(client)
  }
  // The database ends the statement too: else each repetition leaves a session that waits for the same lock, until it takes no more.
  const timeouts = { query_timeout: queryMillis, statement_timeout: queryMillis }
  const verify = (client: Queryable, done: (error?: Error) => void): void =>
    void checkFence(client).then(() => done(otherHost(client, server.hosts)), done)
  const pool = new pg.Pool({ ...server.options, max: poolSize, ...timeouts, Client, verify })
  pool.on('error', (error) => log.warn({ event: 'database.connection_lost', err: error }, 'lost an idle connection'))
  if (server.hosts !== undefined) followHosts(pool, server.hosts)

  async function connect(millis: number): Promise<pg.Client> {
    const client = await connectClient(server, millis)
    try {
      await checkFence(client)
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
  }

  // No timeout: a migration may be slow, or wait for another process that migrates.
  const applied = await migrate(() => connect(0))
  if (applied.length > 0) log.info({ event: 'database.migrated', applied }, 'applied migrations')
  return {
    pool,
    connect: () => connect(queryMillis),
    fence() {
      isFenced = true
    },
    get isFenced() {
      return isFenced
    },
    async close() {
      await pool.end()
      await server.stop()
    },
  }
}

/** While the connection was opened, the database has moved. */
function otherHost(client: Queryable, hosts: Hosts | undefined): Error | undefined {
  const isOther = hosts !== undefined && client instanceof Client && client.address !== hosts.address
  return isOther ? moved() : undefined
}

/** As any other connection that is lost. */
const moved = (): Error => Object.assign(new Error('the database has moved to another host'), { code: 'ECONNRESET' })

/** When the database has moved, a connection to the host before can still be open, and read what is old. */
function followHosts(pool: pg.Pool, hosts: Hosts): void {
  const open = new Set<pg.PoolClient>()
  pool.on('connect', (client) => open.add(client))
  pool.on('remove', (client) => open.delete(client))
  hosts.onMoved(() => {
    for (const client of open) {
      const { stream } = (client as unknown as { readonly connection: { readonly stream: Duplex } }).connection
      stream.destroy(moved())
    }
  })
}
