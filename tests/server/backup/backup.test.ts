/** `npm run backup` while the exchange is trading, and `npm run restore` into an empty folder. */

import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import { verifyProof } from '../../../src/contract/liabilities/verify.ts'
import type { LiabilitiesView } from '../../../src/contract/liabilities/views.ts'
import type { OrderView } from '../../../src/contract/orders/views.ts'
import { endOf, readBackup } from '../../../src/server/backup/format.ts'
import { load } from '../../../src/server/backup/load.ts'
import { startExchange } from '../../../src/server/exchange.ts'
import { RestoreUnfinished, restoreMark } from '../../../src/server/play/mode-guard.ts'
import { openClients } from '../../../src/server/postgres/database.ts'
import { readConfig } from '../../../src/server/runtime/config.ts'
import { systemClock } from '../../../src/server/runtime/system-clock.ts'
import { openBackup } from '../../../src/server/tools/open-backup.ts'
import { runOperator } from '../../fixtures/operator-tool.ts'
import { programEnvironment } from '../../fixtures/program-environment.ts'
import { scratchDataDir, scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, type RunningServer, startServer } from '../../fixtures/server-process.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { Trader } from '../../fixtures/socket-trader.ts'

const resting = { pair_id: 7, side: 'buy', type: 'limit', price: '0.08', volume: '20' } as const
const folder = scratchDataDir()
const file = join(folder, 'backup.gz')
let server: RunningServer
let trader: Trader
/** Accepted before the backup began. */
let before: readonly OrderView[]
let report: Output
const restored: string[] = []
let second: RunningServer | undefined

type Output = { readonly code: number; readonly out: string; readonly problem: string }

function run(
  tool: 'backup' | 'restore' | 'audit' | 'replay',
  dataDir: string,
  ...args: readonly string[]
): Promise<Output> {
  const program = join(import.meta.dirname, '../../../src/server/tools', `${tool}.ts`)
  const env = { ...programEnvironment(), DATA_DIR: dataDir }
  return new Promise((resolve) =>
    execFile(process.execPath, [program, ...args], { env }, (error, out, problem) =>
      resolve({ code: error === null ? 0 : Number(error.code), out, problem }),
    ),
  )
}

/** With the key of the exchange that was backed up. */
const restoreInto = (target: string): Promise<Output> =>
  run('restore', target, file, '--key', join(folder, 'secret-key'))

const liabilities = (user: Trader) => user.get<LiabilitiesView>(api.liabilities.path)

beforeAll(async () => {
  server = await startServer(folder, await freePort())
  trader = await Trader.signUp(server.address)
  // A start makes the report of liabilities of the day.
  await server.stop()
  server = await startServer(folder, Number(new URL(server.address).port))
  while ((await liabilities(trader)).report === null) await sleep(100)
  await trader.connect(7)
  for (let placed = 0; placed < 5; placed++) await trader.place(resting)
  before = await trader.allOrders()
  mkdirSync(join(folder, 'signer/keys'), { recursive: true })
  writeFileSync(join(folder, 'signer/keys/key'), 'sealed')
  // The demo traders go on during the backup.
  report = await run('backup', folder, file)
})

afterEach(async () => {
  await second?.stop()
  second = undefined
  for (const each of restored.splice(0)) rmSync(each, { recursive: true, force: true })
})

afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function keyOf(): Promise<Buffer> {
  const { recordKey } = await openBackup(file, { dataDir: folder })
  return recordKey.deriveKey('backups')
}

/** With an end that has the HMAC of the lines. */
function signed(lines: readonly string[], key: Buffer): string[] {
  const hmac = createHmac('sha256', key)
  for (const line of lines) hmac.update(`${line}\n`)
  return [...lines, JSON.stringify({ kind: 'end', hmac: hmac.digest('hex'), entries: lines.length }), '']
}

async function drain(path: string): Promise<void> {
  for await (const entry of readBackup(path, await keyOf())) expect(entry.kind).toBeDefined()
}

const emptyFolder = (): string => {
  const empty = scratchFolder()
  restored.push(empty)
  return empty
}

/** The restored server has the tree of the report. */
async function verifyOwnProof(user: Trader): Promise<void> {
  const { uuid } = await user.get<ProfileView>(api.profile.path)
  const { report: published } = await liabilities(user)
  const path = api.liabilityProof.path.replace(':seq', String(published?.seq))
  const passed: boolean[] = []
  for await (const { isPassed } of verifyProof(await user.get(path), { user: uuid, report: published }))
    passed.push(isPassed)
  expect(passed).toEqual([true, true, true, true, true])
}

