/**
 * Three servers of PostgreSQL, of which one is written and the others copy it. All have the same settings, and a commit waits
 * until one of the copies has it. A promotion tells the other copies which server they follow. A copy with a list of
 * servers could wait forever for one that is frozen: PostgreSQL applies no connect_timeout there.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findBinaries } from '../../server/postgres/binaries.ts'
import { Client } from '../../server/postgres/client.ts'
import { clusterFolder, clusterName, ensureCluster } from '../../server/postgres/cluster.ts'
import { queryOne } from '../../server/postgres/query.ts'
import { asOwner, giveToOwner, systemPath } from '../../server/postgres/run-as-user.ts'
import { commandFor, DATABASES, type DatabaseName, type Place } from './place.ts'
import { end, type Program, pidOf, start, waitFor } from './processes.ts'

const HOST = '127.0.0.1'
const START_MILLIS = 120_000
const CONNECT_MILLIS = 10_000
/** In which the processes of a server that was killed are gone. */
const GONE_MILLIS = 10_000
const AGAIN_MILLIS = 200
/** Marks a server that copies another one. */
const COPIES = 'standby.signal'
/** What a copy has of its own. */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts', 'pg_wal', COPIES])
const ACCESS = `local all all trust
host all all ${HOST}/32 scram-sha-256
host replication all ${HOST}/32 scram-sha-256
`

type Ports = Readonly<Record<DatabaseName, number>>

/** `DATABASE_URL` of the exchange. `ports`: others that lead to the three. */
export function databaseUrl({ content }: Place, ports: Ports = content.ports): string {
  const hosts = DATABASES.map((name) => `${HOST}:${ports[name]}`).join(',')
  return `postgresql://${clusterName}:${content.password}@${hosts}/${clusterName}`
}

/** Starts what does not run. A server that was written before another one was promoted is copied again. */
export async function startDatabases(place: Place): Promise<void> {
  const { primary } = place.content
  if (pidOf(place, primary) === undefined) {
    if (!existsSync(clusterOf(place, primary))) create(place, primary)
    await launch(place, primary)
  }
  await waitFor(place, primary, START_MILLIS, () => isWritten(place, primary))
  for (const name of DATABASES) {
    if (name === primary || pidOf(place, name) !== undefined) continue
    if (!existsSync(join(clusterOf(place, name), COPIES))) await copy(place, primary, name)
    await launch(place, name)
  }
  for (const name of copiesOf(place)) await follow(place, name)
  for (const name of DATABASES) await waitFor(place, name, START_MILLIS, () => isConnected(place, name))
}

/** Kills the server that is written, and promotes the copy that has received most. Returns its name. Without a copy it kills nothing. */
export async function promote(place: Place): Promise<DatabaseName> {
  if (copiesOf(place).length === 0)
    throw new Error(`no copy of the database runs that could be promoted: ${commandFor('up', place.folder)}`)
  await end(place, place.content.primary, 'SIGKILL')
  return promoteCopy(place)
}

/** Only while the server that is written cannot write. */
export async function promoteCopy(place: Place): Promise<DatabaseName> {
  const copies = copiesOf(place)
  const received = await Promise.all(copies.map(async (name) => ({ name, bytes: await receivedBytes(place, name) })))
  const best = received.toSorted((a, b) => (a.bytes < b.bytes ? 1 : -1))[0]
  if (best === undefined) throw new Error('no copy of the database runs that could be promoted')
  await ask(place, best.name, 'select pg_promote() as done')
  place.write({ primary: best.name })
  for (const name of copies) if (name !== best.name) await follow(place, name)
  return best.name
}

async function follow(place: Place, name: DatabaseName): Promise<void> {
  await ask(place, name, `alter system set ${followed(place, name)}`)
  await ask(place, name, 'select pg_reload_conf() as done')
}

/** Those that run. */
const copiesOf = (place: Place): readonly DatabaseName[] =>
  DATABASES.filter((name) => name !== place.content.primary && pidOf(place, name) !== undefined)

export async function endDatabases(place: Place): Promise<void> {
  const { primary } = place.content
  // First the one that is written, so that the copies receive its end.
  for (const name of [primary, ...DATABASES.filter((each) => each !== primary)]) await end(place, name, 'SIGINT')
}

/** Whether this server is written, or copies the one that is. */
export async function isConnected(place: Place, name: DatabaseName): Promise<boolean> {
  if (name === place.content.primary) return isWritten(place, name)
  const row = await ask<{ found: boolean }>(
    place,
    place.content.primary,
    `select exists (select from pg_stat_replication where application_name = '${name}' and state = 'streaming') as found`,
  ).catch(() => undefined)
  return row?.found === true
}

const isWritten = (place: Place, name: DatabaseName): Promise<boolean> =>
  ask<{ isCopy: boolean }>(place, name, 'select pg_is_in_recovery() as "isCopy"').then(
    (row) => row?.isCopy === false,
    () => false,
  )

