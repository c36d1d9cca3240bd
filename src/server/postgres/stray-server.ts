/**
 * Ends a PostgreSQL that has survived its exchange, and whose data folder was moved or deleted since. It keeps the files of its
 * cluster open, but writes the control file to the path that it was started with, so it would destroy the next cluster there.
 * Linux only. A process with other mounts, as in another container, is left alone: there the same path is another folder.
 */

import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { socketFolder } from './cluster.ts'
import { refuseStopped } from './stopped-process.ts'

/** Of a PostgreSQL whose cluster is not at the path that it was started with. */
export class DataFolderMoved extends Error {}

/** `named`: the folder that it was started with. */
type Server = { readonly pid: number; readonly named: string }

const POLL_MILLIS = 20
const END_MILLIS = 20_000

/**
 * `cluster` may not exist yet. A server that runs in it as it should is left alone. `isInUse`: whether a process of ours is
 * connected to the server with this folder of its socket. Throws `DataFolderMoved` if one is, or if the process cannot be ended.
 */
export async function endStrayServers(cluster: string, isInUse: (socket: string) => Promise<boolean>): Promise<void> {
  for (const { pid, named } of strayServers(cluster)) {
    refuseStopped(pid)
    const socket = socketFolder(named)
    if (await isInUse(socket === named ? `/proc/${pid}/cwd` : socket))
      throw new DataFolderMoved(
        `the data folder of process ${pid} of PostgreSQL was moved while it is used: stop the server, or the backup with --follow, that uses it, then start again`,
      )
    quit(pid)
    for (const until = performance.now() + END_MILLIS; isAlive(pid); await pause(POLL_MILLIS))
      if (performance.now() > until) throw notEnded(pid)
  }
}

function strayServers(cluster: string): readonly Server[] {
  if (process.platform !== 'linux') return []
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.map(Number).flatMap((pid): readonly Server[] => {
    const named = namedBy(pid)
    // At its start it has opened nothing yet.
    if (named === undefined || isSameFolder(`/proc/${pid}/cwd`, '/') === true || hasOtherMounts(pid)) return []
    const isHere = isSameFolder(`/proc/${pid}/cwd`, cluster)
    // Of a process of another user, neither folder nor mounts can be read: the file in the cluster says whose it is.
    if (isHere === undefined) return named === cluster && lockedBy(cluster) !== pid ? [{ pid, named }] : []
    const isThere = named === cluster || isSameFolder(named, cluster) === true
    return isHere === isThere ? [] : [{ pid, named }]
  })
}

/** In another container the same path is another folder. False also if it cannot be read. */
function hasOtherMounts(pid: number): boolean {
  const [own, other] = ['self', pid].map((each) => mountsOf(each))
  return other !== undefined && other !== own
}

function mountsOf(pid: number | string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/ns/mnt`)
  } catch {
    return undefined
  }
}

/** A cluster that was copied while its PostgreSQL ran names that process in its lock file. */
export const runsElsewhere = (pid: number, cluster: string): boolean =>
  process.platform === 'linux' && namedBy(pid) !== undefined && isSameFolder(`/proc/${pid}/cwd`, cluster) === false

/** The data folder in the command line; undefined if the process is no PostgreSQL, is one of its helpers, or has ended. */
function namedBy(pid: number): string | undefined {
  const [program = '', option, folder] = read(`/proc/${pid}/cmdline`).split('\0')
  return basename(program) === 'postgres' && option === '-D' ? folder : undefined
}

/** `123 (postgres) Z …`: it has ended, and its parent has not noticed. */
const isAlive = (pid: number): boolean => /^\d+ \(.*\) [^ZX]/.test(read(`/proc/${pid}/stat`))

/** PostgreSQL works in the folder of its cluster, also after that was moved or deleted. Undefined if one cannot be read. */
function isSameFolder(one: string, other: string): boolean | undefined {
  try {
    const [a, b] = [statSync(one, { bigint: true }), statSync(other, { bigint: true })]
    return a.dev === b.dev && a.ino === b.ino
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES' ? undefined : false
  }
}

/** The process in the lock file; NaN without one. */
export const lockedBy = (cluster: string): number => Number.parseInt(read(join(cluster, 'postmaster.pid')), 10)

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Without a checkpoint, which would write the control file. What was committed is in the log of the cluster. */
function quit(pid: number): void {
  try {
    process.kill(pid, 'SIGQUIT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw notEnded(pid)
  }
}

const notEnded = (pid: number): DataFolderMoved =>
  new DataFolderMoved(
    `process ${pid} of PostgreSQL belongs to a data folder that was moved or deleted, and would destroy the next one: end it with kill -QUIT ${pid}`,
  )
