/** The anchor of the journal: a database that was put back to an earlier state is noticed. */

import { copyFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEFAULT_LIMITS } from '../../../src/contract/wallet/limits.ts'
import { networksOf } from '../../../src/engine/exchange.ts'
import { type Exchange, startExchange } from '../../../src/server/exchange.ts'
import { readConfig } from '../../../src/server/runtime/config.ts'
import { openLog } from '../../../src/server/runtime/log.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import { systemClock } from '../../../src/server/runtime/system-clock.ts'
import { AnchorMissing } from '../../../src/server/sequencer/anchor.ts'
import { AnchorMismatch } from '../../../src/server/sequencer/anchor-acceptance.ts'
import { openAnchorCommand } from '../../../src/server/sequencer/anchor-command.ts'
import { replayStored } from '../../../src/server/tools/replay.ts'
import { openStoredExchange } from '../../../src/server/tools/stored-exchange.ts'
import { LIVE_MODE } from '../../fixtures/live-mode.ts'
import { runOperator } from '../../fixtures/operator-tool.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

const LIVE = { ...LIVE_MODE, PUBLIC_URL: 'https://tern.example', TRUSTED_PROXIES: '127.0.0.1' }
const PLAY = { SECRET_KEY: LIVE_MODE.SECRET_KEY, PAST_DAYS: '0', PLAY_CHAIN: 'off' }
let databases: TestDatabases
let folder: string
let url: string
let running: Exchange | undefined
const warnings: string[] = []

beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases.stop())
beforeEach(async () => {
  folder = scratchFolder()
  url = await databases.newDatabaseUrl()
})
afterEach(async () => {
  await stop()
  rmSync(folder, { recursive: true, force: true })
})

