/** What one more of each costs in memory, while it is there. */

import { rmSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { freePort, startServer } from '../server/running-server.ts'
import { scratchFolder } from '../server/world.ts'
import { openCrowd } from './crowd.ts'
import { type Bench, type Row, usageOf } from './figures.ts'
import { carryOut, commandOf, newExchange, workload } from './workload.ts'

const USERS = 20_000
const ORDERS = 100_000
const SOCKETS = 1_000

export const benchMemory: Bench = {
  includes:
    'the heap after a collection; of a socket all the server process grew by, with what the system keeps for it left out',
  async run() {
    return [...ofState(), { what: 'socket of a guest', count: SOCKETS, bytes: await ofSockets() }]
  },
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heap(): number {
  collect()
  return process.memoryUsage().heapUsed
}

function ofState(): Row[] {
  const empty = newExchange(0)
  const before = heap()
  const users = newExchange(USERS)
  const perUser = (heap() - before) / USERS
  const plain = orders(false)
  const withId = orders(true)
  return [
    { what: 'user with two currencies', count: users.accounts.size - empty.accounts.size, bytes: Math.round(perUser) },
    { what: 'open order', count: ORDERS, bytes: Math.round(plain) },
    { what: 'remembered request', count: ORDERS, bytes: Math.round(withId - plain) },
  ]
}

/** Of which the command's own terms are a part, for the order keeps them. */
function orders(withIds: boolean): number {
  const { users, prefill } = workload(ORDERS, 0, 2_000)
  const state = newExchange(users)
  const before = heap()
  for (const step of prefill) carryOut(state, commandOf(step, withIds))
  const bytes = (heap() - before) / state.orders.size
  return bytes
}

async function ofSockets(): Promise<number> {
  const folder = scratchFolder()
  const server = await startServer(folder, await freePort())
  const pid = server.child.pid ?? 0
  try {
    // The first ones make room for many.
    const first = await openCrowd(server.address, 50, () => undefined)
    const before = usageOf(pid).bytes
    const crowd = await openCrowd(server.address, SOCKETS, () => undefined)
    const bytes = usageOf(pid).bytes - before
    first.leave()
    crowd.leave()
    return Math.round(bytes / SOCKETS)
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
