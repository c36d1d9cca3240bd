/** The real server in a scratch folder, for tests that break its database under it. Stopped and removed after each. */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect } from 'vitest'
import { startEmbedded } from '../../src/server/postgres/embedded.ts'
import { quiet } from './quiet.ts'
import { freePort, isReady, type RunningServer, startServer } from './running-server.ts'
import { Trader } from './trader.ts'
import { scratchFolder } from './world.ts'

export const resting = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '20' } as const

export type FaultyServer = {
  newFolder(): string
  /** A server in this folder, and a trader with one order in its book. */
  begin(folder: string): Promise<Trader>
  running(): RunningServer
  isUp(): Promise<boolean>
  /** Status and text of `/health`. */
  health(): Promise<[number, string]>
  until(what: () => Promise<boolean>, millis?: number): Promise<void>
  /** SIGTERM, or `kill -9` of everything: what a test does that must be rid of it before its end. */
  end(how: 'stop' | 'kill'): Promise<void>
}

export function faultyServer(): FaultyServer {
  const folders: string[] = []
  let server: RunningServer | undefined
  const running = (): RunningServer => {
    if (server === undefined) throw new Error('no server was started')
    return server
  }
  afterEach(async () => {
    await server?.stop()
    server = undefined
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  return {
    newFolder() {
      const folder = scratchFolder()
      folders.push(folder)
      return folder
    },
    async begin(folder) {
      server = await startServer(folder, await freePort())
      const trader = await Trader.signUp(server.address)
      await trader.connect(7)
      expect((await trader.place(resting)).type).toBe('order_accepted')
      return trader
    },
    running,
    isUp: () => isReady(running().address),
    async health() {
      const reply = await fetch(`${running().address}/health`)
      return [reply.status, await reply.text()]
    },
    async until(what, millis = 30_000) {
      const deadline = performance.now() + millis
      while (!(await what())) {
        if (performance.now() > deadline) throw new Error(`not in time: ${running().output()}`)
        await sleep(50)
      }
    },
    async end(how) {
      const ending = server
      server = undefined
      await (how === 'stop' ? ending?.stop() : ending?.kill(true))
    },
  }
}

/** Somebody with the keys to the database in this folder. */
export async function adminOf(folder: string): Promise<pg.Client> {
  const { settings } = await startEmbedded(folder, quiet)
  const admin = new pg.Client({ ...settings, application_name: 'operator' })
  admin.on('error', () => undefined)
  await admin.connect()
  return admin
}

/** Everything that was ever asked is answered now, and is there once. */
export async function settleAccounts(trader: Trader): Promise<void> {
  await trader.repeatUnanswered()
  const orders = await trader.allOrders()
  const accepted = [...trader.answers.values()].filter(({ type }) => type === 'order_accepted')
  expect(orders.length).toBe(accepted.length)
  expect(new Set(orders.map((order) => order.client_order_id)).size).toBe(orders.length)
}
