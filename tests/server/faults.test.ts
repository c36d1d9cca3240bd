/** What a broken database does to the real server: orders are refused, nothing is promised, and it comes back. */

import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { startEmbedded } from '../../src/server/postgres/embedded.ts'
import { quiet } from './quiet.ts'
import { freePort, isReady, killDatabase, type RunningServer, startServer } from './running-server.ts'
import { type Answer, Trader } from './trader.ts'
import { scratchFolder } from './world.ts'

const folders: string[] = []
let server: RunningServer | undefined
afterEach(async () => {
  await server?.stop()
  server = undefined
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

const resting = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '20' } as const

async function begin(folder: string): Promise<Trader> {
  server = await startServer(folder, await freePort())
  const trader = await Trader.signUp(server.address)
  await trader.connect(7)
  expect((await trader.place(resting)).type).toBe('order_accepted')
  return trader
}

const newFolder = (): string => {
  const folder = scratchFolder()
  folders.push(folder)
  return folder
}

const isUp = (): Promise<boolean> => isReady(server?.address ?? '')

async function until(what: () => Promise<boolean>, millis = 30_000): Promise<void> {
  const deadline = performance.now() + millis
  while (!(await what())) {
    if (performance.now() > deadline) throw new Error(`not in time: ${server?.output()}`)
    await sleep(50)
  }
}

/** Keeps asking until an order is answered; the wishes that were turned down stay to be asked again. */
async function untilAccepted(trader: Trader): Promise<Answer> {
  for (;;) {
    const answer = await Promise.race([trader.place(resting), sleep(500)])
    if (answer !== undefined) return answer
  }
}

/** Everything that was ever asked is answered now, and is there once. */
async function settleAccounts(trader: Trader): Promise<void> {
  await trader.repeatUnanswered()
  const orders = await trader.allOrders()
  const accepted = [...trader.answers.values()].filter(({ type }) => type === 'order_accepted')
  expect(orders.length).toBe(accepted.length)
  expect(new Set(orders.map((order) => order.client_order_id)).size).toBe(orders.length)
}

test('a database that is killed: refused meanwhile, started again, nothing lost', async () => {
  const folder = newFolder()
  const trader = await begin(folder)
  killDatabase(folder)
  for (let asked = 0; asked < 20; asked++) void trader.place(resting)
  await until(async () => !(await isUp()))
  await until(isUp)
  expect((await untilAccepted(trader)).type).toBe('order_accepted')
  await settleAccounts(trader)
}, 90_000)

test('a database that turns read-only: 503 with the reason, and orders again when it is writable', async () => {
  const folder = newFolder()
  const trader = await begin(folder)
  const { settings } = await startEmbedded(folder, quiet)
  const admin = new pg.Client(settings)
  await admin.connect()
  const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
    await admin.query('set transaction_read_only = off; set default_transaction_read_only = off')
    await admin.query(`alter system set default_transaction_read_only = ${value}`)
    await admin.query('select pg_reload_conf()')
  }
  await setReadOnly('on')
  void trader.place(resting)
  await until(async () => !(await isUp()))
  const health = await fetch(`${server?.address}/health`)
  expect([health.status, await health.text()]).toEqual([503, expect.stringMatching(/read-only/)])
  void trader.place(resting)
  await sleep(200)
  expect(trader.answers.size).toBe(1)
  await setReadOnly('off')
  await admin.end()
  await until(isUp)
  await settleAccounts(trader)
  expect((await trader.place(resting)).type).toBe('order_accepted')
}, 90_000)

/** Takes all the room there is, down to the last page. */
function fillUp(file: string): void {
  const chunk = Buffer.alloc(4_096)
  try {
    for (;;) appendFileSync(file, chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

const canMount = process.getuid?.() === 0 && process.platform === 'linux'
const diskTest = 'a disk that is full: refused, and orders again when there is room'

test(canMount ? diskTest : `${diskTest} (not run: mounting takes root)`, async () => {
  if (!canMount) return
  const disk = join(newFolder(), 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0755', 'tmpfs', disk])
  } catch {
    return // a container without the power to mount
  }
  try {
    chmodSync(disk, 0o755)
    const trader = await begin(disk)
    const ballast = join(disk, 'ballast')
    fillUp(ballast)
    const over = { yet: false }
    const load = (async () => {
      while (!over.yet) await Promise.race([trader.place({ ...resting, volume: '21' }), sleep(20)])
    })()
    await until(async () => !(await isUp()), 60_000)
    over.yet = true
    await load
    rmSync(ballast)
    await until(isUp, 60_000)
    await trader.connect(7)
    await settleAccounts(trader)
    await server?.stop()
    server = undefined
  } finally {
    await server?.kill(true)
    server = undefined
    execFileSync('umount', ['-l', disk])
  }
}, 180_000)
