/** `npm start` and `npm run dev` stop completely when only npm gets a signal, as from a process manager. */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, isReady, STOP_MILLIS } from '../fixtures/server-process.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const READY_MILLIS = 120_000

let folder = ''
afterEach(() => {
  for (const pid of processesOf(folder)) process.kill(pid, 'SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The processes whose environment or arguments name the data folder: npm, its shell, node and PostgreSQL. */
const processesOf = (dataDir: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => read(`/proc/${pid}/environ`).includes(dataDir) || read(`/proc/${pid}/cmdline`).includes(dataDir))
    .map(Number)

async function waitUntil(check: () => boolean | Promise<boolean>, millis: number): Promise<boolean> {
  for (const until = performance.now() + millis; performance.now() < until; await sleep(100))
    if (await check()) return true
  return false
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

function runNpm(args: readonly string[], port: number): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env
  const settings = { PORT: String(port), DATA_DIR: folder, PAST_DAYS: '0', LOG_LEVEL: 'warn', STOP_MILLIS }
  return spawn('npm', [...args], { cwd: ROOT, env: { PATH, HOME, TMPDIR, ...settings }, stdio: 'ignore' })
}

const commands = [
  { name: 'npm start', args: ['start'] },
  { name: 'npm run dev', args: ['run', 'dev', '--', '--port'] },
] as const

const isLinux = process.platform === 'linux'

test.each(commands)(
  isLinux
    ? 'SIGTERM to the process of "$name" stops the server and its database and frees the ports before npm ends'
    : 'SIGTERM to the process of "$name" stops everything (not run: it reads /proc)',
  async ({ name, args }) => {
    if (!isLinux) return
    folder = scratchFolder()
    const [port, clientPort] = [await freePort(), await freePort()]
    const npm = runNpm(name === 'npm start' ? args : [...args, String(clientPort)], port)
    expect(await waitUntil(() => isReady(`http://127.0.0.1:${port}`), READY_MILLIS)).toBe(true)
    // npm, the server and PostgreSQL at least.
    expect(processesOf(folder).length).toBeGreaterThan(2)
    npm.kill('SIGTERM')
    await once(npm, 'exit')
    expect(processesOf(folder).filter((pid) => read(`/proc/${pid}/cmdline`).includes('main.ts'))).toEqual([])
    await waitUntil(() => processesOf(folder).length === 0, Number(STOP_MILLIS))
    expect(processesOf(folder).map((pid) => read(`/proc/${pid}/cmdline`))).toEqual([])
    expect([await isFree(port), await isFree(clientPort)]).toEqual([true, true])
  },
  READY_MILLIS + 2 * Number(STOP_MILLIS),
)
