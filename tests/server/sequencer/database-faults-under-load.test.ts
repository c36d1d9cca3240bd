/** The database is killed or stalls under load: no false acknowledgement, and the server recovers by itself. */

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { adminOf, expectEveryOrderOnce, faultyServer, resting } from '../../fixtures/faulty-server.ts'
import { Trader } from '../../fixtures/socket-trader.ts'

const { newFolder, start, running, isUp, health, waitUntil, killDatabase } = faultyServer()

const AT_ONCE = 4

/** Places resting orders over the socket and HTTP until stopped, and cancels them to stay below the limit. */
async function trade(trader: Trader, over: { yet: boolean }): Promise<void> {
  const bySocket = Array.from({ length: AT_ONCE }, async () => {
    while (!over.yet) {
      const answer = await Promise.race([trader.place(resting), sleep(200)])
      if (answer?.type === 'order_accepted') trader.cancel(answer.data.uuid)
      await sleep(5)
    }
  })
  const byHttp = async (): Promise<void> => {
    while (!over.yet) {
      const placed = await trader.placeByHttp(resting)
      if (placed !== undefined) trader.cancel(placed.uuid)
      await sleep(20)
    }
  }
  await Promise.all([...bySocket, byHttp()])
}

test('Every order answered before a database kill under load exists exactly once', async () => {
  const folder = newFolder()
  const first = await start(folder)
  const { address } = running()
  const others = await Promise.all([1, 2, 3].map(() => Trader.signUp(address)))
  await Promise.all(others.map((trader) => trader.connect(7)))
  const traders = [first, ...others]
  const over = { yet: false }
  const trading = traders.map((trader) => trade(trader, over))
  const answerCount = () => traders.reduce((sum, { answers }) => sum + answers.size, 0)
  const moreAnswers = async () => {
    const before = answerCount()
    await waitUntil(() => answerCount() > before + 40)
  }
  for (let round = 0; round < 3; round++) {
    await moreAnswers()
    await killDatabase(folder)
  }
  await moreAnswers()
  over.yet = true
  await Promise.all(trading)
  for (const trader of traders) await expectEveryOrderOnce(trader)
})

const canStop = process.platform === 'linux'
const stallTest = 'The server acknowledges no order while a commit stalls, reports it on /health and then continues'

test(canStop ? stallTest : `${stallTest} (not run: it stops a process of PostgreSQL)`, async () => {
  if (!canStop) return
  const folder = newFolder()
  const trader = await start(folder)
  const admin = await adminOf(folder)
  const { rows } = await admin.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name like '%-writer'",
  )
  await admin.end()
  const writer = rows[0]?.pid ?? 0
  expect(writer).toBeGreaterThan(0)
  const before = trader.answers.size
  process.kill(writer, 'SIGSTOP')
  try {
    for (let count = 0; count < 5; count++) void trader.place(resting)
    // A commit that takes seconds is reported; after 10 s it would be given up.
    await expect.poll(health).toEqual([503, expect.stringContaining('the database: it does not answer')])
    void trader.placeByHttp(resting)
    // Reads wait as well, because they do not return uncommitted state.
    const read = trader.get('/api/orders/?status=open').then(
      () => 'answered',
      () => 'refused',
    )
    expect(await Promise.race([read, sleep(300, 'waits')])).not.toBe('answered')
    expect(trader.answers.size).toBe(before)
  } finally {
    process.kill(writer, 'SIGCONT')
  }
  await waitUntil(isUp)
  await expectEveryOrderOnce(trader)
  const answers = [...trader.answers.values()].map(({ type }) => type)
  expect(answers).toEqual(Array(before + 6).fill('order_accepted'))
})
