/**
 * Three machines as `src/docs/cluster.md` sets them up, on this one: PostgreSQL, machines and exchanges are lost under trading
 * clients, which reach the exchange through HAProxy. At the end every answered order exists once with the answered result, and
 * `audit` and `replay --verify` find nothing. Runs where the programs are installed.
 */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  addressOf,
  createStatements,
  localise,
  missingPrograms,
  type PatroniCluster,
  startPatroniCluster,
} from '../fixtures/patroni-cluster.ts'
import { randomNumber } from '../fixtures/random-seed.ts'
import { TEST_SECRET_KEY } from '../fixtures/record-keys.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, isReady, type RunningServer, spawnServer } from '../fixtures/server-process.ts'
import { Trader } from '../fixtures/socket-trader.ts'
import { PAIR, trade, wrongData, wrongOrders } from './kills.ts'
import { roundsOf, type Suite, tally } from './suite.ts'

const ROUNDS = 8
const TRADERS = 4
const LONGEST_MILLIS = 120_000
const PORT = 8_080
const WATCH_MILLIS = 10
const SETTLE_MILLIS = 500
const RECONNECT_MILLIS = 3_000
const KINDS = ['PostgreSQL killed', 'switchover', 'exchange killed', 'machine of PostgreSQL lost'] as const
type Kind = (typeof KINDS)[number]

const page = readFileSync(join(import.meta.dirname, '../../src/docs/cluster.md'), 'utf8')
/** What the page has between the lines with these words and the end of the block. */
const password = /password '(\S+)'/.exec(page)?.[1] ?? ''
/** The settings of the page for the first machine. */
const settings = Object.fromEntries(
  [...localise(page).matchAll(/^([A-Z_]+)=(\S+)/gm)].map(([, name = '', value = '']) => [name, value]),
)

type Exchange = { readonly folder: string; readonly address: string; readonly host: string; server: RunningServer }

export const patroni: Suite = {
  about: `${ROUNDS} faults of three machines with Patroni, etcd and HAProxy, where they are installed; --rounds sets their number`,
  async run(options, report) {
    const missing = missingPrograms()
    if (missing.length > 0)
      return { rows: [[`nothing was tried, not installed: ${missing.join(', ')}`, 0]], violations: [] }
    const cluster = await startPatroniCluster()
    const exchanges: Exchange[] = []
    const counts = tally()
    const gaps = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]))
    const violations: string[] = []
    try {
      await createDatabase((await cluster.leader()) ?? 1)
      for (const machine of [1, 2]) {
        exchanges.push(openExchange(machine))
        await until(() => answers(exchanges.at(-1)?.address))
      }
      const address = cluster.startProxy(await freePort())
      await until(() => isReady(address))
      const traders: Trader[] = []
      // The first commands of a new exchange keep it busy.
      await until(async () => traders.length === TRADERS || signUp(traders, address))
      for (const round of roundsOf(options, ROUNDS)) {
        const kind = KINDS[round % KINDS.length] ?? 'switchover'
        const gap = await tryOnce(cluster, exchanges, traders, kind, address)
        process.stderr.write(`round ${round}, ${kind}: ${Math.round(gap)} ms\n`)
        gaps.get(kind)?.push(gap)
        counts.add(kind)
      }
      for (const trader of traders) violations.push(...(await wrongOrders(trader, counts.add)))
      for (const { server } of exchanges) await server.stop()
      const [first] = exchanges
      const place = {
        dataDir: first?.folder ?? '',
        databaseUrl: settings.DATABASE_URL ?? '',
        secretKey: TEST_SECRET_KEY,
      }
      violations.push(...(await wrongData(place, traders)))
      for (const violation of violations) report(violation)
      return { rows: [...counts.rows(), ...[...gaps].flatMap(([kind, millis]) => gapRows(kind, millis))], violations }
    } catch (error) {
      const outputs = exchanges.map(({ address, server }) => `${address}: ${server.output().slice(-3_000)}`)
      throw new Error([String(error), ...outputs, cluster.output().slice(-60_000)].join('\n'))
    } finally {
      for (const { server } of exchanges) if (server.child.exitCode === null) await server.kill()
      cluster.stop()
    }
  },
}

/** False: it did not work now. */
const signUp = (traders: Trader[], address: string): Promise<boolean> =>
  Trader.signUp(address).then(
    (trader) => traders.push(trader) === TRADERS,
    () => false,
  )

async function createDatabase(machine: number): Promise<void> {
  const address = { host: addressOf(machine), user: 'postgres', password, database: 'postgres' }
  const client = new pg.Client(address)
  await client.connect()
  for (const statement of createStatements(page)) await client.query(statement)
  await client.end()
}

