// Runs the packaged PostgreSQL on a unix socket in the data folder. It keeps running when this process is killed, so that
// a kill cannot interrupt a commit; the next start uses the running server.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../runtime/log.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { clusterFolder, clusterName, ensureCluster, socketFile, socketFolder } from './cluster.ts'
import { asOwner, systemPath } from './run-as-user.ts'
import { refuseStopped } from './stopped-process.ts'
import { DataFolderMoved, endStrayServers, lockedBy, runsElsewhere } from './stray-server.ts'

type Embedded = {
  readonly settings: { host: string; user: string; database: string; application_name: string }
  /** Whether the server was already running. */
  readonly adopted: boolean
  /** Restarts the server if it is not running. */
  revive(): Promise<void>
  /** Shuts the server down cleanly, unless another process uses it. */
  stop(): Promise<void>
}

type ServerPaths = { readonly cluster: string; readonly socket: string; readonly outputFile: string }

const pollMillis = 20
const startTimeoutMillis = 120_000
const stopTimeoutMillis = 20_000
// The server needs up to this long to notice that a session has ended.
const sessionEndMillis = 1_000

export async function startEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  const binaries = findBinaries()
  await endStrayServers(clusterFolder(dataDir), isInUse)
  const cluster = ensureCluster(dataDir, binaries)
  const paths = { cluster, socket: socketFolder(cluster), outputFile: join(dataDir, 'postgres.log') }
  const adopted = await ensureRunning(paths, binaries)
  const message = adopted ? 'PostgreSQL was already running' : 'started PostgreSQL'
  log.info({ event: 'database.started', pid: runningPid(paths), adopted }, message)
  await ensureDatabase(paths.socket)
  let reviving: Promise<void> | undefined
  let stopped = false
  async function revive(): Promise<void> {
    const running = runningPid(paths)
    if (running !== undefined) refuseStopped(running)
    if (stopped || running !== undefined) return
    log.warn({ event: 'database.stopped' }, 'PostgreSQL has stopped: restarting it')
    await ensureRunning(paths, binaries)
    log.info({ event: 'database.restarted', pid: runningPid(paths) }, 'restarted PostgreSQL')
  }
  return {
    settings: { host: paths.socket, user: clusterName, database: clusterName, application_name: clusterName },
    adopted,
    revive: () => {
      reviving ??= revive().finally(() => {
        reviving = undefined
      })
      return reviving
    },
    async stop() {
      stopped = true
      await reviving?.catch(() => undefined)
      await stop(paths)
    },
  }
}

/** Waits for the running server, or starts one. True if it was already running. */
async function ensureRunning(paths: ServerPaths, binaries: Binaries): Promise<boolean> {
  const deadline = performance.now() + startTimeoutMillis
  while (performance.now() < deadline) {
    const running = runningPid(paths)
    if (running !== undefined) {
      refuseStopped(running)
      if (await acceptsConnections(paths.socket)) return true
      // It is starting, recovering or stopping: it will accept connections or exit.
      await pause(pollMillis)
      continue
    }
    if (await start(paths, binaries, deadline)) return false
  }
  throw new Error(`PostgreSQL did not answer in ${startTimeoutMillis / 1000} s:\n${tail(paths.outputFile)}`)
}

/** False if the previous server has not exited completely. */
async function start(paths: ServerPaths, binaries: Binaries, deadline: number): Promise<boolean> {
  const child = launch(paths, binaries)
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const output = tail(paths.outputFile)
      if (!/pre-existing shared memory block|lock file "[^"]+" already exists/.test(output)) {
        throw new Error(`PostgreSQL did not start:\n${output}`)
      }
      refuseCopy(paths.cluster)
      await pause(10 * pollMillis)
      return false
    }
    if (await acceptsConnections(paths.socket)) return true
    await pause(pollMillis)
  }
  return false
}

function refuseCopy(cluster: string): void {
  const pid = lockedBy(cluster)
  if (runsElsewhere(pid, cluster))
    throw new DataFolderMoved(
      `${cluster} was copied while its PostgreSQL (process ${pid}) ran, so it may be damaged: restore a backup into an empty DATA_DIR`,
    )
}

function launch(paths: ServerPaths, binaries: Binaries): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: paths.socket,
    unix_socket_permissions: '0700',
    max_connections: '30',
    shared_buffers: '128MB',
    fsync: 'on',
    synchronous_commit: 'on',
    log_checkpoints: 'off',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    log_timezone: 'UTC',
    timezone: 'UTC',
  }
  const flags = Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const command = asOwner(binaries.postgres, ['-D', paths.cluster, ...flags], [paths.cluster, paths.socket])
  // Keeps the output of this run and of the previous one.
  if (existsSync(paths.outputFile)) renameSync(paths.outputFile, `${paths.outputFile}.1`)
  const output = openSync(paths.outputFile, 'w', 0o640)
  const child = spawn(command.file, [...command.args], {
    ...command.ids,
    cwd: '/',
    env: { LC_ALL: 'C', PATH: systemPath },
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  child.once('error', () => {}) // `start` sees the exit
  child.unref()
  return child
}

/** The pid in postmaster.pid, if that process exists and serves this cluster. */
function runningPid({ cluster }: ServerPaths): number | undefined {
  const pid = lockedBy(cluster)
  // The file can outlive the process, and after a reboot the pid may belong to another one.
  return pid > 0 && isPostmaster(pid, cluster) ? pid : undefined
}

function readIfExists(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function isPostmaster(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(cluster)
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function acceptsConnections(socket: string): Promise<boolean> {
  if (!existsSync(join(socket, socketFile))) return false
  const client = new pg.Client({
    host: socket,
    user: clusterName,
    database: 'postgres',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function ensureDatabase(socket: string): Promise<void> {
  const client = new pg.Client({ host: socket, user: clusterName, database: 'postgres' })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [clusterName])
  if (rowCount === 0) await client.query(`create database ${clusterName}`)
  await client.end()
}

async function stop(paths: ServerPaths): Promise<void> {
  const pid = runningPid(paths)
  if (pid === undefined || (await isInUse(paths.socket))) return
  process.kill(pid, 'SIGINT')
  const deadline = performance.now() + stopTimeoutMillis
  while (runningPid(paths) === pid) {
    if (performance.now() > deadline)
      throw new Error(`PostgreSQL (${pid}) did not stop in ${stopTimeoutMillis / 1000} s`)
    await pause(pollMillis)
  }
}

/** True while another process of ours is connected. */
async function isInUse(socket: string): Promise<boolean> {
  const client = new pg.Client({ host: socket, user: clusterName, database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
    const deadline = performance.now() + sessionEndMillis
    while (performance.now() < deadline) {
      const { rowCount } = await client.query('select from pg_stat_activity where application_name like $1', [
        `${clusterName}%`,
      ])
      if (rowCount === 0) return false
      await pause(pollMillis)
    }
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

const tail = (file: string): string => readIfExists(file).slice(-4_000).trim()
