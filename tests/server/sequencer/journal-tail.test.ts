/** A journal that lost its newest rows, or belongs to another exchange, is refused at the start and detected at run time. */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { HealthView } from '../../../src/contract/api.ts'
import type { Millis, UserId } from '../../../src/contract/ids.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { HEALTH_TIMES } from '../../../src/server/runtime/part-health.ts'
import { adminOf, expectEveryOrderOnce, faultyServer, resting } from '../../fixtures/faulty-server.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startOwnDatabases, type TestDatabases } from '../../fixtures/test-database.ts'
import { startTestServer } from '../../fixtures/test-exchange.ts'

let databases: TestDatabases
let database: Database | undefined
beforeAll(async () => {
  databases = await startOwnDatabases()
})
afterEach(async () => {
  await database?.close()
  database = undefined
})
afterAll(() => databases?.stop())
const { newFolder, start, running, health, isUp, waitUntil } = faultyServer()

/** A stopped exchange with three users, whose read models contain every command. */
async function stoppedExchange(): Promise<{ url: string; database: Database; restart(): Promise<unknown> }> {
  const url = await databases.newDatabaseUrl()
  const server = await startTestServer(url)
  for (let count = 0; count < 3; count++) await server.signUp()
  // Without events, so that only the hash of the row covers the timestamp.
  await server.exchange.sequencer.submit(
    { type: 'cancel-all', user: randomUUID() as UserId, pair: null },
    () => undefined,
  )
  await server.exchange.stop()
  database = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  const restart = async (): Promise<unknown> => {
    const restarted = await startTestServer(url)
    await restarted.exchange.stop()
    return 'started'
  }
  return { url, database, restart }
}

test('While an idle journal does not have the newest command, the database is failing in /health', async () => {
  const url = await databases.newDatabaseUrl()
  const times = { ...HEALTH_TIMES, readMillis: 20, databaseMillis: 50 }
  const server = await startTestServer(url, {}, quiet, times)
  await server.signUp()
  database = await openDatabase({ dataDir: '', databaseUrl: url, log: quiet })
  const part = async () => (await server.request<HealthView>('GET', '/health')).body.parts?.database
  await expect.poll(part).toMatchObject({ state: 'ok' })
  const last = 'batch = (select max(batch) from journal)'
  await database.pool.query(`create table kept as select * from journal where ${last}`)
  await database.pool.query(`delete from journal where ${last}`)
  const reason = 'the journal does not have the newest command: its rows were deleted'
  await expect.poll(part).toMatchObject({ state: 'failing', reason })
  await database.pool.query('insert into journal select * from kept')
  await expect.poll(part).toMatchObject({ state: 'ok' })
  await server.exchange.stop()
})

test('A start is refused if the journal ends before what the read models contain', async () => {
  const { database, restart } = await stoppedExchange()
  await database.pool.query('delete from journal where batch > (select max(batch) - 2 from journal)')
  await expect(restart()).rejects.toThrow(
    /^the journal ends at command \d+, but the read model [a-z_]+ contains command \d+: restore the missing journal rows/,
  )
})

test('A start that is refused because of a position that another program has raised says how to put it back', async () => {
  const { database, restart } = await stoppedExchange()
  await database.pool.query("update projection_positions set seq = seq + 1000 where name = 'orders'")
  const problem = await restart().then(String, (error: Error) => error.message)
  const [, end] =
    /the read model orders .* set the seq of this row of projection_positions to (\d+) and/.exec(problem) ?? []
  await database.pool.query("update projection_positions set seq = $1 where name = 'orders'", [end])
  expect(await restart()).toBe('started')
})

test('A start is refused if the first row of the journal is missing', async () => {
  const { database, restart } = await stoppedExchange()
  await database.pool.query('delete from journal where batch = 1')
  await expect(restart()).rejects.toThrow(/^the journal begins with batch 2 instead of batch 1: /)
})

test('A start does not ask for missing rows of the journal if another program has raised the number of its first one', async () => {
  const { database, restart } = await stoppedExchange()
  await database.pool.query('update journal_identity set first_batch = first_batch + 1')
  await expect(restart()).rejects.toThrow(
    /^the journal begins with batch 1 instead of batch 2: another program has .* changed first_batch in the table journal_identity/,
  )
})

test('A start is refused if the journal is empty but users exist', async () => {
  const { database, restart } = await stoppedExchange()
  await database.pool.query('truncate journal')
  await expect(restart()).rejects.toThrow(/^the journal ends at command 0, but /)
  await database.pool.query('truncate projection_positions')
  await expect(restart()).rejects.toThrow(/^the journal ends at command 0, but the table users contains /)
})

test('A start is refused if the journal has another identity than the read models', async () => {
  const { database, restart } = await stoppedExchange()
  await database.pool.query('update journal_identity set id = gen_random_uuid()')
  await expect(restart()).rejects.toThrow(/belongs to the journal [-0-9a-f]{36}, but this journal is [-0-9a-f]{36}/)
})

test('A start is refused if the timestamp of the last journal row was changed', async () => {
  const { database, restart } = await stoppedExchange()
  await database.pool.query(`update journal set payload = set_byte(payload, 9, get_byte(payload, 9) # 1)
    where batch = (select max(batch) from journal)`)
  await expect(restart()).rejects.toThrow(/^the journal cannot be replayed: batch \d+ /)
})

test('A running server stops when rows at the end of its journal are deleted', async () => {
  const folder = newFolder()
  const trader = await start(folder)
  const admin = await adminOf(folder)
  const exited = new Promise((resolve) => running().child.once('exit', resolve))
  // The lock waits for a running insert, which would otherwise follow a row that is just being deleted.
  await admin.query(`begin; lock table journal in exclusive mode;
    delete from journal where batch > (select max(batch) - 1 from journal); commit`)
  void trader.place(resting)
  expect(await exited).toBe(1)
  expect(running().output()).toMatch(/the journal ends (at command \d+, but|before batch \d+, which)/)
  await admin.end()
})

test('A cancelled wait for the standby is an unknown outcome, and the order exists once after the recovery', async () => {
  const folder = newFolder()
  const trader = await start(folder)
  const admin = await adminOf(folder)
  const setStandby = async (names: string): Promise<void> => {
    await admin.query('set synchronous_commit = local')
    await admin.query(`alter system set synchronous_standby_names = '${names}'`)
    await admin.query('select pg_reload_conf()')
  }
  const cancelled = async (name = '%-writer'): Promise<boolean> => {
    const waiting = `select pg_cancel_backend(pid) from pg_stat_activity
      where application_name like $1 and wait_event = 'SyncRep'`
    return ((await admin.query(waiting, [name])).rowCount ?? 0) > 0
  }
  await setStandby('unreachable')
  // A background process of PostgreSQL applies the setting; a commit before that does not wait.
  const probe = await adminOf(folder)
  const isApplied = async (): Promise<boolean> => {
    await Promise.race([probe.query("select pg_logical_emit_message(true, '', '')"), sleep(100)])
    return cancelled('operator')
  }
  await waitUntil(isApplied)
  await probe.end()
  let answered: Millis | undefined
  void trader.place(resting).then(() => {
    answered = Date.now()
  })
  await waitUntil(() => cancelled())
  await waitUntil(async () => !(await isUp()))
  expect(answered).toBeUndefined()
  // Opening the journal waits for the standby too: nothing of the unknown commit is visible before it is replicated.
  await waitUntil(() => cancelled())
  expect(await health()).toEqual([503, expect.stringContaining('the standby does not confirm commits')])
  await setStandby('')
  await waitUntil(isUp)
  await expectEveryOrderOnce(trader)
  await admin.end()
})