async function receivedBytes(place: Place, name: DatabaseName): Promise<bigint> {
  const row = await ask<{ bytes: string }>(
    place,
    name,
    `select pg_wal_lsn_diff(coalesce(pg_last_wal_receive_lsn(), '0/0'), '0/0')::text as bytes`,
  )
  return BigInt(row?.bytes ?? 0)
}

async function ask<Row extends object>(place: Place, name: DatabaseName, sql: string): Promise<Row | undefined> {
  const client = await connectTo(place, name)
  return queryOne<Row>(client, sql).finally(() => client.end())
}

async function connectTo({ content: { ports, password } }: Place, name: DatabaseName): Promise<Client> {
  const address = { host: HOST, port: ports[name], user: clusterName, password, database: 'postgres' }
  const client = new Client({ ...address, connectionTimeoutMillis: CONNECT_MILLIS })
  await client.connect().catch((error: unknown) => {
    throw new Error(`${name} does not answer: ${error instanceof Error ? error.message : error}`)
  })
  return client
}

const folderOf = ({ folder }: Place, name: DatabaseName): string => join(folder, name)
const clusterOf = (place: Place, name: DatabaseName): string => clusterFolder(folderOf(place, name))

/** With user, password and database. The server does not run yet. */
function create(place: Place, name: DatabaseName): void {
  const cluster = ensureCluster(folderOf(place, name), findBinaries())
  writeFileSync(join(cluster, 'pg_hba.conf'), ACCESS)
  const command = asOwner(findBinaries().postgres, ['--single', '-D', cluster, 'postgres'], [cluster])
  const { status, stderr } = spawnSync(command.file, [...command.args], {
    ...command.ids,
    cwd: '/',
    env: { LC_ALL: 'C', PATH: systemPath },
    input: `alter user ${clusterName} password '${place.content.password}'\ncreate database ${clusterName}\n`,
    encoding: 'utf8',
  })
  if (status === 0) return
  rmSync(cluster, { recursive: true, force: true })
  throw new Error(`PostgreSQL could not create the database: ${stderr.trim()}`)
}

/** While the first one is written. The copy is renamed when it is complete. */
async function copy(place: Place, from: DatabaseName, to: DatabaseName): Promise<void> {
  const [source, target] = [clusterOf(place, from), clusterOf(place, to)]
  const draft = `${target}.new`
  for (const old of [target, draft]) rmSync(old, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  mkdirSync(join(draft, 'pg_wal'), { mode: 0o700 })
  const client = await connectTo(place, from)
  try {
    await client.query(`select pg_backup_start('${to}', true)`)
    const entries = readdirSync(source).filter((name) => !NOT_COPIED.has(name))
    execFileSync('cp', ['-a', ...entries.map((name) => join(source, name)), draft])
    const row = await queryOne<{ label: string }>(
      client,
      'select labelfile as label from pg_backup_stop(wait_for_archive => false)',
    )
    writeFileSync(join(draft, 'backup_label'), row?.label ?? '')
  } finally {
    await client.end()
  }
  writeFileSync(join(draft, COPIES), '')
  for (const path of [draft, ...['pg_wal', 'backup_label', COPIES].map((name) => join(draft, name))]) giveToOwner(path)
  renameSync(draft, target)
}

/** Resolves when the server answers. It refuses to start while a process of its last run that was killed is not quite gone: it is tried again. */
async function launch(place: Place, name: DatabaseName): Promise<void> {
  for (const until = performance.now() + GONE_MILLIS; ; await pause(AGAIN_MILLIS)) {
    start(place, name, programOf(place, name))
    try {
      return await waitFor(place, name, START_MILLIS, () => answers(place, name))
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}

const answers = (place: Place, name: DatabaseName): Promise<boolean> =>
  ask(place, name, 'select 1').then(
    () => true,
    () => false,
  )

/** The setting of a copy that follows the server that is written. */
function followed({ content: { ports, password, primary } }: Place, name: DatabaseName): string {
  const server = `host=${HOST} port=${ports[primary]} user=${clusterName} password=${password}`
  return `primary_conninfo = '${server} application_name=${name}'`
}

function programOf(place: Place, name: DatabaseName): Program {
  const { ports } = place.content
  const cluster = clusterOf(place, name)
  const changes = join(cluster, 'postgresql.auto.conf')
  writeFileSync(changes, `${followed(place, name)}\n`)
  giveToOwner(changes)
  const settings = {
    listen_addresses: HOST,
    port: String(ports[name]),
    unix_socket_directories: '',
    max_connections: '60',
    synchronous_standby_names: `ANY 1 (${DATABASES.join(', ')})`,
    wal_keep_size: '256MB',
    wal_retrieve_retry_interval: '200ms',
    timezone: 'UTC',
  }
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])]
  const command = asOwner(findBinaries().postgres, args, [cluster])
  return { ...command, env: { LC_ALL: 'C', PATH: systemPath } }
}
