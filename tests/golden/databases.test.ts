/** Databases and backups that released versions wrote. They open, migrate and verify with the current code. */

import { readdirSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { api, EXCHANGE_BASE } from '../../src/contract/api.ts'
import { accountOf, markets, openOrders } from '../../src/engine/exchange.ts'
import { startExchange } from '../../src/server/exchange.ts'
import { openDatabase } from '../../src/server/postgres/database.ts'
import { readConfig } from '../../src/server/runtime/config.ts'
import { systemClock } from '../../src/server/runtime/system-clock.ts'
import { replayJournal } from '../../src/server/sequencer/replay-journal.ts'
import { audit } from '../../src/server/tools/audit.ts'
import { COPIED_TABLES } from '../../src/server/tools/rebuild-read-models.ts'
import { replayStored } from '../../src/server/tools/replay.ts'
import { restore } from '../../src/server/tools/restore.ts'
import { openStoredExchange } from '../../src/server/tools/stored-exchange.ts'
import { TEST_SECRET_KEY } from '../fixtures/record-keys.ts'
import { scratchFolder } from '../fixtures/scratch-folder.ts'
import { quiet } from '../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../fixtures/test-database.ts'
import { backupOf, DATABASES, type Facts, factsOf, loadDump, readDump } from './golden-database.ts'

const files = readdirSync(DATABASES).filter((file) => file.endsWith('.sql.gz'))
const migrations = files.map((file) => file.replace('.sql.gz', ''))
const newest = migrations.at(-1) ?? ''

let databases: TestDatabases
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterAll(() => databases?.stop())

/** A new database with the dump in it, not migrated any further. `change` is an SQL statement to run after loading. */
async function loadDatabase(migration: string, change = ''): Promise<{ databaseUrl: string; facts: Facts }> {
  const databaseUrl = await databases.emptyDatabaseUrl()
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const dump = readDump(`${migration}.sql.gz`)
  await loadDump(client, dump, migration)
  await client.query(change)
  await client.end()
  return { databaseUrl, facts: factsOf(dump) }
}

const migrate = async (databaseUrl: string): Promise<void> =>
  (await openDatabase({ dataDir: '', databaseUrl, log: quiet })).close()

/** The results of `npm run replay -- --verify` and `npm run audit`, and the replayed state. */
async function read(databaseUrl: string, frozen: string) {
  const stored = await openStoredExchange({ dataDir: '', databaseUrl, secretKey: TEST_SECRET_KEY }, COPIED_TABLES)
  try {
    const replayed = (await replayStored(stored, true)).problem
    const audited = (await audit(stored)).problem
    const { state } = await replayJournal(stored.journal, () => undefined)
    const query = `select (select id from users where email = $1) as frozen, (select count(*) from orders) as orders,
      (select array_agg(distinct seq) from projection_positions) as positions`
    const { rows } = await stored.client.query(query, [frozen])
    return { replayed, audited, state, row: rows[0] }
  } finally {
    await stored.close()
  }
}

/** Without demo traders. The caller stops it. */
const start = (databaseUrl: string) => {
  // Without an anchor: each database has another journal.
  const places = { DATABASE_URL: databaseUrl, DATA_DIR: scratchFolder(), SECRET_KEY: TEST_SECRET_KEY }
  const config = readConfig({ ...places, PORT: '0', RATE_LIMITS: 'off', PAST_DAYS: '0', PLAY_CHAIN: 'off' })
  return startExchange(config, { clock: systemClock(), log: quiet, demoTraders: 'absent' })
}

test.each(migrations)('A play database written at migration %s opens, migrates and verifies', async (migration) => {
  const { databaseUrl, facts } = await loadDatabase(migration)
  await migrate(databaseUrl)
  const { replayed, audited, state, row } = await read(databaseUrl, facts.frozen)
  expect([replayed, audited]).toEqual([undefined, undefined])
  expect([state.seq, [...openOrders(state)].length]).toEqual([facts.commands, facts.openOrders])
  expect(row).toMatchObject({ orders: facts.userOrders, positions: [String(facts.commands)] })
  expect(accountOf(state, row.frozen)?.freezes).toMatchObject([{ origin: 'owner', liftsAt: null }])
  const halted = [...markets(state)].filter(({ pair }) => pair.rules.status === 'halted')
  expect(halted.map(({ pair }) => pair.symbol)).toEqual([facts.halted])

  const exchange = await start(databaseUrl)
  try {
    const reply = await fetch(exchange.address + EXCHANGE_BASE + api.login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: facts.email, password: facts.password }),
    })
    expect(reply.status).toBe(200)
  } finally {
    await exchange.stop()
  }
})

test.each(migrations)(
  'A backup written at migration %s is restored into an empty place and verifies',
  async (migration) => {
    const facts = factsOf(readDump(`${migration}.sql.gz`))
    const databaseUrl = await databases.emptyDatabaseUrl()
    const target = { dataDir: scratchFolder(), databaseUrl, secretKey: TEST_SECRET_KEY }
    expect(await restore(target, backupOf(migration))).toContain('restored the backup of')
    const { replayed, audited, state } = await read(databaseUrl, facts.frozen)
    expect([replayed, audited]).toEqual([undefined, undefined])
    // The last command begins the epoch after the restore.
    expect([state.seq, state.seq > facts.commands]).toEqual([state.epoch, true])
    expect([...openOrders(state)].length).toBe(facts.openOrders)
  },
)

test.each(['prev_hash', 'event_hash', 'payload'])(
  'A golden database with one changed byte in the %s of a journal row is refused',
  async (column) => {
    const last = `octet_length(${column}) - 1`
    const flip = `${column} = set_byte(${column}, ${last}, get_byte(${column}, ${last}) # 1)`
    const change = (batch: string) => `update journal set ${flip} where batch = (select ${batch} from journal)`
    // The tools replay the whole journal; a start replays only the rows after the snapshot.
    const changedEarly = await loadDatabase(newest, change('max(batch) / 3'))
    await migrate(changedEarly.databaseUrl)
    expect(await read(changedEarly.databaseUrl, changedEarly.facts.frozen).catch(String)).toMatch(/batch \d+/)
    const changedLate = await loadDatabase(newest, change('max(batch)'))
    await expect(start(changedLate.databaseUrl)).rejects.toThrow(/batch \d+/)
  },
)
