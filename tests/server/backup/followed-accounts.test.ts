/** The accounts beside a followed journal, while a thief writes to the tables without the key. */

import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api } from '../../../src/contract/api.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { expectDefined } from '../../../src/engine/assert.ts'
import { FOLLOW_LIMITS, openFollowedFolder, readFollowed } from '../../../src/server/backup/followed-folder.ts'
import { type Account, endOf, type Followed } from '../../../src/server/backup/format.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import { backup } from '../../../src/server/tools/backup.ts'
import { follow } from '../../../src/server/tools/follow-journal.ts'
import { openBackup } from '../../../src/server/tools/open-backup.ts'
import { restore } from '../../../src/server/tools/restore.ts'
import { eventually } from '../../fixtures/eventually.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { changeStored } from '../../fixtures/stored-accounts.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer, type TestServer } from '../../fixtures/test-exchange.ts'

/** The server itself does not look for accounts that differ. */
const SLOW = { ...HEALTH_TIMES, ownMillis: 3_600_000 }
const FIRST = 'correct horse'
const root = scratchFolder()
const files = join(root, 'followed')
let databases: TestDatabases
let database: Database
let server: TestServer
let place: { readonly dataDir: string; readonly databaseUrl: string; readonly secretKey: string }

beforeAll(async () => {
  databases = await startTestDatabases()
  const databaseUrl = await databases.newDatabaseUrl()
  database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
  server = await startTestServer(databaseUrl, {}, quiet, SLOW)
  place = { dataDir: join(root, 'source'), databaseUrl, secretKey: TEST_SECRET_KEY }
  // With a backup from which all tests follow.
  await (await startFollower()).stop()
})
afterAll(async () => {
  await server?.exchange.stop()
  await database?.close()
  await databases?.stop()
  rmSync(root, { recursive: true, force: true })
})

let stopping = new AbortController()
afterEach(() => stopping.abort())

type Member = { readonly id: UserId; readonly email: string; readonly access: string }

async function signUp(email: string): Promise<Member> {
  const { access } = await server.signUp(email, FIRST)
  const { body } = await server.request<ProfileView>('GET', api.profile.path, { access })
  return { id: body.uuid as UserId, email, access }
}

async function setPassword({ access }: Member, before: string, password: string): Promise<void> {
  const body = { password, current_password: before }
  expect((await server.request('POST', api.setPassword.path, { body, access })).status).toBe(200)
}

async function startFollower() {
  const printed: string[] = []
  stopping = new AbortController()
  const following = follow(place, files, {
    backUp: (file: string) => backup(place, file),
    signal: stopping.signal,
    print: (line) => void printed.push(line),
  })
  await eventually(() => printed.includes('following the journal'))
  const stop = (): Promise<string> => {
    stopping.abort()
    return following
  }
  return { printed, stop }
}

const backupsKey = async (): Promise<Buffer> =>
  (await openBackup(join(files, 'base'), place)).recordKey.deriveKey('backups')

async function followedEntries(): Promise<Followed[]> {
  const entries: Followed[] = []
  for await (const entry of readFollowed(files, await backupsKey())) entries.push(entry)
  return entries
}

async function followedAccounts({ id }: Member): Promise<readonly Account[]> {
  return (await followedEntries()).flatMap((entry) => (entry.kind === 'account' && entry.user === id ? [entry] : []))
}

const hashOf = async ({ id }: Member): Promise<string> =>
  (await database.pool.query('select password_hash from users where id = $1', [id])).rows[0].password_hash
const setHash = ({ id }: Member, hash: string) =>
  database.pool.query('update users set password_hash = $2 where id = $1', [id, hash])

test('An account that a thief has edited is named and not followed, and it is when its rows are right again', async () => {
  const member = await signUp('edited@example.com')
  const first = await startFollower()
  await setPassword(member, FIRST, 'battery staple one')
  await eventually(async () => (await followedAccounts(member)).length > 0)
  expect(await first.stop()).toMatch(/has everything until then$/)
  const followed = (await followedAccounts(member)).length
  await setPassword(member, 'battery staple one', 'battery staple two')
  const genuine = await hashOf(member)
  await setHash(member, 'of a thief')
  const second = await startFollower()
  const sentence = `the stored rows of the account ${member.id} are not those that the journal knows: they are not written, and the copy keeps those of before`
  await eventually(() => second.printed.includes(sentence))
  expect(await followedAccounts(member)).toHaveLength(followed)
  const seen = await server.exchange.sequencer.read(({ seq }) => seq)
  await setHash(member, genuine)
  await eventually(async () => (await followedAccounts(member)).length > followed)
  expect(JSON.stringify(await followedAccounts(member))).not.toContain('of a thief')
  expect(await second.stop()).toMatch(new RegExp(`^followed up to command ${seen}, .* has everything until then$`))
}, 60_000)

