/**
 * Two servers with one database under trading clients: the one that leads is killed, hangs or is stopped, and the other one takes
 * over. At the end every answered order exists once with the answered result, and `audit` and `replay --verify` find nothing.
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { randomNumber } from '../fixtures/random-seed.ts'
import { TEST_SECRET_KEY } from '../fixtures/record-keys.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, isReady, type RunningServer, spawnServer } from '../fixtures/server-process.ts'
import { Trader } from '../fixtures/socket-trader.ts'
import { startOwnDatabases } from '../fixtures/test-database.ts'
import { PAIR, trade, wrongData, wrongOrders } from './kills.ts'
import { roundsOf, type Suite, tally } from './suite.ts'

const ROUNDS = 20
const TRADERS = 8
const LONGEST_MILLIS = 90_000
const KINDS = ['killed', 'hangs', 'stopped'] as const
type Kind = (typeof KINDS)[number]

/** A machine: its folder and its port stay. */
type Machine = { readonly folder: string; readonly port: number; server: RunningServer }

export const cluster: Suite = {
  about: `${ROUNDS} takeovers between two servers with one database, under trading clients; --rounds sets their number`,
  async run(options, report) {
    const databases = await startOwnDatabases()
    const databaseUrl = await databases.newDatabaseUrl()
    const settings = { STANDBY: 'on', DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET_KEY, JOURNAL_KEEP: 'on' }
    const start = ({ folder, port }: Omit<Machine, 'server'>): RunningServer => spawnServer(folder, port, settings)
    const open = async (): Promise<Machine> => {
      const place = { folder: scratchFolder(), port: await freePort() }
      return { ...place, server: start(place) }
    }
    const counts = tally()
    const violations: string[] = []
    const gaps = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]))
    let leader = await open()
    await until(() => isReady(leader.server.address))
    let standby = await open()
    try {
      const traders = await Promise.all(Array.from({ length: TRADERS }, () => Trader.signUp(leader.server.address)))
      for (const round of roundsOf(options, ROUNDS)) {
        const kind = KINDS[round % KINDS.length] ?? 'killed'
        await until(() => isStandby(standby.server.address))
        const { gap, code, repeated } = await takeOver(leader, standby, traders, kind)
        gaps.get(kind)?.push(gap)
        const expected = { killed: null, hangs: 1, stopped: 0 }[kind]
        if (code !== expected) violations.push(`round ${round}: a leader that ${kind} ended with ${code}`)
        counts.add(`leader: ${kind}`)
        counts.add('unanswered orders that were repeated', repeated)
        leader.server = start(leader)
        ;[leader, standby] = [standby, leader]
      }
      for (const trader of traders) violations.push(...(await wrongOrders(trader, counts.add)))
      if ((await leader.server.stop()) !== 0) violations.push(`the leader did not stop: ${leader.server.output()}`)
      await standby.server.kill()
      const place = { dataDir: leader.folder, databaseUrl, secretKey: TEST_SECRET_KEY }
      violations.push(...(await wrongData(place, traders)))
      for (const violation of violations) report(violation)
      return { rows: [...counts.rows(), ...[...gaps].flatMap(([kind, millis]) => gapRows(kind, millis))], violations }
    } finally {
      for (const { server } of [leader, standby]) if (server.child.exitCode === null) await server.kill()
      await databases.stop()
    }
  },
}

/** `gap`: from the fault until the other server takes orders. `code`: with which the leader ended. */
async function takeOver(leader: Machine, standby: Machine, traders: readonly Trader[], kind: Kind) {
  await Promise.all(traders.map((trader) => trader.connect(PAIR)))
  const trading = { over: false }
  const loops = traders.map((trader) => trade(trader, trading))
  await sleep(300 + randomNumber() * 500)
  const { child } = leader.server
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const began = performance.now()
  child.kill(({ killed: 'SIGKILL', hangs: 'SIGSTOP', stopped: 'SIGTERM' } as const)[kind])
  await until(() => isReady(standby.server.address), 20)
  const gap = performance.now() - began
  if (kind === 'hangs') child.kill('SIGCONT')
  const code = await ended
  trading.over = true
  await Promise.all(loops)
  for (const trader of traders) {
    trader.disconnect()
    trader.moveTo(standby.server.address)
  }
  await Promise.all(traders.map((trader) => trader.signInAgain()))
  await Promise.all(traders.map((trader) => trader.connect(PAIR)))
  let repeated = 0
  for (const trader of traders) repeated += await trader.repeatUnanswered()
  for (const trader of traders) trader.disconnect()
  return { gap, code, repeated }
}

async function until(isSo: () => Promise<boolean>, everyMillis = 50): Promise<void> {
  for (const end = performance.now() + LONGEST_MILLIS; performance.now() < end; await sleep(everyMillis))
    if (await isSo()) return
  throw new Error('a server did not lead or wait in time')
}

const isStandby = (address: string): Promise<boolean> =>
  fetch(`${address}/health`).then(
    async (reply) => ((await reply.json()) as { readonly status: string }).status === 'standby',
    () => false,
  )

function gapRows(kind: Kind, millis: readonly number[]): (readonly [string, number])[] {
  const sorted = millis.toSorted((a, b) => a - b)
  const at = (share: number): number => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  return [
    [`ms without orders, leader ${kind}: median`, at(0.5)],
    [`ms without orders, leader ${kind}: 95 %`, at(0.95)],
  ]
}
