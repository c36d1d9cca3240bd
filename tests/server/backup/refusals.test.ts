/** What operators read when a backup, a journal or a database cannot be used. */

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FollowBroken, followOnce, placeOf } from '../../../src/server/backup/follow.ts'
import { openFollowedAccounts } from '../../../src/server/backup/followed-accounts.ts'
import { BACKUP_FORMAT, type Entry } from '../../../src/server/backup/format.ts'
import { load } from '../../../src/server/backup/load.ts'
import { columnTypes } from '../../../src/server/postgres/column-types.ts'
import { openReadOnlySession } from '../../../src/server/postgres/read-only-session.ts'
import { readRecordKey } from '../../../src/server/secrets/record-key.ts'
import { decode } from '../../../src/server/sequencer/command-codec.ts'
import { type RecordHashes, recordHashes } from '../../../src/server/sequencer/journal.ts'
import { readIdentity } from '../../../src/server/sequencer/journal-identity.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer } from '../../fixtures/test-exchange.ts'

const folder = scratchFolder()
let databases: TestDatabases
/** Of an exchange that has ended. */
let client: pg.Client
/** Of its journal. */
let hashes: RecordHashes

const connectTo = async (connectionString: string): Promise<pg.Client> => {
  const connected = new pg.Client({ connectionString, types: columnTypes })
  await connected.connect()
  return connected
}

beforeAll(async () => {
  databases = await startTestDatabases()
  const url = await databases.newDatabaseUrl()
  const server = await startTestServer(url)
  await server.signUp()
  await server.exchange.stop()
  client = await connectTo(url)
  const { deriveKey } = await readRecordKey(client, { dataDir: folder, secretKey: TEST_SECRET_KEY })
  hashes = recordHashes(deriveKey('journal'), await readIdentity(client))
})
afterAll(async () => {
  await client?.end()
  await databases?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('A journal that was restored, or lost rows, is not followed any more, and the sentence says what happened', async () => {
  const appended: unknown[] = []
  const deps = {
    client,
    hashes,
    folder: { append: (entries: readonly unknown[]) => void appended.push(...entries) },
    accounts: openFollowedAccounts(Buffer.alloc(32), () => undefined),
  }
  await expect(placeOf({ client, hashes }, 999_999, undefined)).rejects.toThrow(
    'the journal does not have the last row that was followed: begin again in a new folder',
  )
  const { rows } = await client.query<{ batch: number; last_seq: number; hash: Buffer }>(
    'select batch, last_seq, hash from journal order by batch limit 1',
  )
  const first = await placeOf({ client, hashes }, rows[0]?.last_seq ?? 0, undefined)
  await expect(followOnce(deps, { ...first, hash: Buffer.alloc(32) })).rejects.toThrow(
    /^batch \d+ does not continue batch \d+: the exchange was restored since$/,
  )
  await client.query('begin')
  await client.query('delete from journal where batch = $1', [first.batch + 1])
  await expect(followOnce(deps, first)).rejects.toThrow(FollowBroken)
  await expect(followOnce(deps, first)).rejects.toThrow(/^the journal continues with batch \d+ after batch \d+$/)
  await client.query('rollback')
  expect(appended).toEqual([])
  expect((await followOnce(deps, first)).batch).toBeGreaterThan(first.batch + 1)
})

/** What a writer of the database can do to this row of the journal. */
const FORGED: readonly (readonly [what: string, statements: readonly string[]])[] = [
  ['was edited', ["update journal set payload = payload || '\\x00' where batch = $1"]],
  [
    'a view answers with in place of another one',
    [
      'alter table journal rename to genuine',
      `create view journal as select batch, first_seq, last_seq, prev_hash, event_hash, format, rules,
        case batch when $1 then '\\x90' else payload end as payload, hash from genuine`,
    ],
  ],
  [
    'a thief wrote in place of another one, with the hashes around it',
    [
      'delete from journal where batch > $1',
      "update journal set payload = '\\x90', hash = sha256(hash) where batch = $1",
    ],
  ],
]

test.each(FORGED)(
  'A row of the journal that %s is not followed, and the rows before it are',
  async (_what, statements) => {
    const { rows } = await client.query<{ batch: number; last_seq: number; text: string }>(
      'select batch, last_seq, j::text as text from journal j order by batch limit 3',
    )
    const [begin, genuine, forged] = rows
    const from = await placeOf({ client, hashes }, begin?.last_seq ?? 0, undefined)
    const appended: unknown[] = []
    const deps = {
      client,
      hashes,
      folder: { append: (entries: readonly unknown[]) => void appended.push(...entries) },
      accounts: openFollowedAccounts(Buffer.alloc(32), () => undefined),
    }
    await client.query('begin')
    try {
      for (const text of statements) await client.query(text.replaceAll('$1', String(forged?.batch)))
      const following = followOnce(deps, from)
      await expect(following).rejects.toThrow(FollowBroken)
      await expect(following).rejects.toThrow(
        /^batch 3 \(commands \d+ to \d+\) was changed: its hash differs \(put it back .*\)$/,
      )
      expect(appended).toEqual([{ kind: 'rows', table: 'journal', rows: [genuine?.text] }])
      // A follower that begins there.
      const place = placeOf({ client, hashes }, forged?.last_seq ?? 0, undefined)
      await expect(place).rejects.toThrow(
        /^batch 3 \(commands \d+ to \d+\) was changed: its hash differs \(put it back .*\)$/,
      )
    } finally {
      await client.query('rollback')
    }
  },
)

test('A followed row is written as it was verified, also by a database that writes rows in another way', async () => {
  const { rows } = await client.query<{ text: string }>('select j::text as text from journal j order by batch')
  const appended: unknown[] = []
  const folder = { append: (entries: readonly unknown[]) => void appended.push(...entries) }
  await client.query('begin')
  try {
    await client.query(`create function written(journal) returns text language sql as 'select ''forged''';
      create cast (journal as text) with function written(journal)`)
    const from = await placeOf({ client, hashes }, 0, undefined)
    await followOnce(
      { client, hashes, folder, accounts: openFollowedAccounts(Buffer.alloc(32), () => undefined) },
      from,
    )
    expect(appended).toEqual([{ kind: 'rows', table: 'journal', rows: rows.map(({ text }) => text) }])
  } finally {
    await client.query('rollback')
  }
})

test('A backup with a file that is not below the folder of the signer is refused, and nothing is written', async () => {
  const url = await databases.emptyDatabaseUrl()
  const target = {
    connect: () => connectTo(url),
    signerFolder: join(folder, 'signer'),
    markFile: join(folder, 'mark'),
    sealed: '',
    end: '',
  }
  const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations')
  async function* entries(): AsyncGenerator<Entry> {
    yield {
      kind: 'header',
      format: BACKUP_FORMAT,
      createdAt: '',
      journal: '',
      seq: 0,
      recordKey: '',
      migrations: rows,
      keys: { type: 'included' },
    } as Entry
    yield { kind: 'file', path: '../outside', content: '' }
  }
  await expect(load(entries(), target)).rejects.toThrow("the path ../outside is not below the signer's folder")
})

test('A database without tables is not read, and the sentence says what to do', async () => {
  const databaseUrl = await databases.emptyDatabaseUrl()
  await expect(openReadOnlySession({ dataDir: folder, databaseUrl, log: quiet })).rejects.toThrow(
    'the database at DATABASE_URL is not available: it has not been migrated by this version: start the exchange first',
  )
})

test('A row of the journal in an unknown format is refused', () => {
  expect(() => decode(99, Buffer.alloc(1))).toThrow('journal format 99 is unknown')
})
