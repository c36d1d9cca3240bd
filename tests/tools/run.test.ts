/** `src/tools/run.mjs`, which starts the program of every npm script, and where it refuses. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..', '..')
const RUN = join(ROOT, 'src/tools/run.mjs')
const PLATFORM = `data:text/javascript,Object.defineProperty(process, 'platform', { value: 'win32' })`

const start = (args: readonly string[]): ChildProcess => spawn(process.execPath, [RUN, ...args], { stdio: 'pipe' })

type End = { readonly code: number | null; readonly signal: string | null; readonly output: string }

async function endOf(child: ChildProcess): Promise<End> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += String(data)))
  const [code, signal] = await once(child, 'close')
  return { code, signal, output }
}

/** Resolves with the first line that the program prints. */
const firstLine = async (child: ChildProcess): Promise<string> => String((await once(child.stdout ?? child, 'data'))[0])

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('The launcher runs a program with its arguments in Node 24 and ends with its exit code', async () => {
  const script = 'console.log(process.version, process.argv.slice(1).join()); process.exitCode = 7'
  const { code, output } = await endOf(start(['-e', script, 'one', '--two']))
  expect([code, output]).toEqual([7, expect.stringMatching(/^v24\.\S+ one,--two\n$/)])
})

test('The launcher ends with the signal that ended its program', async () => {
  expect(await endOf(start(['-e', "process.kill(process.pid, 'SIGKILL')"]))).toMatchObject({ signal: 'SIGKILL' })
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'The launcher passes %s on and waits until its program has finished',
  async (signal) => {
    const script = `process.on('${signal}', () => setTimeout(() => process.exit(3), 50)); setInterval(() => {}, 1e6); console.log('ready')`
    const child = start(['-e', script])
    await firstLine(child)
    child.kill(signal)
    expect((await endOf(child)).code).toBe(3)
  },
)

test('A program ends when npm was killed', async () => {
  const script = 'console.log(process.pid); setInterval(() => {}, 1e6)'
  // The second command keeps the shell, which is here in the place of npm.
  const shell = spawn('/bin/sh', ['-c', `"$@"; true`, 'sh', process.execPath, RUN, '-e', script], { stdio: 'pipe' })
  const pid = Number(await firstLine(shell))
  expect(isRunning(pid)).toBe(true)
  shell.kill('SIGKILL')
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test.each(['src/tools/run.mjs', 'src/tools/prepare.mjs'])(
  'On Windows %s says in one sentence where the project runs',
  async (program) => {
    const child = spawn(process.execPath, ['--import', PLATFORM, join(ROOT, program)], { stdio: 'pipe' })
    const { code, output } = await endOf(child)
    expect([code, output]).toEqual([1, expect.stringMatching(/^This runs on Linux and macOS, .* use WSL\.\n$/)])
  },
)
