/** What a broken database does to the real server: orders are refused, nothing is promised, and it comes back. */

import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { adminOf, faultyServer, resting, settleAccounts } from './faulty-server.ts'
import { killDatabase } from './running-server.ts'
import type { Answer, Trader } from './trader.ts'

const { newFolder, begin, isUp, health, until, end } = faultyServer()

/** Keeps asking until an order is answered; the wishes that were turned down stay to be asked again. */
async function untilAccepted(trader: Trader): Promise<Answer> {
  for (;;) {
    const answer = await Promise.race([trader.place(resting), sleep(500)])
    if (answer !== undefined) return answer
  }
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
  const admin = await adminOf(folder)
  const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
    await admin.query('set transaction_read_only = off; set default_transaction_read_only = off')
    await admin.query(`alter system set default_transaction_read_only = ${value}`)
    await admin.query('select pg_reload_conf()')
  }
  await setReadOnly('on')
  void trader.place(resting)
  await until(async () => !(await isUp()))
  expect(await health()).toEqual([503, expect.stringMatching(/read-only/)])
  // The one before may have come through: a server takes its time to hear of a new setting.
  const before = trader.answers.size
  void trader.place(resting)
  await sleep(200)
  expect(trader.answers.size).toBe(before)
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
    await end('stop')
  } finally {
    await end('kill')
    execFileSync('umount', ['-l', disk])
  }
}, 180_000)
