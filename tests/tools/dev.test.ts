/** `npm run dev` for real, on a copy of the sources: the page, the exchange behind it, and what is edited. */

import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { get as getSecurely } from 'node:https'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { listen } from './server/exchange-world.ts'
import { freePort, isReady } from './server/running-server.ts'
import { scratchFolder } from './server/world.ts'

const ROOT = join(import.meta.dirname, '..')
const TUNNEL = 'tern-dev.example'
const PATIENCE_MILLIS = 40_000
const folder = scratchFolder()

/** The packages by links, each by its own, so that what vite puts beside them stays in the copy. */
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
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    PORT: String(exchangePort),
    DATA_DIR: join(folder, 'data'),
    PAST_DAYS: '0',
    PUBLIC_URL: `https://${TUNNEL}`,
  }
  const args = [join(folder, 'src/dev.ts'), '--port', String(port), ...flags]
  const child = spawn(process.execPath, args, { cwd: folder, env, stdio: 'pipe' })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (said += String(data)))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    child,
    output: () => said,
    stop() {
      child.kill('SIGTERM')
      return ended
    },
  }
}

type Page = { readonly status: number; readonly text: string }

/** Whoever signed the certificate. */
function look(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
  const ask = address.startsWith('https:') ? getSecurely : get
  return new Promise((resolve, reject) => {
    ask(address, { headers, rejectUnauthorized: false }, (reply) => {
      let text = ''
      reply.on('data', (data) => (text += String(data)))
      reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
    }).on('error', reject)
  })
}

async function until<T>(see: () => Promise<T | false>): Promise<T> {
  for (const end = performance.now() + PATIENCE_MILLIS; performance.now() < end; await sleep(100)) {
    const seen = await see().catch(() => false as const)
    if (seen !== false) return seen
  }
  throw new Error(`it never was: ${see}; ${plain?.output()}`)
}

const PAIRS = '/exchange-backend/api/trading_pairs/'
/** Through the page's address, once the exchange behind it is ready. */
const pairs = (address: string) =>
  until(async () => {
    const { status, text } = await look(address + PAIRS)
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
}, 90_000)
afterAll(async () => {
  await Promise.all([plain?.stop(), secure?.stop()])
  rmSync(folder, { recursive: true, force: true })
}, 30_000)

test('one command serves the page and the exchange behind it, by http and by https', async () => {
  for (const address of [http, https]) {
    const page = await look(`${address}/`)
    expect([page.status, page.text]).toEqual([200, expect.stringContaining('/@vite/client')])
    expect((await look(`${address}/src/client/main.tsx`)).text).toContain('/src/client/app.tsx')
    expect((await pairs(address)).length).toBeGreaterThan(0)
    for (const path of ['/health', '/openapi.json']) expect((await look(address + path)).status).toBe(200)
    // It is the exchange that knows of no such page.
    expect((await look(`${address}/telegram/updates`)).text).toContain('NOT_FOUND')
  }
})

test('so does the socket', async () => {
  const guest = await listen(`${http}/ws/charts/1/Unauthorized/`, { origin: http })
  await guest.next('coin')
  guest.socket.close()
  const address = `${https.replace('https', 'wss')}/ws/charts/1/Unauthorized/`
  const socket = new WebSocket(address, { origin: https, rejectUnauthorized: false })
  expect(JSON.parse(String(await new Promise((resolve) => socket.once('message', resolve))))).toMatchObject({
    type: 'coin',
  })
  socket.close()
})

test('an edited file is served anew', async () => {
  const file = 'src/client/text/en.ts'
  expect((await look(`${http}/${file}`)).text).not.toContain('EditedWord')
  const text = readFileSync(join(folder, file), 'utf8')
  writeFileSync(join(folder, file), `${text}\nexport const edited = 'EditedWord'\n`)
  for (const address of [http, https])
    await until(async () => (await look(`${address}/${file}`)).text.includes('EditedWord') || false)
})

test('a tunnel that PUBLIC_URL names is let in, another name is not', async () => {
  expect((await look(`${http}/`, { host: TUNNEL })).status).toBe(200)
  expect((await look(`${http}/`, { host: 'other.example' })).status).toBe(403)
})

test('an exchange that runs already is used, and left alone at the end; one that was started ends too', async () => {
  expect(secure?.output()).not.toMatch(/is open at|is in use/)
  expect(plain?.output()).toContain(`is open at ${exchange}`)
  expect(await secure?.stop()).toBe(0)
  expect(await isReady(exchange)).toBe(true)
  expect(await plain?.stop()).toBe(0)
  expect(await isReady(exchange)).toBe(false)
}, 30_000)

test('a flag that nobody knows is said in a line', async () => {
  const port = await freePort()
  const strange = dev(port, 1, '--httpz')
  await new Promise((resolve) => strange.child.once('close', resolve))
  expect(strange.output()).toMatch(/^Unknown option '--httpz'/)
})
