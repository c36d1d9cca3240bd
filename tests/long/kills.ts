/**
 * Kills of the server and its database under trading clients, on one history. At the end every answered order exists once
 * with the answered result, no order was placed twice, and `audit` and `replay --verify` find nothing.
 */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { replayJournal } from '../../src/server/sequencer/replay-journal.ts'
import { audit } from '../../src/server/tools/audit.ts'
import { COPIED_TABLES } from '../../src/server/tools/rebuild-read-models.ts'
import { replayStored } from '../../src/server/tools/replay.ts'
import { openStoredExchange } from '../../src/server/tools/stored-exchange.ts'
import { randomInteger, randomNumber } from '../fixtures/random-seed.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import {
  databasePid,
  freePort,
  isReady,
  killDatabase,
  type RunningServer,
  startServer,
} from '../fixtures/server-process.ts'
import { type ApiRequest, Trader } from '../fixtures/socket-trader.ts'
import { roundsOf, type Suite, tally } from './suite.ts'

const KILLS = 40
const TRADERS = 4
const AT_ONCE = 8
export const PAIR = 7
const RECOVERY_MILLIS = 90_000
const SETTINGS = { JOURNAL_KEEP: 'on' }

const KINDS = ['node', 'node and PostgreSQL', 'PostgreSQL', 'stopped, then continued', 'stopped, then killed'] as const
type Kind = (typeof KINDS)[number]

export const kills: Suite = {
  about: `${KILLS} kills and stops of server and database under trading clients; --rounds sets their number`,
  async run(options, report) {
    const folder = scratchFolder()
    const counts = tally()
    const port = await freePort()
    let server = await startServer(folder, port, SETTINGS)
    try {
      const { address } = server
      const traders = await Promise.all(Array.from({ length: TRADERS }, () => Trader.signUp(address)))
      for (const round of roundsOf(options, KILLS)) {
        const kind = KINDS[round % KINDS.length] ?? 'node'
        const { running, repeated } = await killOnce(server, folder, port, traders, kind)
        server = running
        counts.add(`kill: ${kind}`)
        counts.add('unanswered orders that were repeated', repeated)
      }
      const violations: string[] = []
      for (const trader of traders) violations.push(...(await wrongOrders(trader, counts.add)))
      const code = await server.stop()
      if (code !== 0) violations.push(`the server stopped with ${code}: ${server.output()}`)
      violations.push(...(await wrongData({ dataDir: folder, databaseUrl: undefined }, traders)))
      for (const violation of violations) report(violation)
      return { rows: counts.rows(), violations }
    } finally {
      await server.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    }
  },
}

/** A random small order in two markets: resting, immediately filled, unaffordable or off the market. */
function randomOrder(): ApiRequest {
  const [roll, side] = [randomNumber(), randomNumber() < 0.5 ? 'buy' : 'sell'] as const
  if (roll < 0.3) return { pair_id: PAIR, side, type: 'market', volume: String(10 + randomInteger(20)) }
  if (roll < 0.4) return { pair_id: 1, side: 'buy', type: 'market', total: '2.5' }
  if (roll < 0.5) return { pair_id: 1, side: 'buy', type: 'limit', price: '1', volume: '900' }
  const price = side === 'buy' ? '0.08' : '0.13'
  return { pair_id: PAIR, side, type: 'limit', price, volume: String(20 + randomInteger(20)) }
}

/** Keeps several orders in flight. */
export async function trade(trader: Trader, until: { over: boolean }): Promise<void> {
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (!until.over) {
        const answer = await Promise.race([trader.place(randomOrder()), sleep(300)])
        if (answer?.type === 'order_accepted' && answer.data.status === 'open') trader.cancel(answer.data.uuid)
      }
    }),
  )
}

async function killOnce(
  server: RunningServer,
  folder: string,
  port: number,
  traders: readonly Trader[],
  kind: Kind,
): Promise<{ running: RunningServer; repeated: number }> {
  await Promise.all(traders.map((trader) => trader.connect(PAIR)))
  const until = { over: false }
  const trading = traders.map((trader) => trade(trader, until))
  await sleep(200 + randomNumber() * 500)
  await kill(server, folder, kind)
  until.over = true
  await Promise.all(trading)
  const isDead = server.child.exitCode !== null || server.child.signalCode !== null
  const running = isDead ? await startServer(folder, port, SETTINGS) : server
  for (const trader of traders) trader.disconnect()
  await Promise.all(traders.map((trader) => trader.signInAgain()))
  await Promise.all(traders.map((trader) => trader.connect(PAIR)))
  let repeated = 0
  for (const trader of traders) repeated += await trader.repeatUnanswered()
  for (const trader of traders) trader.disconnect()
  return { running, repeated }
}

