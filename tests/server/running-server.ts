/** The real server as a process of its own, on a free port of this machine. */

import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type RunningServer = {
  readonly address: string
  readonly child: ChildProcess
  /** What it printed so far. */
  output(): string
  /** `kill -9`, and the database's processes with it when everything is to die. */
  kill(everything?: boolean): Promise<void>
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>
}

const ROOT = join(import.meta.dirname, '..', '..')
const READY_MILLIS = 30_000

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** Resolves when orders are taken. */
export async function startServer(
  dataDir: string,
  port: number,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const server = spawnServer(dataDir, port, env)
  const ended = new Promise<never>((_, reject) =>
    server.child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${server.output()}`))),
  )
  await Promise.race([ready(server.address), ended])
  return server
}

/** Does not wait for anything. */
export function spawnServer(dataDir: string, port: number, env: Readonly<Record<string, string>> = {}): RunningServer {
  // Not all of our environment: the runner's own MODE would be taken for ours.
  const { PATH, TMPDIR } = process.env
  const own = { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', RATE_LIMITS: 'off', PAST_DAYS: '0' }
  const settings = { ...(TMPDIR !== undefined && { TMPDIR }), PATH, ...own, ...env }
  const child = spawn(process.execPath, [join(ROOT, 'src/server/main.ts')], { cwd: ROOT, env: settings, stdio: 'pipe' })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (data) => {
      output += String(data)
    })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return {
    address: `http://127.0.0.1:${port}`,
    child,
    output: () => output,
    async kill(everything = false) {
      if (everything) killDatabase(dataDir)
      child.kill('SIGKILL')
      await exited
    },
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

/** The postmaster's children end by themselves when it is gone. */
export function killDatabase(dataDir: string): void {
  const [pid] = readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

async function ready(address: string): Promise<void> {
  const until = performance.now() + READY_MILLIS
  while (performance.now() < until) {
    if (await isReady(address)) return
    await sleep(50)
  }
  fail('the server is not ready in time')
}

export const isReady = async (address: string): Promise<boolean> =>
  fetch(`${address}/health`).then(
    ({ status }) => status === 200,
    () => false,
  )

function fail(why: string): never {
  throw new Error(why)
}
