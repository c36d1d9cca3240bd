/**
 * Two servers of the exchange and three of PostgreSQL under trading clients: processes are killed, hang, are stopped and cut off. At
 * the end every answered order exists once with the answered result, and `audit` and `replay --verify` find nothing.
 */

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { databaseUrl, endDatabases, startDatabases } from '../../src/tools/cluster/databases.ts'
import { DATABASES, makePlace, type Place } from '../../src/tools/cluster/place.ts'
import { openCuttablePorts } from '../fixtures/cuttable-ports.ts'
import { randomNumber } from '../fixtures/random-seed.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, isReady, type RunningServer, spawnServer } from '../fixtures/server-process.ts'
import { Trader } from '../fixtures/socket-trader.ts'
import { FAULTS, type Fault, type Machine } from './cluster-faults.ts'
import { PAIR, trade, wrongData, wrongOrders } from './kills.ts'
import { roundsOf, type Suite, tally } from './suite.ts'

const ROUNDS = 21
const TRADERS = 8
const TRADE_MILLIS = 3_000
const LONGEST_MILLIS = 90_000

type Pair = readonly [leader: Machine, other: Machine]

export const cluster: Suite = {
  about: `${ROUNDS} faults of two servers and three PostgreSQL under trading clients; --rounds sets their number`,
  async run(options, report) {
    const folder = scratchFolder()
    const place = await makePlace(folder, await freePort())
    await startDatabases(place)
    const { add, rows } = tally()
    const violations: string[] = []
    const gaps = new Map<string, number[]>(FAULTS.map(({ name }) => [name, []]))
    const first = await openMachine(place)
    await until(() => isReady(first.server.address))
    let machines: Pair = [first, await openMachine(place)]
    try {
      const { address } = machines[0].server
      const traders = await Promise.all(Array.from({ length: TRADERS }, () => Trader.signUp(address)))
      for (const round of roundsOf(options, ROUNDS)) {
        const fault = FAULTS[round % FAULTS.length]
        if (fault === undefined) continue
        await until(() => isStandby(machines[1].server.address))
        const happened = await undergo(fault, machines, traders, place)
        machines = happened.machines
        gaps.get(fault.name)?.push(happened.gap)
        for (const each of happened.violations) violations.push(`round ${round}, ${fault.name}: ${each}`)
        add(fault.name)
        add('the same server went on', happened.isSame ? 1 : 0)
        add('unanswered orders that were repeated', await repeatAll(traders, machines[0]))
      }
      for (const trader of traders) violations.push(...(await wrongOrders(trader, add)))
      for (const { server } of machines.toReversed())
        if ((await server.stop()) !== 0) violations.push(`a server did not stop: ${server.output()}`)
      const stored = {
        dataDir: machines[0].folder,
        databaseUrl: databaseUrl(place),
        secretKey: place.content.secretKey,
      }
      violations.push(...(await wrongData(stored, traders)))
    } catch (error) {
      violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
      for (const { server } of machines) violations.push(server.output().slice(-2_000))
    } finally {
      for (const violation of violations) report(violation)
      for (const { server, network } of machines) {
        if (server.child.exitCode === null) await server.kill()
        network.close()
      }
      await endDatabases(place)
      rmSync(folder, { recursive: true, force: true })
    }
    return { rows: [...rows(), ...[...gaps].flatMap(([name, millis]) => gapRows(name, millis))], violations }
  },
}

async function openMachine(place: Place): Promise<Machine> {
  const { ports } = place.content
  const network = await openCuttablePorts(DATABASES.map((name) => ports[name]))
  const own = { folder: scratchFolder(), port: await freePort(), network }
  return { ...own, server: start(own, place) }
}

function start({ folder, port, network }: Omit<Machine, 'server'>, place: Place): RunningServer {
  const [db1 = 0, db2 = 0, db3 = 0] = network.ports
  return spawnServer(folder, port, {
    STANDBY: 'on',
    DATABASE_URL: databaseUrl(place, { db1, db2, db3 }),
    JOURNAL_COPIES: '2',
    SECRET_KEY: place.content.secretKey,
    JOURNAL_KEEP: 'on',
  })
}

/** `gap`: milliseconds from the fault until orders are taken again. `machines`: who leads then, and the other one, which runs. */
async function undergo(fault: Fault, machines: Pair, traders: readonly Trader[], place: Place) {
  const [leader, standby] = machines
  const { child } = leader.server
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null
  await Promise.all(traders.map((trader) => trader.connect(PAIR)))
  const trading = { over: false }
  const loops = traders.map((trader) => trade(trader, trading))
  await sleep(TRADE_MILLIS * (0.5 + randomNumber()))
  const began = performance.now()
  const finish = await fault.begin(leader, place)
  const answered = countOf(traders)
  const goesOn = (): boolean => fault.code === undefined && countOf(traders) >= answered + TRADERS
  let gap: number
  try {
    await until(async () => goesOn() || (await isReady(standby.server.address)), 20)
    gap = performance.now() - began
  } finally {
    await finish()
  }
  const violations: string[] = []
  if (fault.code !== undefined) {
    const code = await ended
    if (code !== fault.code) violations.push(`the leader ended with ${code}: ${leader.server.output()}`)
  }
  trading.over = true
  await Promise.all(loops)
  for (const trader of traders) trader.disconnect()
  await until(async () => (await isReady(leader.server.address)) !== (await isReady(standby.server.address)))
  const isSame = await isReady(leader.server.address)
  if (!isSame) {
    await until(async () => hasEnded() || (await isStandby(leader.server.address)))
    if (hasEnded()) leader.server = start(leader, place)
  }
  return { gap, isSame, violations, machines: isSame ? machines : ([standby, leader] as const) }
}

async function repeatAll(traders: readonly Trader[], { server }: Machine): Promise<number> {
  for (const trader of traders) trader.moveTo(server.address)
  await Promise.all(traders.map((trader) => trader.signInAgain()))
  await Promise.all(traders.map((trader) => trader.connect(PAIR)))
  const counts = await Promise.all(traders.map((trader) => trader.repeatUnanswered()))
  // What was placed and not cancelled would use up what they have.
  await Promise.all(traders.map((trader) => trader.cancelOpen()))
  for (const trader of traders) trader.disconnect()
  return counts.reduce((sum, count) => sum + count, 0)
}

async function until(isSo: () => Promise<boolean>, everyMillis = 50): Promise<void> {
  for (const end = performance.now() + LONGEST_MILLIS; performance.now() < end; await sleep(everyMillis))
    if (await isSo()) return
  throw new Error(`not in time: ${isSo}`)
}

const countOf = (traders: readonly Trader[]): number => traders.reduce((sum, { answers }) => sum + answers.size, 0)

const isStandby = (address: string): Promise<boolean> =>
  fetch(`${address}/health`).then(
    async (reply) => ((await reply.json()) as { readonly status: string }).status === 'standby',
    () => false,
  )

function gapRows(name: string, millis: readonly number[]): (readonly [string, number])[] {
  const sorted = millis.toSorted((a, b) => a - b)
  const at = (share: number): number => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0)
  return [
    [`ms without orders, ${name}: median`, at(0.5)],
    [`ms without orders, ${name}: 95 %`, at(0.95)],
  ]
}
