/**
 * `npm run backup -- --follow` beside 500 orders a second: server and database are killed and their data is lost. The restored
 * exchange has every command that was answered more than a second before the kill.
 */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { programEnvironment } from '../fixtures/program-environment.ts'
import { randomNumber } from '../fixtures/random-seed.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { freePort, startServer } from '../fixtures/server-process.ts'
import { Trader } from '../fixtures/socket-trader.ts'
import { roundsOf, type Suite, tally } from './suite.ts'

const ROUNDS = 3
const TRADERS = 10
const ORDERS_PER_SECOND = 500
const SECONDS = 10
const MOST_LOST_MILLIS = 1_000
const BACKUP_MILLIS = 120_000
const ORDER = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '20' } as const

export const follow: Suite = {
  about: `${ROUNDS} losses of everything but a followed backup, at ${ORDERS_PER_SECOND} orders per second`,
  async run(options, report) {
    const counts = tally()
    const violations: string[] = []
    for (const round of roundsOf(options, ROUNDS)) {
      const { answered, millis, lost, oldest } = await loseEverything()
      counts.add('answered orders', answered)
      counts.add('answered orders that were lost', lost)
      counts.add(`round ${round}: orders per second`, Math.round(answered / (millis / 1_000)))
      counts.add(`round ${round}: milliseconds before the kill of the oldest lost answer`, Math.round(oldest))
      if (oldest > MOST_LOST_MILLIS)
        violations.push(`round ${round}: an answer ${Math.round(oldest)} ms before the kill is lost`)
    }
    for (const violation of violations) report(violation)
    return { rows: counts.rows(), violations }
  },
}

type Loss = { readonly answered: number; readonly millis: number; readonly lost: number; readonly oldest: number }

async function loseEverything(): Promise<Loss> {
  const root = scratchFolder()
  const [source, folder, key] = ['source', 'followed', 'key'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  const server = await startServer(source, await freePort())
  let follower: ChildProcess | undefined
  try {
    copyFileSync(join(source, 'secret-key'), key)
    const traders = await Promise.all(Array.from({ length: TRADERS }, () => Trader.signUp(server.address)))
    for (const trader of traders) await trader.connect(ORDER.pair_id)
    const followed = await startFollower(source, folder)
    follower = followed.child
    const answers = new Map<string, number>()
    const begun = performance.now()
    const end = begun + (SECONDS + randomNumber()) * 1_000
    for (let sent = 0; performance.now() < end; sent++) {
      void placeAndCancel(traders[sent % TRADERS] as Trader, answers)
      await sleep(Math.max(0, begun + (sent * 1_000) / ORDERS_PER_SECOND - performance.now()))
    }
    const killed = performance.now()
    await server.kill(true)
    rmSync(join(source, 'pg'), { recursive: true, force: true })
    await followed.printed('waiting for the database')
    follower.kill('SIGTERM')
    const last = await restoredSeq(join(root, 'target'), folder, key)
    const lost = [...answers].filter(([uuid]) => seqOf(uuid) > last).map(([, at]) => killed - at)
    return { answered: answers.size, millis: killed - begun, lost: lost.length, oldest: Math.max(0, ...lost) }
  } finally {
    follower?.kill('SIGKILL')
    await server.stop()
    rmSync(root, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** So that no user reaches the limit of open orders. */
async function placeAndCancel(trader: Trader, answers: Map<string, number>): Promise<void> {
  const answer = await trader.place(ORDER)
  if (answer.type !== 'order_accepted') return
  answers.set(answer.data.uuid, performance.now())
  trader.cancel(answer.data.uuid)
}

const TOOLS = join(import.meta.dirname, '../../src/server/tools')

/** Resolves when it follows. */
async function startFollower(source: string, folder: string) {
  const env = { ...programEnvironment(), DATA_DIR: source }
  const child = spawn(process.execPath, [join(TOOLS, 'backup.ts'), '--follow', folder], { env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const printed = async (text: string): Promise<void> => {
    const until = performance.now() + BACKUP_MILLIS
    while (!output.includes(text)) {
      if (child.exitCode !== null || performance.now() > until) throw new Error(`no "${text}" in: ${output}`)
      await sleep(20)
    }
  }
  await printed('following the journal')
  return { child, printed }
}

/** The last command of the restored exchange. */
async function restoredSeq(target: string, folder: string, key: string): Promise<number> {
  const env = { ...programEnvironment(), DATA_DIR: target }
  const { stdout } = await promisify(execFile)(process.execPath, [join(TOOLS, 'restore.ts'), folder, '--key', key], {
    env,
  })
  return Number(/last restored command is ([\d,]+)/.exec(stdout)?.[1]?.replaceAll(',', ''))
}

/** The number of the command that placed it, which its uuid begins with. */
const seqOf = (uuid: string): number => Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)
