/** Runs of Vitest and other programs of node_modules. Of a run of Vitest no process and no file is left afterwards. */

import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sweep } from '../fixtures/stop-leftovers.ts'
import { createTestFolder } from '../fixtures/test-folder.ts'
import { problemsOf, type Report } from './report.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export type VitestRun = {
  readonly report: Report
  /** Lines of Node or V8 about processes that crashed. */
  readonly crashes: readonly string[]
  /** Why the run as a whole cannot be trusted. */
  readonly problems: readonly string[]
}

export type VitestOptions = {
  /** Of `vitest run`, such as files. */
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string | undefined>>
  /** Prints nothing. */
  readonly isSilent?: boolean
  /** Ends the run. */
  readonly stop: AbortSignal
}

/** What Node, V8 and native modules write before they end their process. */
const CRASH = /FATAL ERROR|Fatal error|Check failed|Assertion(?!Error)|panicked at|terminate called/

/** Resolves with the exit code; null if the program was ended by a signal. `crashes` takes the lines about processes that crashed. */
export function runProgram(
  file: string,
  { args, env, stop, isSilent = false }: VitestOptions,
  crashes: string[] = [],
): Promise<number | null> {
  const stdout = isSilent ? 'ignore' : 'inherit'
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', file), ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: [stdout, stdout, 'pipe'],
    signal: stop,
    killSignal: 'SIGKILL',
  })
  createInterface(child.stderr).on('line', (line) => {
    if (!isSilent) process.stderr.write(`${line}\n`)
    if (CRASH.test(line)) crashes.push(line)
  })
  return new Promise((resolve, reject) => {
    child.once('exit', resolve)
    child.once('error', (error) => error.name !== 'AbortError' && reject(error))
  })
}

export async function runVitest({ args, env, ...options }: VitestOptions): Promise<VitestRun> {
  const folder = createTestFolder()
  const file = join(folder, 'report.json')
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'reporter.ts')}`]
  const crashes: string[] = []
  try {
    const run = {
      args: ['run', ...reporters, ...args],
      env: { ...env, TMPDIR: folder, TEST_REPORT: file, NODE_COMPILE_CACHE: join(folder, 'compile-cache') },
      ...options,
    }
    const code = await runProgram('vitest/vitest.mjs', run, crashes)
    const report = readReport(file)
    return { report: report ?? { files: [], missing: [], errors: [] }, crashes, problems: problemsOf(report, code) }
  } finally {
    const killed = sweep(folder)
    if (killed > 0 && !options.isSilent) process.stdout.write(`ended ${killed} processes that tests left running\n`)
  }
}

function readReport(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return undefined
  }
}
