/**
 * Two servers of a live exchange, three PostgreSQL and one signer: servers and databases are lost while withdrawals on both chains
 * are being paid. Each withdrawal arrives exactly once, and at the end books, chains and journal agree.
 */

import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseTonAddress } from '../../src/chains/ton/address.ts'
import { databaseUrl, endDatabases, promote, startDatabases } from '../../src/tools/cluster/databases.ts'
import { EXCHANGES, type ExchangeName, makePlace, type Place } from '../../src/tools/cluster/place.ts'
import { type LiveExchange, startLiveExchange } from '../fixtures/live-exchange.ts'
import { eventually, type Program } from '../fixtures/live-machine.ts'
import { isPaid, openWithdrawals, type Payout, paid } from '../fixtures/live-payments.ts'
import { type LiveUser, signUpLive } from '../fixtures/live-user.ts'
import { randomNumber } from '../fixtures/random-seed.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, isReady } from '../fixtures/server-process.ts'
import { openListings } from './live-listings.ts'
import { roundsOf, type Suite, tally } from './suite.ts'

const ROUNDS = 30
const USERS = 5
const HANG_MILLIS = 10_000
const PROXY = join(import.meta.dirname, '../../src/tools/cluster/proxy.ts')
const KINDS = ['leader killed', 'primary killed', 'leader hangs', 'leader stopped'] as const
type Kind = (typeof KINDS)[number]

type Machines = Record<ExchangeName, Program>

export const liveFailover: Suite = {
  about: `${ROUNDS} faults of two servers and three PostgreSQL of a live exchange while it pays; --rounds sets their number`,
  async run(options, report) {
    const { add, rows } = tally()
    const violations: string[] = []
    const folder = scratchFolder()
    const place = await makePlace(folder, await freePort())
    await startDatabases(place)
    const settings = { DATABASE_URL: databaseUrl(place), STANDBY: 'on', JOURNAL_COPIES: '2' }
    const { ports } = place.content
    const address = `http://127.0.0.1:${ports.proxy}`
    const proxy = startProxy(place)
    const exchange = await startLiveExchange({ port: ports.tern1, address, settings })
    const dataDirs = {
      tern1: exchange.machine.path('data'),
      tern2: exchange.machine.newFolder('server', 'data2', 0o700),
    }
    const start = (name: ExchangeName): Program =>
      exchange.startAnother({ PORT: String(ports[name]), DATA_DIR: dataDirs[name] })
    let machines: Machines | undefined
    try {
      const { coins, key } = await openListings(exchange)
      const first = exchange.server()
      if (first === undefined) throw new Error('no server was started')
      machines = { tern1: first, tern2: start('tern2') }
      const users = await fundUsers(exchange, coins)
      const { payouts, withdraw } = openWithdrawals(exchange.chains, coins)
      for (const user of users) {
        const newcomer = await withdraw(user, 'ethereum', '0.01', 'ETH')
        await exchange.operator('approve', newcomer.uuid, '--yes', '--key', key)
        await paid(newcomer)
      }
      for (const round of roundsOf(options, ROUNDS)) {
        const kind = KINDS[round % KINDS.length] ?? 'leader killed'
        const made: Payout[] = []
        for (const user of users)
          made.push(await withdraw(user, 'ethereum', '0.01', 'ETH'), await withdraw(user, 'ton', '1', 'TON'))
        await sleep(randomNumber() * 3_000)
        await fail(place, machines, kind, start)
        for (const each of made) await paid(each)
        add(kind)
      }
      for (const each of payouts)
        if (!(await isPaid(each))) violations.push(`${each.what} has not arrived exactly once`)
      add('withdrawals paid once', payouts.length)
      exchange.operateOn(dataDirs[await leading(place)])
      await eventually('books and chain are equal for every coin', async () => {
        const found = (await exchange.show('reconcile')).split('\n').filter((line) => /^(ETH|TON|USDT)\s/.test(line))
        return found.length === 4 && found.every((row) => row.split(/\s+/)[3] === '0')
      })
      await exchange.script('server', 'audit')
      await exchange.script('server', 'replay', '--', '--verify')
    } catch (error) {
      violations.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
      for (const name of EXCHANGES) violations.push(`${name}: ${machines?.[name].output().slice(-2_000)}`)
    } finally {
      for (const name of EXCHANGES) await machines?.[name].end('SIGTERM')
      await exchange.close()
      proxy.kill()
      await endDatabases(place)
      rmSync(folder, { recursive: true, force: true })
    }
    for (const violation of violations) report(violation)
    return { rows: rows(), violations }
  },
}

function startProxy({ content: { ports } }: Place): ChildProcess {
  const args = [PROXY, ...[ports.proxy, ports.tern1, ports.tern2].map(String)]
  return spawn(process.execPath, args, { stdio: 'inherit' })
}

/** With ETH and TON. */
async function fundUsers(
  exchange: LiveExchange,
  coins: Readonly<Record<string, number>>,
): Promise<readonly LiveUser[]> {
  const users: LiveUser[] = []
  for (let index = 0; index < USERS; index++) users.push(await signUpLive(exchange, `user${index}`))
  await exchange.ageSecondFactors(24 * 60 * 60 * 1_000)
  const { chains } = exchange
  for (const user of users) {
    const ethereum = await eventually('a deposit address on Ethereum', () => user.depositTo(coins.ETH ?? 0, 1))
    await chains.sendEthereum((ethereum.address ?? '').toLowerCase(), 'coin', 2n * 10n ** 18n)
    const ton = await eventually('a deposit address on TON', () => user.depositTo(coins.TON ?? 0, 2))
    await chains.sendTon(parseTonAddress(ton.address ?? '')?.raw ?? '', 'coin', 150n * 10n ** 9n, ton.memo ?? '')
  }
  for (const user of users)
    await eventually(
      'the deposits are credited',
      async () => (await user.balance('ETH')) === '2' && (await user.balance('TON')) === '150',
    )
  return users
}

async function leading({ content: { ports } }: Place): Promise<ExchangeName> {
  return eventually('a server leads', async () => {
    for (const name of EXCHANGES) if (await isReady(`http://127.0.0.1:${ports[name]}`)) return name
    return undefined
  })
}

/** Resolves when the proxy leads to a server that leads, and the other one was started. */
async function fail(
  place: Place,
  machines: Machines,
  kind: Kind,
  start: (name: ExchangeName) => Program,
): Promise<void> {
  const name = await leading(place)
  const machine = machines[name]
  if (kind === 'primary killed') {
    await promote(place)
    await startDatabases(place)
  } else {
    if (kind === 'leader killed') await machine.end('SIGKILL')
    if (kind === 'leader stopped') await machine.end('SIGTERM')
    if (kind === 'leader hangs') {
      machine.signal('SIGSTOP')
      await sleep(HANG_MILLIS)
      machine.signal('SIGCONT')
      await eventually('the server that hung has ended', () => !machine.isRunning())
    }
    machines[name] = start(name)
  }
  const address = `http://127.0.0.1:${place.content.ports.proxy}`
  await eventually('the proxy has found the server that leads', () => isReady(address))
}
