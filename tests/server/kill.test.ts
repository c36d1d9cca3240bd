/** Repeated `kill -9` under load: answered orders exist once, and unanswered ones take effect once. */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { assertInvariants } from '../../src/engine/exchange.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { openPostgresJournal } from '../../src/server/sequencer/postgres-journal.ts'
import { recover } from '../../src/server/sequencer/recovery.ts'
import { freePort, type RunningServer, startServer } from '../fixtures/server-process.ts'
import { quiet } from '../fixtures/silent-log.ts'
import { type ApiRequest, Trader } from '../fixtures/socket-trader.ts'
import { scratchFolder } from '../fixtures/test-database.ts'

const ROUNDS = 10
const TRADERS = 6
const AT_ONCE = 8

const folder = scratchFolder()
let server: RunningServer | undefined
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A random small order in two markets: resting, immediately filled, unaffordable or off the market. */
function randomOrder(): ApiRequest {
  const [roll, side] = [Math.random(), Math.random() < 0.5 ? 'buy' : 'sell'] as const
  if (roll < 0.3) return { pair_id: 7, side, type: 'market', volume: String(10 + Math.floor(Math.random() * 20)) }
  if (roll < 0.4) return { pair_id: 1, side: 'buy', type: 'market', total: '2.5' }
  if (roll < 0.5) return { pair_id: 1, side: 'buy', type: 'limit', price: '1', volume: '900' }
  const price = side === 'buy' ? '0.08' : '0.13'
  return { pair_id: 7, side, type: 'limit', price, volume: String(20 + Math.floor(Math.random() * 20)) }
}

/** Keeps several orders in flight until the server is killed. */
async function trade(trader: Trader, until: { over: boolean }): Promise<void> {
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (!until.over) {
        const answer = await Promise.race([trader.place(randomOrder()), sleep(300)])
        if (answer?.type === 'order_accepted' && answer.data.status === 'open') trader.cancel(answer.data.uuid)
      }
    }),
  )
}

test(`No order is lost or duplicated after ${ROUNDS} times kill -9 under load`, async () => {
  const port = await freePort()
  server = await startServer(folder, port, { JOURNAL_KEEP: 'on' })
  const { address } = server
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => Trader.signUp(address)))
  let repeatedCount = 0
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(traders.map((trader) => trader.connect(7)))
    const until = { over: false }
    const trading = traders.map((trader) => trade(trader, until))
    await sleep(300 + Math.random() * 700)
    await server.kill(round % 3 === 2)
    until.over = true
    await Promise.all(trading)
    server = await startServer(folder, port, { JOURNAL_KEEP: 'on' })
    await Promise.all(traders.map((trader) => trader.signInAgain()))
    await Promise.all(traders.map((trader) => trader.connect(7)))
    for (const trader of traders) repeatedCount += await trader.repeatUnanswered()
    for (const trader of traders) trader.disconnect()
  }
  let accepted = 0
  for (const trader of traders) accepted += await expectConsistentOrders(trader)
  expect(accepted).toBeGreaterThan(200)
  expect(repeatedCount).toBeGreaterThan(ROUNDS)
  expect(await server.stop()).toBe(0)
  server = undefined
  await expectValidJournal()
}, 240_000)

/** Every accepted request is one order with the answered uuid, and every refused one is none. */
async function expectConsistentOrders(trader: Trader): Promise<number> {
  const orders = await trader.allOrders()
  const byId = new Map(orders.map((order) => [order.client_order_id, order]))
  expect(byId.size).toBe(orders.length)
  let accepted = 0
  for (const id of trader.requests.keys()) {
    const answer = trader.answers.get(id)
    expect(answer).toBeDefined()
    if (answer?.type === 'order_accepted') {
      accepted += 1
      expect(byId.get(id)?.uuid).toBe(answer.data.uuid)
    } else expect(byId.has(id)).toBe(false)
  }
  expect(orders.length).toBe(accepted)
  return accepted
}

async function expectValidJournal(): Promise<void> {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  try {
    const journal = await openPostgresJournal(database)
    const { state } = await recover(journal, () => undefined)
    assertInvariants(state)
    await journal.close()
  } finally {
    await database.close()
  }
}
