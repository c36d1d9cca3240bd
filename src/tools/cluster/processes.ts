/** The processes of a cluster: they go on when the command that has started them ends. */

import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Name, Place, Running } from './place.ts'

export type Program = {
  readonly file: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly ids?: { readonly uid?: number; readonly gid?: number }
}

const POLL_MILLIS = 50
const END_MILLIS = 30_000

/** What the process prints goes to `NAME.log` in the folder. */
export function start(place: Place, name: Name, { file, args, env, ids }: Program): void {
  const output = openSync(logOf(place, name), 'a', 0o600)
  const child = spawn(file, [...args], { ...ids, cwd: '/', env, stdio: ['ignore', output, output], detached: true })
  closeSync(output)
  // `waitFor` sees that it has ended.
  child.once('error', () => undefined)
  child.unref()
  if (child.pid === undefined) throw new Error(`${file} could not be started`)
  place.write({ running: { ...place.content.running, [name]: { pid: child.pid, since: startOf(child.pid) ?? '' } } })
}

const logOf = ({ folder }: Place, name: Name): string => join(folder, `${name}.log`)

/** Undefined if it has ended. */
export function pidOf({ content }: Place, name: Name): number | undefined {
  const running: Running | undefined = content.running[name]
  return running !== undefined && startOf(running.pid) === running.since ? running.pid : undefined
}

/** A process that was stopped goes on first, because it could not end. Resolves when it has ended. */
export async function end(place: Place, name: Name, signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<void> {
  const pid = pidOf(place, name)
  if (pid === undefined) return
  process.kill(pid, signal)
  process.kill(pid, 'SIGCONT')
  for (const until = performance.now() + END_MILLIS; pidOf(place, name) === pid; await pause(POLL_MILLIS))
    if (performance.now() > until) throw new Error(`${name}, process ${pid}, did not end: see ${logOf(place, name)}`)
}

/** Waits until `isSo` is true. Throws if the process ends before, or after `millis`. */
export async function waitFor(place: Place, name: Name, millis: number, isSo: () => Promise<boolean>): Promise<void> {
  for (const until = performance.now() + millis; !(await isSo()); await pause(POLL_MILLIS)) {
    if (pidOf(place, name) === undefined) throw new Error(`${name} has ended: see ${logOf(place, name)}`)
    if (performance.now() > until)
      throw new Error(`${name} was not ready within ${millis / 1_000} s: see ${logOf(place, name)}`)
  }
}

/** In ticks since the machine was started; elsewhere than on Linux only whether the process exists. Undefined: it has ended. */
function startOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') return String(process.kill(pid, 0))
    // The second field, the name of the program in brackets, can contain spaces. The third is the state: Z has ended.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return fields[0] === 'Z' ? undefined : fields[19]
  } catch {
    return undefined
  }
}
