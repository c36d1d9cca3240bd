// The folder PostgreSQL keeps its files in, and the folder its socket lives in.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Binaries } from './binaries.ts'
import { asOwner, giveToOwner, ownerId, systemPath } from './owner.ts'

/** The superuser of the embedded server, and the name of its database. */
export const name = 'tern'
export const socketFile = '.s.PGSQL.5432'
// The kernel keeps 108 bytes for a socket's path, one of them for the end.
const longestSocketPath = 107
const unfinished = 'pg.new-'

/** Makes the cluster on the first start. It takes its name only when it is whole, so a crash leaves no half of one. */
export function ensureCluster(dataDir: string, binaries: Binaries): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  // The real path, because a running server is recognised by it.
  const folder = join(realpathSync(dataDir), 'pg')
  if (existsSync(join(folder, 'PG_VERSION'))) return folder
  removeUnfinished(dataDir)
  const draft = join(dataDir, `${unfinished}${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  giveToOwner(draft)
  initialise(draft, binaries)
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process finished first: theirs is as good as ours.
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error
  }
  syncFolder(dataDir)
  return folder
}

function initialise(folder: string, binaries: Binaries): void {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  // Whoever reaches the socket is let in, and only the owner and root reach it: its folder is closed to others.
  const doors = ['--auth-local=trust', '--auth-host=reject']
  const args = ['-D', folder, '-U', name, ...doors, '--data-checksums', ...locale]
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

/** What a first start that was killed left behind. */
function removeUnfinished(dataDir: string): void {
  for (const entry of readdirSync(dataDir)) {
    if (entry.startsWith(unfinished) && !existsSync(`/proc/${entry.slice(unfinished.length)}`)) {
      rmSync(join(dataDir, entry), { recursive: true, force: true })
    }
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** The cluster's own folder where its path is short enough, else a folder of the same owner in the temporary one. */
export function socketFolder(cluster: string): string {
  if (fits(cluster)) return cluster
  const short = `tern-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`
  const folder = join(fits(join(tmpdir(), short)) ? tmpdir() : '/tmp', short)
  try {
    mkdirSync(folder, { mode: 0o700 })
    chmodSync(folder, 0o700)
    giveToOwner(folder)
  } catch {
    // It is there from an earlier start, or somebody else put it there: the next lines tell which.
  }
  const found = lstatSync(folder)
  if (!found.isDirectory() || found.uid !== ownerId() || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} is not a closed folder of ours, so PostgreSQL's socket would be open to others there`)
  }
  return folder
}

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, socketFile)) <= longestSocketPath
