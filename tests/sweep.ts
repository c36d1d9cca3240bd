// What a killed test leaves behind: databases that outlive their process by design, and scratch folders.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Stops every PostgreSQL whose cluster is in `folder`, and removes the folder. Returns how many there were. */
export function sweep(folder: string): number {
  const pidFiles = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('/postmaster.pid'),
  )
  const stopped = pidFiles.filter((path) => stopServer(join(folder, path))).length
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  return stopped
}

function stopServer(pidFile: string): boolean {
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  const command = `/proc/${pid}/cmdline`
  // Nothing is stopped that is not certainly a server of this folder.
  if (!existsSync(command) || !readFileSync(command, 'utf8').split('\0').includes(dirname(pidFile))) return false
  return process.kill(pid, 'SIGQUIT')
}
