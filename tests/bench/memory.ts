/** Memory per user, open order, idempotency entry, mining run and socket. */

import { rmSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { XP } from '../../src/contract/earn/xp.ts'
import { accounts, openOrders, rewardsOf } from '../../src/engine/exchange.ts'
import { DEFAULT_PARAMETERS } from '../../src/server/earn/default-parameters.ts'
import { BY_TEST } from '../fixtures/by-test.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, startServer } from '../fixtures/server-process.ts'
import { openGuestSockets } from './socket-clients.ts'
import { type Bench, type Row, usageOf } from './statistics.ts'
import { commandOf, executeNext, newExchange, workload } from './workload.ts'

const USERS = 20_000
const ORDERS = 100_000
const MINERS = 100_000
const SOCKETS = 1_000

export const benchMemory: Bench = {
  includes:
    'heap after a garbage collection and touched memory beside it; for a socket the growth of the server process, without kernel memory',
  async run() {
    return [...measureState(), { what: 'socket of a guest', count: SOCKETS, bytes: await measureSockets() }]
  },
}

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Objects on the heap, and the pages of everything beside it that were touched: records are reserved, not allocated. */
function used(): number {
  collectGarbage()
  const { heapUsed, heapTotal, rss } = process.memoryUsage()
  return heapUsed + rss - heapTotal
}

function measureState(): Row[] {
  const empty = newExchange(0)
  const before = used()
  const users = newExchange(USERS)
  const perUser = (used() - before) / USERS
  const plain = bytesPerOrder(false)
  const withId = bytesPerOrder(true)
  return [
    {
      what: 'user with two currencies',
      count: [...accounts(users)].length - [...accounts(empty)].length,
      bytes: Math.round(perUser),
    },
    { what: 'open order', count: ORDERS, bytes: Math.round(plain) },
    { what: 'idempotency entry', count: ORDERS, bytes: Math.round(withId - plain) },
    { what: 'mining run', count: MINERS, bytes: Math.round(bytesPerMiningRun()) },
  ]
}

/** Bytes per open order. */
function bytesPerOrder(withIds: boolean): number {
  const { users, prefill } = workload(ORDERS, 0, 2_000)
  const state = newExchange(users)
  const before = used()
  for (const step of prefill) executeNext(state, commandOf(step, withIds))
  const bytes = (used() - before) / [...openOrders(state)].length
  return bytes
}

/** Bytes per user with a running mining run and one claimed daily reward, without the account. */
function bytesPerMiningRun(): number {
  const state = newExchange(MINERS)
  const by = { operator: 'bench', reason: 'bench' }
  executeNext(state, { type: 'list-currency', ...BY_TEST, currency: XP })
  executeNext(state, { type: 'set-reward-parameters', parameters: { ...DEFAULT_PARAMETERS, dailyCap: 10 ** 9 }, ...by })
  executeNext(state, { type: 'fund-rewards', amount: 10 ** 9, ...by })
  const miners = Array.from(accounts(state), ({ user }) => user)
  const before = used()
  for (const user of miners) {
    executeNext(state, { type: 'claim-daily', user })
    executeNext(state, { type: 'start-mining', user })
  }
  const bytes = (used() - before) / miners.length
  return miners.every((user) => rewardsOf(state, user).run !== undefined) ? bytes : Number.NaN
}

async function measureSockets(): Promise<number> {
  const folder = scratchFolder()
  const server = await startServer(folder, await freePort())
  const pid = server.child.pid ?? 0
  try {
    // Warm-up: the first sockets grow the buffers of the process.
    const warmUp = await openGuestSockets(server.address, 50, () => undefined)
    const before = usageOf(pid).bytes
    const guests = await openGuestSockets(server.address, SOCKETS, () => undefined)
    const bytes = usageOf(pid).bytes - before
    warmUp.close()
    guests.close()
    return Math.round(bytes / SOCKETS)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
