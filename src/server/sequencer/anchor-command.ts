/** Gives the line of the anchor to a command of the operator, which can store it on another machine. */

import { spawn } from 'node:child_process'
import type { AnchorCommand } from '../runtime/config.ts'
import { failingIf, OK, type PartReading } from '../runtime/part-health.ts'
import { openRepeatedCheck } from '../runtime/repeated-check.ts'
import type { Anchor } from './anchor.ts'

type CommandDeps = {
  readonly anchor: Pick<Anchor, 'line'>
  /** Undefined: none is configured. */
  readonly command: AnchorCommand | undefined
  readonly pauseMillis: number
}

const LIMIT_MILLIS = 10_000

/** Orders do not wait for it. */
export function openAnchorCommand({ anchor, command, pauseMillis }: CommandDeps) {
  if (command === undefined) return { health: OK, start: () => undefined, stop: () => undefined }
  const stopping = new AbortController()
  const check = openRepeatedCheck({
    check: async () => anchor.line !== undefined && (await run(command, anchor.line, stopping.signal)),
    reasonOf: (error) => (error instanceof Error ? error.message : String(error)),
    ...{ pauseMillis, retryMillis: pauseMillis, slowMillis: 2 * LIMIT_MILLIS },
  })
  return {
    get health(): PartReading {
      return failingIf(check.failure)
    },
    start: check.start,
    stop() {
      check.stop()
      stopping.abort()
    },
  }
}

/** Rejects with the reason unless the command ends with 0 within the limit. */
function run({ shell, environment }: AnchorCommand, line: string, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', shell], {
      env: environment,
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    })
    const timer = setTimeout(() => {
      reject(new Error('ANCHOR_COMMAND did not end within 10 s'))
      kill(child.pid)
    }, LIMIT_MILLIS)
    const end = (): void => kill(child.pid)
    stopped.addEventListener('abort', end)
    child.once('error', () => reject(new Error('ANCHOR_COMMAND could not be started')))
    child.once('close', (code) => {
      clearTimeout(timer)
      stopped.removeEventListener('abort', end)
      if (code === 0) resolve()
      else reject(new Error(`ANCHOR_COMMAND ended with ${code ?? 'a signal'}`))
    })
    // A command that does not read the line has its own reason.
    child.stdin.on('error', () => undefined)
    child.stdin.end(line)
  })
}

/** The command and what it has started. One that runs as another user, or has ended, is left alone. */
function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Its failure is reported, and must not end the server.
  }
}