/** Resolves when the server is dead or takes orders again. */
async function kill(server: RunningServer, folder: string, kind: Kind): Promise<void> {
  const stoppedMillis = 500 + randomNumber() * 1_500
  switch (kind) {
    case 'node':
      return server.kill()
    case 'node and PostgreSQL':
      return server.kill(true)
    case 'PostgreSQL': {
      const before = databasePid(folder)
      killDatabase(folder)
      return waitUntilReady(server, () => databasePid(folder) !== before)
    }
    case 'stopped, then continued':
      server.child.kill('SIGSTOP')
      await sleep(stoppedMillis)
      server.child.kill('SIGCONT')
      return waitUntilReady(server, () => true)
    case 'stopped, then killed':
      server.child.kill('SIGSTOP')
      await sleep(stoppedMillis)
      return server.kill()
  }
}

async function waitUntilReady(server: RunningServer, isRestarted: () => boolean): Promise<void> {
  for (const until = performance.now() + RECOVERY_MILLIS; performance.now() < until; await sleep(50))
    if (isRestarted() && (await isReady(server.address))) return
  throw new Error(`the server did not recover: ${server.output()}`)
}

/** Compares all orders of a user with the answers to all requests. */
export async function wrongOrders(trader: Trader, count: (name: string, count: number) => void): Promise<string[]> {
  const orders = await trader.allOrders()
  const byId = new Map(orders.map((order) => [order.client_order_id, order]))
  const wrong = byId.size === orders.length ? [] : [`${trader.email} has two orders with the same client id`]
  let accepted = 0
  for (const [id, request] of trader.requests) {
    const [answer, order] = [trader.answers.get(id), byId.get(id)]
    if (answer === undefined) wrong.push(`the order ${id} was never answered`)
    else if (answer.type === 'order_rejected') {
      count(`orders refused: ${answer.code}`, 1)
      if (order !== undefined) wrong.push(`the refused order ${id} exists`)
    } else {
      accepted += 1
      const isSame =
        order?.uuid === answer.data.uuid && order.pair_id === request.pair_id && order.side === request.side
      if (!isSame) wrong.push(`the order ${id} does not exist as it was answered`)
      if (answer.data.status === 'filled' && order?.filled_volume !== answer.data.filled_volume)
        wrong.push(`the filled order ${id} has another filled volume`)
    }
  }
  if (accepted !== orders.length) wrong.push(`${orders.length} orders exist and ${accepted} were accepted`)
  count('orders accepted', accepted)
  return wrong
}

/** `audit`, `replay --verify`, and every client id in the journal: executed once, and sent by a trader. */
export async function wrongData(
  place: Parameters<typeof openStoredExchange>[0],
  traders: readonly Trader[],
): Promise<string[]> {
  const exchange = await openStoredExchange(place, COPIED_TABLES)
  const executed = new Map<string, number>()
  try {
    const problems = [(await audit(exchange)).problem, (await replayStored(exchange, true)).problem]
    await replayJournal(exchange.journal, (batch) => {
      for (const { command, outcome } of batch) {
        if (command.type !== 'place-order' || command.clientId === null) continue
        const isNew = outcome.answer.type === 'order' && !outcome.answer.repeated
        if (isNew) executed.set(command.clientId, (executed.get(command.clientId) ?? 0) + 1)
      }
    })
    const sent = new Set(traders.flatMap(({ requests }) => [...requests.keys()]))
    return [
      ...problems.filter((problem) => problem !== undefined),
      ...[...executed].filter(([, count]) => count > 1).map(([id, count]) => `${id} was executed ${count} times`),
      ...[...executed.keys()].filter((id) => !sent.has(id)).map((id) => `${id} was never sent`),
    ]
  } finally {
    await exchange.close()
  }
}
