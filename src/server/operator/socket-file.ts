/**
 * The file of the operator's socket. Only its owner can ever connect: the socket is created in a private folder, gets
 * mode 0600 there, and is then renamed to its place. It replaces the file of a server that was killed, never that of a
 * server that runs.
 */

import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { connect, type Server } from 'node:net'
import { dirname, join } from 'node:path'

export class OperatorSocketInUse extends Error {
  constructor(path: string) {
    super(`another server uses ${path}: stop it, or set another DATA_DIR`)
  }
}

/** Its path is not longer than that of the socket. */
const DRAFT = /^op-(\d+)$/

/** Listens at `path`, whose folder is created if it does not exist. `remove` deletes the file unless it was replaced. */
export async function listenPrivately(server: Server, path: string): Promise<{ remove(): void }> {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  await refuseRunningServer(path)
  removeAbandonedDrafts(folder)
  const draft = join(folder, `op-${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  try {
    await listen(server, join(draft, 's'))
    chmodSync(join(draft, 's'), 0o600)
    renameSync(join(draft, 's'), path)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
  const own = inodeOf(path)
  return {
    remove() {
      if (inodeOf(path) === own) rmSync(path, { force: true })
    },
  }
}

const listen = (server: Server, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })

async function refuseRunningServer(path: string): Promise<void> {
  const file = lstatSync(path, { throwIfNoEntry: false })
  if (file === undefined) return
  if (!file.isSocket()) throw new Error(`${path} is not a socket: remove it`)
  if (await accepts(path)) throw new OperatorSocketInUse(path)
}

/** A server that does not answer for another reason than being gone counts as running. */
const accepts = (path: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'))
  })

/** Removes what processes that were killed during their start left behind; no other process has the own id. */
function removeAbandonedDrafts(folder: string): void {
  for (const name of readdirSync(folder)) {
    const pid = Number(DRAFT.exec(name)?.[1])
    if (pid === process.pid || (pid > 0 && !isRunning(pid)))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

const inodeOf = (path: string): number | undefined => lstatSync(path, { throwIfNoEntry: false })?.ino
