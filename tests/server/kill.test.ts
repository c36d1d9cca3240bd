/** `kill -9` under load, again and again: what was answered is there once, what was not takes effect once. */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { assertSound } from '../../src/engine/ledger/conservation.ts'
import { openPostgresJournal } from '../../src/server/core/postgres-journal.ts'
import { recover } from '../../src/server/core/recovery.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { quiet } from './quiet.ts'
import { freePort, type RunningServer, startServer } from './running-server.ts'
import { type Asked, Trader } from './trader.ts'
import { scratchFolder } from './world.ts'

const ROUNDS = 10
const TRADERS = 6
const AT_ONCE = 8

const folder = scratchFolder()
let server: RunningServer | undefined
afterAll(async () => {
  await server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Small orders in two markets: some rest, some trade at once, some cannot be paid or are off the market. */
function something(): Asked {
  const [roll, side] = [Math.random(), Math.random() < 0.5 ? 'buy' : 'sell'] as const
  if (roll < 0.3) return { pair_id: 7, side, type: 'market', volume: String(10 + Math.floor(Math.random() * 20)) }
  if (roll < 0.4) return { pair_id: 1, side: 'buy', type: 'market', total: '2.5' }
  if (roll < 0.5) return { pair_id: 1, side: 'buy', type: 'limit', price: '1', volume: '900' }
  const price = side === 'buy' ? '0.08' : '0.13'
  return { pair_id: 7, side, type: 'limit', price, volume: String(20 + Math.floor(Math.random() * 20)) }
}

/** Keeps a few orders on their way until the server dies under them. */
async function trade(trader: Trader, until: { over: boolean }): Promise<void> {
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (!until.over) {
        const answer = await Promise.race([trader.place(something()), sleep(300)])
        if (answer?.type === 'order_accepted' && answer.data.status === 'open') trader.cancel(answer.data.uuid)
      }
    }),
  )
}

test(`${ROUNDS} times kill -9 under load: nothing lost, nothing doubled`, async () => {
  const port = await freePort()
  server = await startServer(folder, port, { JOURNAL_KEEP: 'on' })
  const { address } = server
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => Trader.signUp(address)))
  let repeated = 0
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
    for (const trader of traders) repeated += await trader.repeatUnanswered()
    for (const trader of traders) trader.disconnect()
  }
  let accepted = 0
  for (const trader of traders) accepted += await account(trader)
  expect(accepted).toBeGreaterThan(200)
  expect(repeated).toBeGreaterThan(ROUNDS)
  expect(await server.stop()).toBe(0)
  server = undefined
  await journalIsSound()
}, 240_000)

/** Every accepted wish is one order with the uuid that was answered; every refused one is none. */
async function account(trader: Trader): Promise<number> {
  const orders = await trader.allOrders()
  const byId = new Map(orders.map((order) => [order.client_order_id, order]))
  expect(byId.size).toBe(orders.length)
  let accepted = 0
  for (const id of trader.asked.keys()) {
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

async function journalIsSound(): Promise<void> {
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined, log: quiet })
  try {
    const journal = await openPostgresJournal(database)
    const { state } = await recover(journal, () => undefined)
    assertSound(state)
    await journal.close()
  } finally {
    await database.close()
  }
}
