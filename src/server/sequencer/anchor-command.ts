/** Gives the line of the anchor to a command of the operator, which can store it on another machine. */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanText } from '../../contract/visible-text.ts'
import type { AnchorCommand } from '../runtime/config.ts'
import { failingIf, OK, type PartReading } from '../runtime/part-health.ts'
import { openRepeatedCheck } from '../runtime/repeated-check.ts'
import type { Anchor } from './anchor.ts'

type CommandDeps = {
  readonly anchor: Pick<Anchor, 'line'>
  /** Undefined: none is configured. */
  readonly command: AnchorCommand | undefined
  readonly pauseMillis: number
  /** The command is killed after this time. */
  readonly limitMillis?: number
}

const LIMIT_MILLIS = 10_000
const STDERR_MILLIS = 1_000
const MAX_PROBLEM_LENGTH = 1_000
const MAX_LINE_LENGTH = 120

/** Orders do not wait for it. */
export function openAnchorCommand({ anchor, command, pauseMillis, limitMillis = LIMIT_MILLIS }: CommandDeps) {
  if (command === undefined) return { health: OK, start: () => undefined, stop: () => undefined }
  const stopping = new AbortController()
  const check = openRepeatedCheck({
    check: async () =>
      anchor.line !== undefined && (await run(command, anchor.line, { stopped: stopping.signal, limitMillis })),
    reasonOf: (error) => (error instanceof Error ? error.message : String(error)),
    pauseMillis,
    retryMillis: pauseMillis,
    slowMillis: 2 * limitMillis,
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

type Run = { readonly stopped: AbortSignal; readonly limitMillis: number }

/** Rejects with the reason, which has the last line of its stderr, unless the command ends with 0 within the limit. */
function run({ shell, environment }: AnchorCommand, line: string, { stopped, limitMillis }: Run): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', shell], {
      env: environment,
      stdio: ['pipe', 'ignore', 'pipe'],
      detached: true,
    })
    let problem = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      problem = (problem + text).slice(-MAX_PROBLEM_LENGTH)
    })
    const timer = setTimeout(() => {
      reject(new Error(`ANCHOR_COMMAND did not end within ${limitMillis / 1_000} s${lastLineOf(problem)}`))
      kill(child.pid)
    }, limitMillis)
    const end = (): void => kill(child.pid)
    stopped.addEventListener('abort', end)
    child.once('error', () => reject(new Error('ANCHOR_COMMAND could not be started')))
    const told = once(child.stderr, 'close').catch(() => undefined)
    child.once('exit', async (code) => {
      clearTimeout(timer)
      stopped.removeEventListener('abort', end)
      if (code === 0) return resolve()
      // A program that goes on in the background keeps it open.
      await Promise.race([told, sleep(STDERR_MILLIS, undefined, { ref: false })])
      reject(new Error(`ANCHOR_COMMAND ended with ${code ?? 'a signal'}${lastLineOf(problem)}`))
    })
    // A command that does not read the line has its own reason.
    child.stdin.on('error', () => undefined)
    child.stdin.end(line)
  })
}

/** With a colon before it; empty without a line. */
function lastLineOf(text: string): string {
  const line = cleanText(text.trim().split('\n').at(-1) ?? '', MAX_LINE_LENGTH)
  return line === null ? '' : `: ${line}`
}

/** The command and what it has started. One that runs as another user, or has ended, is left alone. */
function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Its failure is reported, and must not end the server.
  }
}
