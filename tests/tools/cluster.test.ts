/** `npm run cluster` as an operator uses it: three PostgreSQL, two exchanges and a proxy, of which the test kills some. */

import { execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { refusalText, refuse } from '../../src/contract/refusals.ts'
import { findPlace, type Name } from '../../src/tools/cluster/place.ts'
import { pidOf } from '../../src/tools/cluster/processes.ts'
import { programEnvironment } from '../fixtures/program-environment.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, isReady } from '../fixtures/server-process.ts'
import { Trader } from '../fixtures/socket-trader.ts'

const PROGRAM = join(import.meta.dirname, '../../src/tools/cluster/main.ts')
const PROXY = join(import.meta.dirname, '../../src/tools/cluster/proxy.ts')
const NAMES: readonly Name[] = ['proxy', 'tern1', 'tern2', 'db1', 'db2', 'db3']
const WAIT_MILLIS = 100_000
const ORDER = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '100' } as const

const folder = scratchFolder()
const port = await freePort()
const address = `http://127.0.0.1:${port}`

type Output = { readonly code: number; readonly text: string }

function cluster(...args: readonly string[]): Promise<Output> {
  const env = { ...programEnvironment(), PAST_DAYS: '0', RATE_LIMITS: 'off' }
  return new Promise((resolve) =>
    execFile(process.execPath, [PROGRAM, ...args, '--folder', folder], { env }, (error, out, problem) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: out + problem }),
    ),
  )
}

const pids = (): readonly (number | undefined)[] => {
  const place = findPlace(folder)
  return NAMES.map((name) => place && pidOf(place, name))
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + WAIT_MILLIS; performance.now() < end; await sleep(50)) if (await isSo()) return
  throw new Error(`not in time: ${isSo}`)
}

afterAll(async () => {
  await cluster('down')
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

test('Before a cluster was started, promote and down say that there is none, and wrong words print the usage', async () => {
  expect(await cluster('promote')).toEqual({ code: 1, text: expect.stringContaining('there is no cluster in') })
  expect(await cluster('down')).toEqual({ code: 1, text: expect.stringContaining(`up --folder ${folder}`) })
  expect(await cluster('--help')).toEqual({ code: 0, text: expect.stringMatching(/^usage: npm run cluster -- up/) })
  for (const args of [[], ['away'], ['up', 'up'], ['up', '--port', 'x']])
    expect(await cluster(...args)).toEqual({ code: 1, text: expect.stringMatching(/^usage: npm run cluster -- up/) })
})

test('While no process leads, the proxy answers 503 with the body and the header of the exchange', async () => {
  const [own, nobody] = [await freePort(), await freePort()]
  const proxy = spawn(process.execPath, [PROXY, String(own), String(nobody)])
  try {
    const ask = () => fetch(`http://127.0.0.1:${own}`)
    await until(() =>
      ask().then(
        () => true,
        () => false,
      ),
    )
    const reply = await ask()
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await reply.json()).toEqual({ detail: refusalText(refuse('UNAVAILABLE')), code: 'UNAVAILABLE' })
  } finally {
    proxy.kill()
  }
})

test('A cluster that npm run cluster starts keeps an order when its exchange is killed and another PostgreSQL is promoted, promotes none when no copy runs, and down ends all of it', async () => {
  const started = await cluster('up', '--port', String(port))
  expect(started).toEqual({ code: 0, text: expect.stringMatching(/^db1 +\d+ +written/m) })
  expect(started.text).toMatch(/^tern[12] +\d+ +leads/m)
  expect(started.text).toMatch(/^tern[12] +\d+ +waits/m)
  await expect.poll(() => isReady(address)).toBe(true)
  const trader = await Trader.signUp(address)
  await trader.connect(ORDER.pair_id)
  const placed = await trader.place(ORDER)
  expect(placed.type).toBe('order_accepted')
  const leader = Number(/^tern[12] +(\d+) +leads/m.exec(started.text)?.[1])
  process.kill(leader, 'SIGKILL')
  await until(async () => !(await isReady(address)))
  await until(() => isReady(address))
  expect(await cluster('promote')).toEqual({ code: 0, text: expect.stringMatching(/^db[23] is written now/) })
  await until(async () => (await trader.placeByHttp(ORDER)) !== undefined)
  const again = await cluster('up')
  expect(again).toEqual({ code: 0, text: expect.stringMatching(/^db[23] +\d+ +written/m) })
  expect(again.text.match(/^db\d +\d+ +copy/gm)).toHaveLength(2)
  expect(again.text.match(/^tern\d +\d+ +(leads|waits)/gm)).toHaveLength(2)
  expect(pids()).not.toContain(undefined)
  const orders = await trader.allOrders()
  expect(orders.map(({ uuid }) => uuid)).toContain(placed.type === 'order_accepted' ? placed.data.uuid : '')
  for (const pid of again.text.matchAll(/^db\d +(\d+) +copy/gm)) process.kill(Number(pid[1]), 'SIGKILL')
  await until(async () => pids().filter((pid) => pid === undefined).length === 2)
  expect(await cluster('promote')).toEqual({ code: 1, text: expect.stringContaining('no copy of the database runs') })
  expect(pids().filter((pid) => pid === undefined)).toHaveLength(2)
  expect(await cluster('up')).toEqual({ code: 0, text: expect.stringContaining('npm run cluster -- down --folder') })
  expect(await cluster('up', '--port', '1')).toEqual({ code: 1, text: expect.stringContaining('leave --port out') })
  expect(await cluster('down')).toEqual({ code: 0, text: '' })
  expect(pids()).toEqual(NAMES.map(() => undefined))
})
