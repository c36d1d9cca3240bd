/** `npm run backup -- --follow DIR`: what was committed after a backup is restored too, after everything else was lost. */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import { FOLLOW_LIMITS, openFollowedFolder, readFollowed } from '../../../src/server/backup/followed-folder.ts'
import { endOf, type Followed } from '../../../src/server/backup/format.ts'
import { openBackup } from '../../../src/server/tools/open-backup.ts'
import { programEnvironment } from '../../fixtures/program-environment.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, type RunningServer, startServer } from '../../fixtures/server-process.ts'
import { Trader } from '../../fixtures/socket-trader.ts'

const TOOLS = join(import.meta.dirname, '../../../src/server/tools')
const resting = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '20' } as const
/** The only file of this test. */
const ROWS = 'rows-000001'
const root = scratchFolder()
const source = join(root, 'source')
const folder = join(root, 'followed')
const key = join(root, 'key')
/** The backup that was renewed. */
const firstBase = join(root, 'first-base')
let trader: Trader
/** Signed up after the backup. */
let later: Trader
/** What the newest follower printed. */
let output = ''
let follower: ChildProcess
let second: RunningServer | undefined

type Output = { readonly code: number; readonly out: string; readonly problem: string }

function run(tool: string, dataDir: string, ...args: readonly string[]): Promise<Output> {
  const env = { ...programEnvironment(), DATA_DIR: dataDir }
  return new Promise((resolve) =>
    execFile(process.execPath, [join(TOOLS, `${tool}.ts`), ...args], { env }, (error, out, problem) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, problem }),
    ),
  )
}

async function follow(): Promise<void> {
  output = ''
  const env = { ...programEnvironment(), DATA_DIR: source }
  follower = spawn(process.execPath, [join(TOOLS, 'backup.ts'), '--follow', folder], { env })
  for (const stream of [follower.stdout, follower.stderr]) stream?.on('data', (text) => (output += String(text)))
  await printed('following the journal')
}

const ended = (child: ChildProcess): Promise<unknown> => new Promise((resolve) => child.once('exit', resolve))

async function printed(text: string): Promise<void> {
  while (!output.includes(text)) {
    if (follower.exitCode !== null) throw new Error(`the follower ended: ${output}`)
    await sleep(20)
  }
}

const restoredSeq = (text: string): number =>
  Number(/last restored command is ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', ''))

/** The number of the command that placed it, which its uuid begins with. */
const seqOf = ({ uuid }: OrderView): number => Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)

/** So that no user reaches the limit of open orders. */
async function placeAndCancel(user: Trader): Promise<void> {
  const answer = await user.place(resting)
  if (answer.type === 'order_accepted') user.cancel(answer.data.uuid)
}

beforeAll(async () => {
  const server = await startServer(source, await freePort())
  copyFileSync(join(source, 'secret-key'), key)
  trader = await Trader.signUp(server.address)
  await trader.connect(7)
  await trader.place(resting)
  await follow()
  // A follower that was killed goes on where it was.
  await trader.place(resting)
  follower.kill('SIGKILL')
  await ended(follower)
  later = await Trader.signUp(server.address)
  await later.connect(7)
  await follow()
  const answersOf = () => Math.min(trader.answers.size, later.answers.size)
  const lines = () => readFileSync(join(folder, ROWS), 'utf8').split('\n').length
  const before = lines()
  while (answersOf() < 200 || lines() < before + 20) {
    for (const user of [trader, later]) void placeAndCancel(user)
    await sleep(2)
  }
  // From here on the first rows are in the backup too.
  copyFileSync(join(folder, 'base'), firstBase)
  const renewed = await run('backup', source, '--renew', folder)
  if (renewed.code !== 0) throw new Error(`the backup was not renewed: ${renewed.problem}`)
  const known = trader.answers.size
  while (trader.answers.size < known + 50) {
    void placeAndCancel(trader)
    await sleep(2)
  }
  await server.kill(true)
  rmSync(join(source, 'pg'), { recursive: true, force: true })
  await printed('waiting for the database')
  follower.kill('SIGTERM')
  await ended(follower)
}, 180_000)