test('A backup of a running exchange is replayed against all read models, and only its owner can read it', () => {
  expect([report.code, report.problem]).toEqual([0, ''])
  for (const part of ['journal', 'orders', 'fills', 'transactions', 'positions'])
    expect(report.out).toMatch(new RegExp(`^${part} .* ok$`, 'm'))
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('A restored exchange has every order, balance and proof of the backup, goes on trading, and uses no number twice', async () => {
  await trader.place(resting)
  const lost = (await trader.allOrders()).filter(({ uuid }) => !before.some((order) => order.uuid === uuid))
  expect(lost).toHaveLength(1)
  const empty = emptyFolder()
  writeFileSync(join(empty, 'anchor'), 'of the exchange before')
  const { code, out, problem } = await restoreInto(empty)
  expect([code, problem]).toEqual([0, ''])
  expect(readFileSync(join(empty, 'anchor.before-restore'), 'utf8')).toBe('of the exchange before')
  expect(JSON.parse(readFileSync(join(empty, 'anchor'), 'utf8'))).toMatchObject({ hmac: expect.any(String) })
  expect(out).toMatch(/^restored the backup of \S+, command [\d,]+; the next command is [\d,]{13,}$/m)
  expect(readFileSync(join(empty, 'signer/keys/key'), 'utf8')).toBe('sealed')
  second = await startServer(empty, await freePort())
  const again = await Trader.logIn(second.address, trader.email)
  await again.connect(7)
  const uuids = (orders: readonly OrderView[]) => orders.map(({ uuid }) => uuid).toSorted()
  expect(uuids(await again.allOrders())).toEqual(uuids(before))
  await verifyOwnProof(again)
  expect((await again.place(resting)).type).toBe('order_accepted')
  const fresh = (await again.allOrders()).filter(({ uuid }) => !before.some((order) => order.uuid === uuid))
  expect(fresh).toHaveLength(1)
  expect(fresh[0]?.uuid).not.toBe(lost[0]?.uuid)
  await second.stop()
  second = undefined
  for (const tool of ['audit', 'replay'] as const)
    expect(await run(tool, empty, '--verify')).toMatchObject({ code: 0, problem: '' })
  expect(await restoreInto(empty)).toMatchObject({ code: 1, problem: expect.stringContaining('not empty') })
})

test('A restore that was killed before its epoch began is completed by the next one, and no server starts before', async () => {
  const empty = emptyFolder()
  const { connect, close } = await openClients({ dataDir: empty, databaseUrl: undefined, log: quiet })
  const keyFile = { file: join(folder, 'secret-key'), passphrase: async () => '' }
  const { recordKey } = await openBackup(file, { dataDir: empty }, keyFile)
  const { sealed, deriveKey } = recordKey
  const end = await endOf(file)
  const files = { signerFolder: join(empty, 'signer'), markFile: restoreMark(empty) }
  await load(readBackup(file, deriveKey('backups')), { connect, ...files, sealed, end })
  const mark = readFileSync(restoreMark(empty))
  const client = await connect()
  // What a thief with the database would do, so that no epoch begins and what was paid is paid again.
  await client.query("delete from settings where name = 'restore'")
  const started = await startExchange(readConfig({ DATA_DIR: empty, PORT: '0', PLAY_CHAIN: 'off' }), {
    clock: systemClock(),
    log: quiet,
    demoTraders: 'absent',
  }).catch((error: unknown) => error)
  expect(started).toBeInstanceOf(RestoreUnfinished)
  const [first = '', ...rest] = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -2)
  const header = JSON.stringify({ ...JSON.parse(first), createdAt: new Date().toISOString() })
  const other = join(empty, 'other.gz')
  writeFileSync(other, gzipSync(signed([header, ...rest], await keyOf()).join('\n')))
  expect(await run('restore', empty, other, '--key', join(folder, 'secret-key'))).toMatchObject({
    code: 1,
    problem: expect.stringMatching(/^the restore of another backup was interrupted here: /),
  })
  writeFileSync(join(empty, 'anchor'), 'of the exchange before')
  expect(await restoreInto(empty)).toMatchObject({ code: 0, out: expect.stringMatching(/^completed an/) })
  // It ends between its epoch and its last step, and is repeated.
  writeFileSync(restoreMark(empty), mark)
  await client.end()
  expect(await restoreInto(empty)).toMatchObject({ code: 0, out: expect.stringMatching(/^completed an/) })
  expect(readFileSync(join(empty, 'anchor.before-restore'), 'utf8')).toBe('of the exchange before')
  expect(await restoreInto(empty)).toMatchObject({ code: 1, problem: expect.stringContaining('not empty') })
  await close()
})

test('A row that says that a restore was interrupted makes a restore into an old database refuse, not complete', async () => {
  const empty = emptyFolder()
  expect(await restoreInto(empty)).toMatchObject({ code: 0, problem: '' })
  const { connect, close } = await openClients({ dataDir: empty, databaseUrl: undefined, log: quiet })
  const client = await connect()
  await client.query("insert into settings (name, value) values ('restore', $1)", [await endOf(file)])
  await client.end()
  expect(await restoreInto(empty)).toMatchObject({ code: 1, problem: expect.stringContaining('not empty') })
  await close()
})

test('A restore whose commit gets no answer is completed by the next one', async () => {
  const empty = emptyFolder()
  const { connect, close } = await openClients({ dataDir: empty, databaseUrl: undefined, log: quiet })
  const { recordKey } = await openBackup(
    file,
    { dataDir: empty },
    { file: join(folder, 'secret-key'), passphrase: async () => '' },
  )
  const files = { signerFolder: join(empty, 'signer'), markFile: restoreMark(empty) }
  // Not to the commits of the migrations.
  let isMarked = false
  const withoutAnswer = async () => {
    const client = await connect()
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    const cut = async (...args: unknown[]) => {
      const answer = await query(...args)
      isMarked ||= String(args[0]).includes("'restore'")
      if (isMarked && args[0] === 'commit') throw new Error('the connection was lost')
      return answer
    }
    return Object.assign(client, { query: cut })
  }
  const place = { connect: withoutAnswer, ...files, sealed: recordKey.sealed, end: await endOf(file) }
  await expect(load(readBackup(file, recordKey.deriveKey('backups')), place)).rejects.toThrow('connection was lost')
  expect(await restoreInto(empty)).toMatchObject({ code: 0, out: expect.stringMatching(/^completed an/) })
  expect(readFileSync(join(empty, 'signer/keys/key'), 'utf8')).toBe('sealed')
  await close()
})

test('Files of the signer that a killed restore has left do not refuse the next one', async () => {
  const empty = emptyFolder()
  mkdirSync(join(empty, 'signer.restoring/keys'), { recursive: true })
  writeFileSync(join(empty, 'signer.restoring/keys/key'), 'half')
  expect(await restoreInto(empty)).toMatchObject({ code: 0, problem: '' })
  expect(readFileSync(join(empty, 'signer/keys/key'), 'utf8')).toBe('sealed')
  expect(existsSync(join(empty, 'signer.restoring'))).toBe(false)
})

test('A backup never replaces a file', async () => {
  const content = readFileSync(file)
  expect(await run('backup', folder, file)).toMatchObject({
    code: 1,
    problem: expect.stringContaining('exists already, and was not changed'),
  })
  expect(readFileSync(file)).toEqual(content)
})

/** Depending on where a byte differs, gzip, the HMAC or the shape of a line shows it. */
const DAMAGED = /^the backup (cannot be read|was changed)|^the file is no backup/

test('A changed, cut off or foreign file is refused, and a failed restore leaves nothing behind', async () => {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n')
  const packed = (changed: readonly string[]): Buffer => gzipSync(changed.join('\n'))
  const cutOff = packed(lines.slice(0, -2))
  /** One byte differs, at this share of the file; 1: in the checksum of gzip. */
  const damaged = (place: number): Buffer => {
    const content = Buffer.from(readFileSync(file))
    const at = place === 1 ? content.length - 8 : Math.floor(content.length * place)
    content[at] = (content[at] ?? 0) ^ 0xff
    return content
  }
  const wrong: readonly (readonly [Buffer, RegExp])[] = [
    [readFileSync(file).subarray(0, 5_000), /cannot be read/],
    [cutOff, /its end is missing/],
    [packed(lines.toSpliced(5, 1)), /its HMAC differs/],
    [packed(lines.toSpliced(5, 1, lines[5]?.replace('rows', 'Rows') ?? '')), /is no backup|its HMAC differs/],
    [packed(['{"kind":"file","path":"x","content":""}', ...lines]), /is no backup/],
    [Buffer.from('no gzip'), /cannot be read/],
    ...[0.3, 0.6, 0.9].map((place) => [damaged(place), DAMAGED] as const),
    [damaged(1), /cannot be read/],
  ]
  const empty = emptyFolder()
  const bad = join(empty, 'bad.gz')
  for (const [content, reason] of wrong) {
    writeFileSync(bad, content)
    await expect(drain(bad)).rejects.toThrow(reason)
  }
  const [first = '', ...rest] = lines.slice(0, -2)
  const header = JSON.parse(first)
  const [migration] = header.migrations
  const foreign: readonly (readonly [object, RegExp])[] = [
    [{ format: 1, migrations: ['0001-journal.sql'] }, /^backups of format 1 are unknown\n$/],
    [
      { migrations: [{ ...migration, checksum: 'ab' }] },
      /^the backup was written in another format .* that version\n$/,
    ],
    [
      { migrations: [migration, { name: '9999-x.sql', checksum: 'ab' }] },
      /^the backup .* newer version \(9999-x\.sql\)/,
    ],
  ]
  for (const [changed, reason] of foreign) {
    writeFileSync(bad, packed(signed([JSON.stringify({ ...header, ...changed }), ...rest], await keyOf())))
    expect(await run('restore', empty, bad, '--key', join(folder, 'secret-key'))).toMatchObject({
      code: 1,
      problem: expect.stringMatching(reason),
    })
  }
  for (const [content, reason] of [
    [cutOff, /end is missing/],
    [damaged(0.6), /^the backup (cannot be read|was changed).*\n$/],
    [damaged(1), /^the backup cannot be read.*\n$/],
  ] as const) {
    writeFileSync(bad, content)
    const refused = { code: 1, problem: expect.stringMatching(reason) }
    expect(await run('restore', empty, bad, '--key', join(folder, 'secret-key'))).toMatchObject(refused)
    expect(existsSync(join(empty, 'pg/postmaster.pid'))).toBe(false)
  }
  expect(existsSync(join(empty, 'signer'))).toBe(false)
  expect(await restoreInto(empty)).toMatchObject({ code: 0 })
})

test('A backup whose rows were changed without the key is refused before a row is loaded', async () => {
  const lines = gunzipSync(readFileSync(file)).toString().split('\n').slice(0, -2)
  const at = lines.findIndex((line) => line.includes(trader.email))
  const forged = lines.with(at, String(lines[at]).replaceAll(trader.email, 'thief@example.com'))
  const empty = emptyFolder()
  const bad = join(empty, 'bad.gz')
  writeFileSync(bad, gzipSync(signed(forged, Buffer.alloc(32, 1)).join('\n')))
  expect(await run('restore', empty, bad, '--key', join(folder, 'secret-key'))).toMatchObject({
    code: 1,
    problem: 'the backup was changed: its HMAC differs\n',
  })
  expect(await run('restore', empty, bad)).toMatchObject({ code: 1, problem: expect.stringContaining('--key FILE') })
  const other = join(empty, 'other-key')
  writeFileSync(other, 'another-secret-key-that-is-long-enough')
  expect(await run('restore', empty, file, '--key', other)).toMatchObject({
    code: 1,
    problem: `${other} does not open this backup\n`,
  })
  expect(await restoreInto(empty)).toMatchObject({ code: 0 })
})

test('A recovery file restores a backup without SECRET_KEY, only with its passphrase, and is never replaced', async () => {
  const empty = emptyFolder()
  const [recovery, passphrase, wrong] = ['recovery', 'passphrase', 'wrong'].map((name) => join(empty, name)) as [
    string,
    string,
    string,
  ]
  writeFileSync(passphrase, 'twelve or more characters', { mode: 0o600 })
  writeFileSync(wrong, 'twelve other characters', { mode: 0o600 })
  const write = () =>
    runOperator(folder, ['recovery-key', recovery, '--passphrase-file', passphrase, '--reason', 'for the safe'])
  expect(await write()).toMatchObject({ code: 0, problem: '' })
  expect(statSync(recovery).mode & 0o777).toBe(0o600)
  expect(await write()).toMatchObject({
    code: 1,
    problem: expect.stringContaining('exists already, and was not changed'),
  })
  const withFile = (path: string) => run('restore', empty, file, '--key', recovery, '--passphrase-file', path)
  expect(await withFile(wrong)).toMatchObject({ code: 1, problem: expect.stringContaining('passphrase is wrong') })
  expect(existsSync(join(empty, 'pg'))).toBe(false)
  expect(await withFile(passphrase)).toMatchObject({ code: 0, problem: '' })
  second = await startServer(empty, await freePort())
  expect(await Trader.logIn(second.address, trader.email)).toBeDefined()
})
