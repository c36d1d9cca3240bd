/** Database failures under the real server: orders are refused, none is acknowledged, and the server recovers. */

import { execFileSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { adminOf, expectEveryOrderOnce, faultyServer, resting } from '../../fixtures/faulty-server.ts'
import type { Answer, Trader } from '../../fixtures/socket-trader.ts'

const { newFolder, start: startServer, isUp, health, waitUntil, killDatabase, shutDown } = faultyServer()

/** Places orders until one is answered; the trader keeps the refused requests and repeats them later. */
async function placeUntilAnswered(trader: Trader): Promise<Answer> {
  for (;;) {
    const answer = await Promise.race([trader.place(resting), sleep(500)])
    if (answer !== undefined) return answer
  }
}

test('The server refuses orders while its killed database restarts and loses none', async () => {
  const folder = newFolder()
  const trader = await startServer(folder)
  await killDatabase(folder, () => {
    for (let count = 0; count < 20; count++) void trader.place(resting)
  })
  expect((await placeUntilAnswered(trader)).type).toBe('order_accepted')
  await expectEveryOrderOnce(trader)
})

test('The server answers 503 with the reason while the database is read-only, and accepts orders again later', async () => {
  const folder = newFolder()
  const trader = await startServer(folder)
  const admin = await adminOf(folder)
  const setReadOnly = async (value: 'on' | 'off'): Promise<void> => {
    await admin.query('set transaction_read_only = off; set default_transaction_read_only = off')
    await admin.query(`alter system set default_transaction_read_only = ${value}`)
    await admin.query('select pg_reload_conf()')
  }
  await setReadOnly('on')
  void trader.place(resting)
  await waitUntil(async () => !(await isUp()))
  expect(await health()).toEqual([503, expect.stringMatching(/read-only/)])
  // The first order may have succeeded, because a backend applies a new setting with a delay.
  const before = trader.answers.size
  void trader.place(resting)
  await sleep(200)
  expect(trader.answers.size).toBe(before)
  await setReadOnly('off')
  await admin.end()
  await waitUntil(isUp)
  await expectEveryOrderOnce(trader)
  expect((await trader.place(resting)).type).toBe('order_accepted')
})

/** Fills the disk to the last page. */
function fillUp(file: string): void {
  const chunk = Buffer.alloc(4_096)
  try {
    for (;;) appendFileSync(file, chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

const canMount = process.getuid?.() === 0 && process.platform === 'linux'
const diskTest = 'The server refuses orders while the disk is full and accepts them again when there is space'

test(canMount ? diskTest : `${diskTest} (not run: mounting takes root)`, async () => {
  if (!canMount) return
  const disk = join(newFolder(), 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=0755', 'tmpfs', disk])
  } catch {
    return // a container without the right to mount
  }
  try {
    chmodSync(disk, 0o755)
    const trader = await startServer(disk)
    const ballast = join(disk, 'ballast')
    fillUp(ballast)
    const over = { yet: false }
    const load = (async () => {
      while (!over.yet) await Promise.race([trader.place({ ...resting, volume: '21' }), sleep(20)])
    })()
    await waitUntil(async () => !(await isUp()), 60_000)
    over.yet = true
    await load
    rmSync(ballast)
    await waitUntil(isUp, 60_000)
    await trader.connect(7)
    await expectEveryOrderOnce(trader)
    await shutDown('stop')
  } finally {
    await shutDown('kill')
    execFileSync('umount', ['-l', disk])
  }
}, 180_000)