afterEach(async () => {
  await second?.stop()
  second = undefined
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('After a kill of everything and the loss of its data, a restore has all followed commands, and says where they end', async () => {
  const target = join(root, 'target')
  const { code, out, problem } = await run('restore', target, folder, '--key', key)
  expect([code, problem]).toEqual([0, ''])
  const end = restoredSeq(out)
  expect(output).toContain(`followed up to command ${end.toLocaleString('en-US')}, committed at `)
  second = await startServer(target, await freePort())
  for (const user of [trader, later]) {
    const again = await Trader.logIn(second.address, user.email)
    const found = new Set((await again.allOrders()).map(({ uuid }) => uuid))
    const answered = [...user.answers.values()].flatMap((answer) =>
      answer.type === 'order_accepted' ? [answer.data] : [],
    )
    const kept = answered.filter((order) => seqOf(order) <= end)
    expect(kept.length).toBeGreaterThan(10)
    expect(kept.filter(({ uuid }) => !found.has(uuid))).toEqual([])
    await again.connect(7)
    expect((await again.place(resting)).type).toBe('order_accepted')
  }
  await second.stop()
  second = undefined
  expect(await run('replay', target, '--verify')).toMatchObject({ code: 0, problem: '' })
}, 180_000)

test('A backup is renewed only where one is followed', async () => {
  expect(await run('backup', source, '--renew', join(root, 'nowhere'))).toMatchObject({
    code: 1,
    problem: expect.stringContaining('has no backup: begin with --follow'),
  })
})

/** A folder with this backup; `write` appends to its followed rows. */
async function folderWith(
  name: string,
  backup: string,
  write: (append: (entry: Followed) => void, backups: Buffer) => Promise<void>,
): Promise<string> {
  const made = join(root, name)
  mkdirSync(made)
  copyFileSync(backup, join(made, 'base'))
  const keyFile = { file: key, passphrase: async () => '' }
  const { recordKey, header } = await openBackup(backup, { dataDir: made }, keyFile)
  const backups = recordKey.deriveKey('backups')
  const base = { end: await endOf(backup), seq: header.seq }
  const files = await openFollowedFolder({ folder: made, key: backups, base, limits: FOLLOW_LIMITS, now: Date.now })
  await write((entry) => files.append([entry]), backups)
  files.close()
  return made
}

test('Followed rows that begin after the end of the backup are refused', async () => {
  const gap = await folderWith('gap', firstBase, async (append, backups) => {
    let isFirst = true
    for await (const entry of readFollowed(folder, backups)) {
      if (entry.kind === 'rows' && isFirst) isFirst = false
      else append(entry)
    }
  })
  expect(await run('restore', join(root, 'of-gap'), gap, '--key', key)).toMatchObject({
    code: 1,
    problem: expect.stringMatching(/the followed rows do not continue the backup: those after batch \d+ are missing/),
  })
}, 180_000)

test('An account that was followed before the end of a renewed backup does not replace the newer one in it', async () => {
  const older = await folderWith('older', join(folder, 'base'), async (append, backups) => {
    for await (const entry of readFollowed(folder, backups))
      if (entry.kind === 'account') append({ ...entry, tables: [] })
  })
  const target = join(root, 'of-older')
  expect(await run('restore', target, older, '--key', key)).toMatchObject({ code: 0, problem: '' })
  second = await startServer(target, await freePort())
  const { address } = second
  for (const { email } of [trader, later]) expect((await Trader.logIn(address, email)).email).toBe(email)
}, 180_000)

test('Followed rows that were changed, left out or moved are refused, and a line that was being written is ignored', async () => {
  const lines = readFileSync(join(folder, ROWS), 'utf8').trimEnd().split('\n')
  const forged = join(root, 'forged')
  mkdirSync(forged)
  copyFileSync(join(folder, 'base'), join(forged, 'base'))
  const middle = Math.floor(lines.length / 2)
  const wrong = [
    lines.with(
      middle,
      String(lines[middle]).replace(/\d/, (digit) => String((Number(digit) + 1) % 10)),
    ),
    lines.toSpliced(middle, 1),
    lines.with(middle, String(lines[middle + 1])).with(middle + 1, String(lines[middle])),
    lines.with(middle, '{"entry":'),
  ]
  const target = join(root, 'refused')
  for (const each of wrong) {
    writeFileSync(join(forged, ROWS), `${each.join('\n')}\n`)
    expect(await run('restore', target, forged, '--key', key)).toMatchObject({
      code: 1,
      problem: expect.stringMatching(/^the followed rows were changed/),
    })
  }
  writeFileSync(join(forged, ROWS), `${lines.slice(0, middle).join('\n')}\n`)
  appendFileSync(join(forged, ROWS), String(lines[middle]).slice(0, 40))
  expect(await run('restore', target, forged, '--key', key)).toMatchObject({ code: 0, problem: '' })
}, 180_000)
