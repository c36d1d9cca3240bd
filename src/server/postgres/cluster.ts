// The data folder of the embedded PostgreSQL, and the folder of its socket.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { syncFolder } from '../../files/durable-file.ts'
import type { Binaries } from './binaries.ts'
import { asOwner, giveToOwner, ownerId, systemPath } from './run-as-user.ts'
import { copyForUnnamedUser, hasUserName } from './unnamed-user.ts'

/** The superuser of the embedded server, and the name of its database. */
export const clusterName = 'tern'
export const socketFile = '.s.PGSQL.5432'
// The kernel reserves 108 bytes for a socket path, including the final zero.
const maxSocketPathBytes = 107
const unfinished = 'pg.new-'

/** The folder of all data cannot be created, or nothing can be created in it. */
export class DataFolderUnusable extends Error {
  constructor(dataDir: string, cause: unknown) {
    const { code } = cause as NodeJS.ErrnoException
    super(
      `the data folder ${dataDir} cannot be used (${code}): set DATA_DIR to a folder that this system user can change`,
    )
  }
}

/** Throws `DataFolderUnusable`. */
function makeFolder(dataDir: string, path: string, mode: number): void {
  try {
    mkdirSync(path, { recursive: true, mode })
  } catch (error) {
    throw new DataFolderUnusable(dataDir, error)
  }
}

/** Where the cluster is, or will be. Makes the data folder. Throws `DataFolderUnusable`. */
export function clusterFolder(dataDir: string): string {
  makeFolder(dataDir, dataDir, 0o755)
  // The real path, because it identifies a running server.
  return join(realpathSync(dataDir), 'pg')
}

/** Creates the cluster on the first start. It is renamed when complete, so a crash leaves no partial cluster. */
export function ensureCluster(dataDir: string, binaries: Binaries): string {
  const folder = clusterFolder(dataDir)
  if (existsSync(join(folder, 'PG_VERSION'))) return folder
  removeUnfinished(dataDir)
  const draft = join(dataDir, `${unfinished}${process.pid}`)
  makeFolder(dataDir, draft, 0o700)
  giveToOwner(draft)
  if (process.platform !== 'linux' || hasUserName()) initialise(draft, binaries)
  else initialiseUnnamed(draft, binaries)
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process created the cluster first.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error
  }
  syncFolder(dataDir)
  return folder
}

function initialise(folder: string, binaries: Binaries): void {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  // No password: only the owner and root can access the folder of the socket.
  const access = ['--auth-local=trust', '--auth-host=reject']
  const args = ['-D', folder, '-U', clusterName, ...access, '--data-checksums', ...locale]
  const { file, args: full, ids } = asOwner(binaries.initdb, args, [folder])
  const run = spawnSync(file, full, {
    ...ids,
    cwd: '/',
    env: { LC_ALL: 'C', PATH: systemPath },
    encoding: 'utf8',
  })
  if (run.status === 0) return
  rmSync(folder, { recursive: true, force: true })
  throw new Error(`initdb failed: ${run.error?.message ?? run.stderr.trim()}`)
}

function initialiseUnnamed(folder: string, binaries: Binaries): void {
  const copies = `${folder}-programs`
  try {
    initialise(folder, copyForUnnamedUser(binaries, copies))
  } finally {
    rmSync(copies, { recursive: true, force: true })
  }
}

/** Removes what a killed first start left behind. */
function removeUnfinished(dataDir: string): void {
  for (const entry of readdirSync(dataDir)) {
    const pid = Number.parseInt(entry.slice(unfinished.length), 10)
    if (entry.startsWith(unfinished) && !existsSync(`/proc/${pid}`)) {
      rmSync(join(dataDir, entry), { recursive: true, force: true })
    }
  }
}

/** The cluster's folder if its path is short enough, else a private folder below the temporary one. */
export function socketFolder(cluster: string): string {
  if (fits(cluster)) return cluster
  const short = `tern-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
  const folder = join(fits(join(tmpdir(), short)) ? tmpdir() : '/tmp', short)
  try {
    mkdirSync(folder, { mode: 0o700 })
    chmodSync(folder, 0o700)
    giveToOwner(folder)
  } catch {
    // The folder exists: the checks below verify its owner and mode.
  }
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== ownerId() || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} is not a private folder of this user, so other users could access PostgreSQL's socket`)
  }
  return folder
}

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, socketFile)) <= maxSocketPathBytes
