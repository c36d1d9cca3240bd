// Runs the packaged PostgreSQL on a unix socket in the data folder. The server outlives us when we are killed, so that
// no kill of ours can interrupt a commit; the next start adopts it.
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { ensureCluster, name, socketFile, socketFolder } from './cluster.ts'
import { asOwner, systemPath } from './owner.ts'

export type Embedded = {
  /** Where to connect. */
  readonly settings: { host: string; user: string; database: string; application_name: string }
  /** Whether the server was already running. */
  readonly adopted: boolean
  /** Starts the server again when it died under us; nothing when it lives. */
  revive(): Promise<void>
  /** An ordered stop: everything reaches the disk, the server exits. Not while another process of ours uses it. */
  stop(): Promise<void>
}

type Place = { readonly cluster: string; readonly socket: string; readonly outputFile: string }

const pollMillis = 20
const patienceMillis = 120_000
const shutdownMillis = 20_000
// How long the server takes at most to notice that a session has ended.
const lingerMillis = 1_000

export async function startEmbedded(dataDir: string, log: Log): Promise<Embedded> {
  const binaries = findBinaries()
  const cluster = ensureCluster(dataDir, binaries)
  const place = { cluster, socket: socketFolder(cluster), outputFile: join(dataDir, 'postgres.log') }
  const adopted = await bringUp(place, binaries)
  log.info({ pid: runningPid(place), adopted }, adopted ? 'adopted a running PostgreSQL' : 'started PostgreSQL')
  await ensureDatabase(place.socket)
  let reviving: Promise<void> | undefined
  let stopped = false
  async function revive(): Promise<void> {
    if (stopped || runningPid(place) !== undefined) return
    log.warn('PostgreSQL is gone: starting it again')
    await bringUp(place, binaries)
    log.info({ pid: runningPid(place) }, 'PostgreSQL runs again')
  }
  return {
    settings: { host: place.socket, user: name, database: name, application_name: name },
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
      await stop(place)
    },
  }
}

/** Until a server answers: adopt the one that runs, else start one. True when it was adopted. */
async function bringUp(place: Place, binaries: Binaries): Promise<boolean> {
  const deadline = performance.now() + patienceMillis
  while (performance.now() < deadline) {
    if (runningPid(place) !== undefined) {
      if (await answers(place.socket)) return true
      // It is starting, recovering or stopping: each ends in an answer or in no process.
      await pause(pollMillis)
      continue
    }
    if (await start(place, binaries, deadline)) return false
  }
  throw new Error(`PostgreSQL did not answer in ${patienceMillis / 1000} s:\n${tail(place.outputFile)}`)
}

/** False when it could not start because the last one is not quite gone. */
async function start(place: Place, binaries: Binaries, deadline: number): Promise<boolean> {
  const child = launch(place, binaries)
  while (performance.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const output = tail(place.outputFile)
      if (!/pre-existing shared memory block|postmaster\.pid" already exists/.test(output)) {
        throw new Error(`PostgreSQL did not start:\n${output}`)
      }
      await pause(10 * pollMillis)
      return false
    }
    if (await answers(place.socket)) return true
    await pause(pollMillis)
  }
  return false
}

function launch(place: Place, binaries: Binaries): ChildProcess {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: place.socket,
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
  const command = asOwner(binaries.postgres, ['-D', place.cluster, ...flags], [place.cluster, place.socket])
  // One file per run, and the run before it: enough to tell why the last one ended.
  if (existsSync(place.outputFile)) renameSync(place.outputFile, `${place.outputFile}.1`)
  const output = openSync(place.outputFile, 'w', 0o640)
  const child = spawn(command.file, [...command.args], {
    ...command.ids,
    cwd: '/',
    env: { LC_ALL: 'C', PATH: systemPath },
    stdio: ['ignore', output, output],
    detached: true,
  })
  closeSync(output)
  child.once('error', () => {}) // seen as an exit by whoever waits
  child.unref()
  return child
}

/** The server's process, if postmaster.pid names one that lives and is really this cluster's. */
function runningPid({ cluster }: Place): number | undefined {
  const pid = Number.parseInt(readIfThere(join(cluster, 'postmaster.pid')), 10)
  // A pid outlives its process in the file, and after a restart of the machine it may be anybody's.
  return pid > 0 && isPostmaster(pid, cluster) ? pid : undefined
}

function readIfThere(file: string): string {
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

async function answers(socket: string): Promise<boolean> {
  if (!existsSync(join(socket, socketFile))) return false
  const client = new pg.Client({ host: socket, user: name, database: 'postgres', connectionTimeoutMillis: 5_000 })
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
  const client = new pg.Client({ host: socket, user: name, database: 'postgres' })
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount === 0) await client.query(`create database ${name}`)
  await client.end()
}

async function stop(place: Place): Promise<void> {
  const pid = runningPid(place)
  if (pid === undefined || (await isStillUsed(place.socket))) return
  process.kill(pid, 'SIGINT')
  const deadline = performance.now() + shutdownMillis
  while (runningPid(place) === pid) {
    if (performance.now() > deadline) throw new Error(`PostgreSQL (${pid}) did not stop in ${shutdownMillis / 1000} s`)
    await pause(pollMillis)
  }
}

/** A second process that found the exchange running must not stop the server under the first. */
async function isStillUsed(socket: string): Promise<boolean> {
  const client = new pg.Client({ host: socket, user: name, database: 'postgres' })
  client.on('error', () => {})
  try {
    await client.connect()
    const deadline = performance.now() + lingerMillis
    while (performance.now() < deadline) {
      const { rowCount } = await client.query('select from pg_stat_activity where application_name like $1', [
        `${name}%`,
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

const tail = (file: string): string => readIfThere(file).slice(-4_000).trim()