async function start(settings: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Exchange> {
  warnings.length = 0
  const log = openLog('warn', { write: (line) => void warnings.push(line) })
  const config = readConfig({ ...settings, DATABASE_URL: url, DATA_DIR: folder, PORT: '0' }, args)
  const healthTimes = { ...HEALTH_TIMES, anchorMillis: 50 }
  running = await startExchange(config, { clock: systemClock(), log, demoTraders: 'absent', healthTimes })
  return running
}

async function stop(): Promise<void> {
  await running?.stop()
  running = undefined
}

const anchor = (): string => join(folder, 'anchor')
const place = (): { readonly batch: number } => JSON.parse(readFileSync(anchor(), 'utf8'))

/** One more committed batch. */
const commit = (exchange: Exchange) => exchange.sequencer.submit({ type: 'set-rules', rules: 1 }, (state) => state.seq)

/** The database as it was before these batches, in itself without a fault. */
async function putBack(): Promise<void> {
  const before = await databases.copyOf(url)
  await commit(await start(PLAY))
  await stop()
  url = before
}

test('The anchor follows the journal, and a journal that is longer than its anchor is accepted', async () => {
  const first = await start(PLAY)
  while (!existsSync(anchor())) await sleep(10)
  const before = place().batch
  await commit(first)
  while (place().batch === before) await sleep(10)
  copyFileSync(anchor(), join(folder, 'older'))
  await commit(first)
  await stop()
  copyFileSync(join(folder, 'older'), anchor())
  await start(PLAY)
  expect(warnings.join()).not.toContain('anchor')
})

test('A database that was put back to an earlier state is refused, by the start and by a verification', async () => {
  await start(PLAY)
  await stop()
  await putBack()
  await expect(start(PLAY)).rejects.toThrow(AnchorMismatch)
  await expect(start(PLAY)).rejects.toThrow(/^the journal ends before batch \d+, which the anchor says was committed/)
  const stored = await openStoredExchange({ dataDir: folder, databaseUrl: url, secretKey: PLAY.SECRET_KEY })
  const { problem } = await replayStored(stored, false).finally(() => stored.close())
  expect(problem).toContain('the journal ends before batch')
})

test('An operator can accept a known loss: the exchange goes on with numbers that were never used, and says why', async () => {
  await start(PLAY)
  await stop()
  await putBack()
  const lost = place().batch
  await expect(start(PLAY)).rejects.toThrow(
    /It ends with batch \d+, command \d+, of \d{4}-\d\d-\d\dT[\d:.]+Z: restore the missing rows/,
  )
  const accepted = await runOperator(folder, ['anchor', 'accept', '--as', 'ann', '--reason', 'the disk was lost'])
  expect(accepted.code).toBe(0)
  const next = await start(PLAY)
  expect(await next.sequencer.read(({ seq }) => seq)).toBeGreaterThan(1_000_000_000)
  expect(warnings.join()).toContain('an operator has accepted that rows are lost')
  expect(existsSync(join(folder, 'anchor.accepted'))).toBe(false)
  expect(JSON.parse(readFileSync(join(folder, 'anchor.before-accept'), 'utf8')).batch).toBe(lost)
  const paused = await next.sequencer.read((state) => networksOf(state).map(({ paused }) => paused))
  expect(paused.every((reason) => reason?.includes('ann accepted it: the disk was lost'))).toBe(true)
  await stop()
  await start(PLAY)
})

test('A loss cannot be accepted in a folder without an anchor, such as that of another DATA_DIR', async () => {
  const { code, problem } = await runOperator(folder, ['anchor', 'accept', '--as', 'ann', '--reason', 'lost'])
  expect([code, problem]).toEqual([1, expect.stringContaining('set the DATA_DIR of the server')])
  expect(existsSync(join(folder, 'anchor.accepted'))).toBe(false)
})

test('A loss can be accepted only after a start has found it, and an acceptance without a loss is not kept for a later one', async () => {
  await start(PLAY)
  await stop()
  const accept = () => runOperator(folder, ['anchor', 'accept', '--as', 'ann', '--reason', 'by mistake'])
  expect(await accept()).toMatchObject({ code: 1, problem: expect.stringContaining('start the exchange first') })
  const whole = url
  await putBack()
  await expect(start(PLAY)).rejects.toThrow(AnchorMismatch)
  expect((await accept()).code).toBe(0)
  url = whole
  await start(PLAY)
  expect(['accepted', 'refused'].filter((name) => existsSync(join(folder, `anchor.${name}`)))).toEqual([])
})

test('An accepted loss is no acceptance of rows that are deleted after it', async () => {
  await start(PLAY)
  await stop()
  const older = await databases.copyOf(url)
  await commit(await start(PLAY))
  await stop()
  await putBack()
  await expect(start(PLAY)).rejects.toThrow(AnchorMismatch)
  await runOperator(folder, ['anchor', 'accept', '--as', 'ann', '--reason', 'the last row is lost'])
  const accepted = url
  url = older
  await expect(start(PLAY)).rejects.toThrow(AnchorMismatch)
  await runOperator(folder, ['anchor', 'accept', '--as', 'ann', '--reason', 'the row before, too'])
  await start(PLAY)
  url = accepted
})

test('Without its anchor a play exchange warns, and a live one starts only with --no-anchor', async () => {
  await start(PLAY)
  await stop()
  const text = readFileSync(anchor(), 'utf8')
  for (const broken of [undefined, '', '{}', text.replace(/"batch":\d+/, '"batch":1')]) {
    if (broken === undefined) rmSync(anchor())
    else writeFileSync(anchor(), broken)
    await start(PLAY)
    expect(warnings.join()).toContain('it is not known whether the journal is complete')
    await stop()
  }
  url = await databases.newDatabaseUrl()
  rmSync(anchor())
  await start(LIVE)
  await stop()
  rmSync(anchor())
  await expect(start(LIVE)).rejects.toThrow(AnchorMissing)
  await start(LIVE, '--no-anchor')
  await stop()
  await start(LIVE)
})

test('With real money ANCHOR_COMMAND gets the line, and its failure is in the health of the part, while commands are executed', async () => {
  const out = join(folder, 'out')
  const partOf = async ({ address }: Exchange) => {
    const health = (await (await fetch(`${address}/health`)).json()) as { parts: Record<string, { state: string }> }
    return health.parts.anchor
  }
  const first = await start({ ...LIVE, ANCHOR_COMMAND: `cat > ${out}; test -z "$SECRET_KEY"` })
  while (!existsSync(out) || !readFileSync(out, 'utf8').endsWith('\n')) await sleep(10)
  expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({ batch: expect.any(Number), hmac: expect.any(String) })
  expect(await partOf(first)).toMatchObject({ state: 'ok' })
  await stop()
  const second = await start({ ...LIVE, ANCHOR_COMMAND: 'echo first >&2; echo no space left >&2; exit 3' })
  while ((await partOf(second))?.state !== 'failing') await sleep(10)
  expect(await partOf(second)).toMatchObject({ reason: 'ANCHOR_COMMAND ended with 3: no space left' })
  const limits = { type: 'set-withdrawal-limits', limits: DEFAULT_LIMITS, operator: 'ops', reason: 'a test' } as const
  expect(await second.sequencer.submit(limits, (_state, { answer }) => answer.type)).toBe('done')
  expect((await fetch(`${second.address}/health`)).status).toBe(200)
})

test('An ANCHOR_COMMAND that does not end is killed with what it has started, and the reason names its limit', async () => {
  const file = join(folder, 'limited')
  const shell = `sleep 1000 & echo $! > ${file}; wait`
  const command = { shell, environment: { PATH: process.env.PATH, HOME: folder } }
  const limited = openAnchorCommand({ anchor: { line: '{}' }, command, pauseMillis: 60_000, limitMillis: 500 })
  limited.start()
  await expect
    .poll(() => limited.health)
    .toEqual({ state: 'failing', reason: 'ANCHOR_COMMAND did not end within 0.5 s' })
  await expect.poll(() => existsSync(file) && isRunning(Number(readFileSync(file, 'utf8')))).toBe(false)
  limited.stop()
})

/** Not of a process that has ended, and that nobody waits for. */
function isRunning(pid: number): boolean {
  try {
    return /\) [^ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('A stop ends an ANCHOR_COMMAND that hangs, with what it has started', async () => {
  const file = join(folder, 'pid')
  await start({ ...LIVE, ANCHOR_COMMAND: `sleep 1000 & echo $! > ${file}; wait` })
  while (!existsSync(file) || !readFileSync(file, 'utf8').endsWith('\n')) await sleep(10)
  const pid = Number(readFileSync(file, 'utf8'))
  expect(isRunning(pid)).toBe(true)
  await stop()
  // Before its limit of 10 s, which ends with the process of the server.
  await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false)
})