function openExchange(machine: number): Exchange {
  const [folder, host] = [scratchFolder(), addressOf(machine)]
  return { folder, host, address: `http://${host}:${PORT}`, server: startExchange(folder, host) }
}

const startExchange = (folder: string, host: string): RunningServer =>
  spawnServer(folder, PORT, {
    ...settings,
    HOST: host,
    SECRET_KEY: TEST_SECRET_KEY,
    JOURNAL_KEEP: 'on',
    LOG_LEVEL: 'info',
  })

/** Milliseconds: the longest time without an answer to any of the clients. */
async function tryOnce(
  cluster: PatroniCluster,
  exchanges: readonly Exchange[],
  traders: readonly Trader[],
  kind: Kind,
  address: string,
): Promise<number> {
  await Promise.all(traders.map((trader) => trader.connect(PAIR)))
  const trading = { over: false }
  const loops = traders.map((trader) => trade(trader, trading))
  await sleep(500 + randomNumber() * 500)
  const leader = (await cluster.leader()) ?? 1
  const gap = await longestSilence(traders, async () => {
    if (kind === 'PostgreSQL killed') cluster.killPostgres(leader)
    else if (kind === 'machine of PostgreSQL lost') cluster.loseMachine(leader)
    else if (kind === 'switchover') await cluster.switchover()
    else {
      await restart(exchanges)
      await until(() => isReady(address))
      await reconnect(traders)
    }
  })
  trading.over = true
  await Promise.all(loops)
  if (kind === 'machine of PostgreSQL lost') cluster.startMachine(leader)
  await cluster.whole()
  // As systemd does: of two that have lost the database for long, the first one that finds it leads, and the other one ends.
  for (const each of exchanges)
    if (each.server.child.exitCode !== null) each.server = startExchange(each.folder, each.host)
  await until(() => isReady(address))
  await until(async () => (await Promise.all(exchanges.map((each) => answers(each.address)))).every((is) => is))
  await reconnect(traders)
  for (const trader of traders) await trader.repeatUnanswered()
  for (const trader of traders) trader.disconnect()
  return gap
}

/** From the begin of the fault until answers come after it. */
async function longestSilence(traders: readonly Trader[], fault: () => Promise<void>): Promise<number> {
  let [count, changed, longest] = [countOf(traders), performance.now(), 0]
  const watch = setInterval(() => {
    const now = performance.now()
    longest = Math.max(longest, now - changed)
    if (countOf(traders) > count) [count, changed] = [countOf(traders), now]
  }, WATCH_MILLIS)
  try {
    await fault()
    // What was answered before the fault had an effect does not count.
    await sleep(SETTLE_MILLIS)
    const before = countOf(traders)
    await until(async () => {
      // The proxy closes connections to a process that was away for too long.
      if (performance.now() - changed > RECONNECT_MILLIS) await reconnect(traders).catch(() => undefined)
      return countOf(traders) >= before + TRADERS
    })
    return longest
  } finally {
    clearInterval(watch)
  }
}

/** `kill -9` of the exchange that leads. It is started again at once, and waits. */
async function restart(exchanges: readonly Exchange[]): Promise<void> {
  for (const each of exchanges) {
    if (!(await isReady(each.address))) continue
    await each.server.kill()
    each.server = startExchange(each.folder, each.host)
    return
  }
}

async function reconnect(traders: readonly Trader[]): Promise<void> {
  for (const trader of traders) trader.disconnect()
  await Promise.all(traders.map((trader) => trader.signInAgain()))
  await Promise.all(traders.map((trader) => trader.connect(PAIR)))
}

/** It leads or waits. */
const answers = (address = ''): Promise<boolean> =>
  fetch(`${address}/health`).then(
    async (reply) => reply.ok || ((await reply.json()) as { readonly status: string }).status === 'standby',
    () => false,
  )

const countOf = (traders: readonly Trader[]): number => traders.reduce((sum, { answers: { size } }) => sum + size, 0)

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + LONGEST_MILLIS; performance.now() < end; await sleep(20))
    if (await isSo()) return
  throw new Error(`not in time: ${isSo}`)
}

function gapRows(kind: Kind, millis: readonly number[]): (readonly [string, number])[] {
  const sorted = millis.toSorted((a, b) => a - b)
  if (sorted.length === 0) return []
  return [
    [`ms without answers, ${kind}: median`, Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0)],
    [`ms without answers, ${kind}: longest`, Math.round(sorted.at(-1) ?? 0)],
  ]
}
