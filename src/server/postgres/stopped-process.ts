/** Finds processes of PostgreSQL on this machine that a signal has stopped (SIGSTOP): they keep locks and answer nothing. */

import { readFileSync } from 'node:fs'

export class PostgresStopped extends Error {
  constructor(pid: number) {
    super(
      `process ${pid} of PostgreSQL is stopped, so the database does not answer: continue it with kill -CONT ${pid}`,
    )
  }
}

/** Throws `PostgresStopped`. A database on another machine cannot be seen, so it counts as running. */
export function refuseStopped(pid: number): void {
  if (process.platform === 'linux' && isStopped(pid)) throw new PostgresStopped(pid)
}

/** `123 (postgres) T …`: T is stopped. */
function isStopped(pid: number): boolean {
  try {
    return /^\d+ \(postgres\) T /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