test('A follower that ends says how many accounts its copy does not have, and another one writes them when they are right', async () => {
  const member = await signUp('left@example.com')
  const genuine = await hashOf(member)
  await setHash(member, 'of a thief')
  for (let start = 0; start < 2; start++) {
    const { printed, stop } = await startFollower()
    await eventually(() => printed.some((line) => line.includes(member.id)))
    expect(await stop()).toMatch(/, but for accounts whose stored rows are not those that the journal knows: 1$/)
  }
  await setHash(member, genuine)
  const before = (await followedEntries()).length
  const { stop } = await startFollower()
  await eventually(async () => (await followedAccounts(member)).length > 0)
  expect(await stop()).toMatch(/has everything until then$/)
  // Accounts that the files have are not written again.
  expect((await followedEntries()).slice(before)).toEqual(await followedAccounts(member))
}, 60_000)

test('A change of an account whose command comes later does not end a follower, and is followed then', async () => {
  const member = await signUp('later@example.com')
  await changeStored(database.pool, member.id, { user: { whitelist_only: true } })
  const { stop } = await startFollower()
  const seen = await server.exchange.sequencer.read(({ seq }) => seq)
  await eventually(async () => JSON.stringify(await followedEntries()).includes(`,${seen},`))
  // The server meets the account, and submits the command.
  expect(
    (await server.request('POST', api.login.path, { body: { email: member.email, password: FIRST } })).status,
  ).toBe(200)
  const { rows } = await database.pool.query('select u::text as text from users u where id = $1', [member.id])
  await eventually(async () =>
    (await followedAccounts(member)).some(({ tables }) => tables[0]?.rows.includes(rows[0].text) === true),
  )
  expect(await stop()).toMatch(/has everything until then$/)
}, 60_000)

/** A folder with the same backup and these followed rows, as a follower without any comparison wrote them. */
async function folderWith(entries: readonly Followed[]): Promise<string> {
  const folder = join(root, 'forged')
  mkdirSync(folder)
  const base = join(folder, 'base')
  copyFileSync(join(files, 'base'), base)
  const { header } = await openBackup(base, place)
  const shared = { key: await backupsKey(), limits: FOLLOW_LIMITS, now: Date.now }
  const forged = await openFollowedFolder({ ...shared, folder, base: { end: await endOf(base), seq: header.seq } })
  forged.append(entries)
  forged.close()
  return folder
}

test('Forged accounts among followed rows do not replace right ones, and no restore fails because of them', async () => {
  const [member, other] = [await signUp('restored@example.com'), await signUp('other@example.com')]
  const { stop } = await startFollower()
  await setPassword(member, FIRST, 'battery staple three')
  const hash = await hashOf(member)
  await eventually(async () => JSON.stringify(await followedAccounts(member)).includes(hash))
  await stop()
  const [thief, code] = [await hashOf(other), `(${other.id},"\\\\x${'00'.repeat(32)}",)`]
  const entries = (await followedEntries()).map((entry) =>
    entry.kind === 'account' && entry.user === member.id
      ? { ...entry, tables: [...entry.tables, { kind: 'rows', table: 'recovery_codes', rows: [code] } as const] }
      : entry,
  )
  const genuine = expectDefined((await followedAccounts(member)).at(-1), 'the account was followed')
  const edited = { ...genuine, tables: JSON.parse(JSON.stringify(genuine.tables).replaceAll(hash, thief)) }
  const broken = { ...genuine, tables: [{ kind: 'rows', table: 'users', rows: ['no row'] }] } as const
  const target = { ...place, dataDir: join(root, 'target'), databaseUrl: await databases.emptyDatabaseUrl() }
  await restore(target, await folderWith([...entries, edited, { ...entries[0], ...broken }]))
  const restored = await startTestServer(target.databaseUrl)
  const login = async (email: string, password: string) =>
    (await restored.request('POST', api.login.path, { body: { email, password } })).status
  try {
    expect(await login(member.email, 'battery staple three')).toBe(200)
    expect(await login(other.email, FIRST)).toBe(200)
  } finally {
    await restored.exchange.stop()
  }
}, 60_000)
