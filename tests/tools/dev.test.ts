/** `npm run dev` on a copy of the sources: the page, the server behind it, and hot updates of edited files. */

import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { programEnvironment } from '../fixtures/program-environment.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, isReady, STOP_MILLIS } from '../fixtures/server-process.ts'
import { openSocketClient } from '../fixtures/test-exchange.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const TUNNEL = 'tern-dev.example'
const TIMEOUT_MILLIS = 100_000
const folder = scratchFolder()

/** Copies the sources and links each package separately, so that the Vite cache stays in the copy. */
function copy(): void {
  for (const name of ['index.html', 'package.json', 'tsconfig.json', 'vite.config.ts', 'public', 'src'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules')).filter((each) => each !== '.vite'))
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
}

type Dev = { readonly child: ChildProcess; output(): string; stop(): Promise<number | null> }

function dev(port: number, exchangePort: number, ...flags: readonly string[]): Dev {
  const env = {
    ...programEnvironment(),
    PORT: String(exchangePort),
    DATA_DIR: join(folder, 'data'),
    PAST_DAYS: '0',
    PUBLIC_URL: `https://${TUNNEL}`,
    STOP_MILLIS,
  }
  const args = [join(folder, 'src/tools/dev.ts'), '--port', String(port), ...flags]
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'pipe' })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (text += String(data)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    child,
    output: () => text,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

type Page = { readonly status: number; readonly text: string }

/** Accepts any certificate. */
function fetchPage(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
  const request = address.startsWith('https:') ? getSecurely : get
  return new Promise((resolve, reject) => {
    request(address, { headers, rejectUnauthorized: false }, (reply) => {
      let text = ''
      reply.on('data', (data) => (text += String(data)))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
    }).on('error', reject)
  })
}

async function until<T>(check: () => Promise<T | false>): Promise<T> {
  for (const end = performance.now() + TIMEOUT_MILLIS; performance.now() < end; await sleep(100)) {
    const result = await check().catch(() => false as const)
    if (result !== false) return result
  }
  throw new Error(`timeout waiting for ${check}; ${plain?.output()}`)
}

const PAIRS = '/exchange-backend/api/trading_pairs/'
/** Fetches the pairs through the dev server once the exchange server is ready. */
const pairs = (address: string) =>
  until(async () => {
    const { status, text } = await fetchPage(address + PAIRS)
    return status === 200 && (JSON.parse(text) as unknown[])
  })

let [plain, secure]: (Dev | undefined)[] = []
let [exchange, http, https] = ['', '', '']
beforeAll(async () => {
  copy()
  const ports = [await freePort(), await freePort(), await freePort()] as const
  exchange = `http://127.0.0.1:${ports[0]}`
  http = `http://localhost:${ports[1]}`
  https = `https://localhost:${ports[2]}`
  plain = dev(ports[1], ports[0])
  await pairs(http)
  secure = dev(ports[2], ports[0], '--https')
  await pairs(https)
}, 2 * TIMEOUT_MILLIS)
afterAll(async () => {
  await Promise.all([plain?.stop(), secure?.stop()])
  rmSync(folder, { recursive: true, force: true })
})

test('The dev server serves the page and the exchange API over HTTP and HTTPS', async () => {
  for (const address of [http, https]) {
    const page = await fetchPage(`${address}/`)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('/@vite/client')])
    expect((await fetchPage(`${address}/src/client/app/main.tsx`)).text).toContain('/src/client/app/app.tsx')
    expect((await pairs(address)).length).toBeGreaterThan(0)
    for (const path of ['/health', '/openapi.json']) expect((await fetchPage(address + path)).status).toBe(200)
    // The 404 comes from the exchange server.
    expect((await fetchPage(`${address}/telegram/updates`)).text).toContain('NOT_FOUND')
  }
})

test('The dev server proxies the WebSocket over HTTP and HTTPS', async () => {
  const guest = await openSocketClient(`${http}/ws/charts/1/Unauthorized/`, { origin: http })
  await guest.next('coin')
  guest.socket.close()
  const address = `${https.replace('https', 'wss')}/ws/charts/1/Unauthorized/`
  const socket = new WebSocket(address, { origin: https, rejectUnauthorized: false })
  expect(JSON.parse(String(await new Promise((resolve) => socket.once('message', resolve))))).toMatchObject({
    type: 'coin',
  })
  socket.close()
})

test('The dev server serves the new content of an edited file', async () => {
  const file = 'src/client/text/app.ts'
  expect((await fetchPage(`${http}/${file}`)).text).not.toContain('EditedWord')
  const text = readFileSync(join(folder, file), 'utf8')
  writeFileSync(join(folder, file), `${text}\nexport const edited = 'EditedWord'\n`)
  for (const address of [http, https])
    await until(async () => (await fetchPage(`${address}/${file}`)).text.includes('EditedWord') || false)
})

test('The dev server accepts the host name in PUBLIC_URL and refuses others', async () => {
  expect((await fetchPage(`${http}/`, { host: TUNNEL })).status).toBe(200)
  expect((await fetchPage(`${http}/`, { host: 'other.example' })).status).toBe(403)
})

test('The dev server uses a running exchange server without stopping it, and stops the one it started', async () => {
  expect(secure?.output()).not.toMatch(/is open at|is in use/)
  // After the play chains have started.
  await expect.poll(() => plain?.output(), { timeout: TIMEOUT_MILLIS }).toContain(`is open at ${exchange}`)
  expect(await secure?.stop()).toBe(0)
  await expect.poll(() => isReady(exchange)).toBe(true)
  expect(await plain?.stop()).toBe(0)
  expect(await isReady(exchange)).toBe(false)
})

test('The dev command reports an unknown option', async () => {
  const port = await freePort()
  const withUnknownFlag = dev(port, 1, '--httpz')
  await new Promise((resolve) => withUnknownFlag.child.once('close', resolve))
  expect(withUnknownFlag.output()).toMatch(/^Unknown option '--httpz'/)
})
