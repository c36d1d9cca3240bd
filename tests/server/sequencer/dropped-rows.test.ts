/** A database that reports a commit, and keeps no row or another one: no start undoes what was answered. */

import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { ProfileView } from '../../../src/contract/account/views.ts'
import { api, EARN_BASE, EARN_TOKEN_HEADER, EXCHANGE_BASE, TOKEN_HEADER } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { TEST_SECRET_KEY } from '../../fixtures/record-keys.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { freePort, type RunningServer, startServer } from '../../fixtures/server-process.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { startTestDatabases, type TestDatabases } from '../../fixtures/test-database.ts'

let databases: TestDatabases
let database: Database | undefined
let server: RunningServer | undefined
beforeAll(async () => {
  databases = await startTestDatabases()
})
afterEach(async () => {
  await server?.kill()
  await database?.close()
})
afterAll(() => databases?.stop())

/** Rows with this command are deleted by the statement that inserts them, and no read model says that they were there. */
const DROPPED = `create table dropped (seq bigint);
create function meddle() returns trigger language plpgsql as $$ begin
  if position('freeze-account'::bytea in new.payload) > 0 then
    delete from journal where batch = new.batch;
    insert into dropped values (new.last_seq);
  end if;
  return null;
end $$;
create trigger meddle after insert on journal for each row execute function meddle();
create function keep_position() returns trigger language plpgsql as $$ begin
  if exists (select from dropped where seq <= new.seq) then raise exception 'not now'; end if;
  return new;
end $$;
create trigger keep_position before update on projection_positions for each row execute function keep_position()`

/** The row of the first command of the thief is kept aside, and stored instead of the one that freezes the account. */
const REPLACED = `create table kept as select * from journal limit 0;
create function meddle() returns trigger language plpgsql as $$
declare other kept;
begin
  if position('start-mining'::bytea in new.payload) > 0 and not exists (select from kept) then
    insert into kept select new.*;
    return null;
  end if;
  if position('freeze-account'::bytea in new.payload) > 0 then
    select * into other from kept where batch = new.batch and prev_hash = new.prev_hash;
    if found then
      new.first_seq := other.first_seq; new.last_seq := other.last_seq; new.event_hash := other.event_hash;
      new.format := other.format; new.rules := other.rules; new.payload := other.payload; new.hash := other.hash;
    end if;
  end if;
  return new;
end $$;
create trigger meddle before insert on journal for each row execute function meddle()`

const NO_TRIGGERS = 'drop function meddle cascade; drop function if exists keep_position cascade'

async function post<T>(address: string, path: string, body: object, headers: Record<string, string> = {}): Promise<T> {
  const reply = await fetch(address + path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  return (await reply.json()) as T
}

test.each([
  ['dropped', DROPPED],
  ['replaced', REPLACED],
] as const)(
  'A freeze that an operator was told of is not undone by a start after the database has %s its row',
  async (what, trigger) => {
    const dataDir = scratchFolder()
    const databaseUrl = await databases.newDatabaseUrl()
    database = await openDatabase({ dataDir: '', databaseUrl, log: quiet })
    const env = { DATABASE_URL: databaseUrl, SECRET_KEY: TEST_SECRET_KEY }
    server = await startServer(dataDir, await freePort(), env)
    const { address, child } = server
    const account = { email: 'thief@example.com', password: 'correct horse' }
    const { access } = await post<Tokens>(address, EXCHANGE_BASE + api.register.path, account)
    const profile = await fetch(address + EXCHANGE_BASE + api.profile.path, {
      headers: { [TOKEN_HEADER]: `Bearer ${access}` },
    })
    const { uuid } = (await profile.json()) as ProfileView
    await database.pool.query(trigger)
    const mine = () => post(address, EARN_BASE + api.startMining.path, {}, { [EARN_TOKEN_HEADER]: `Bearer ${access}` })
    // Not committed: its row is kept aside, and the journal is read again.
    if (what === 'replaced') await mine()

    // Commands of the thief follow each other, so that the next one comes before the anchor is written.
    const ended = once(child, 'exit')
    let isOver = false
    const hurry = async (): Promise<void> => {
      while (!isOver) await mine().catch(() => sleep(50))
    }
    const freeze = () => operate(dataDir, ['freeze', uuid, '--reason', 'a thief'])
    const hurrying = what === 'dropped' ? Promise.all(Array.from({ length: 8 }, hurry)) : undefined
    await expect.poll(freeze).toContain('The account is frozen')
    const hurryingLater = hurrying ?? hurry()
    await Promise.race([ended, sleep(20_000)])
    isOver = true
    await hurryingLater
    await server.kill()

    await database.pool.query(NO_TRIGGERS)
    const restarted = await startServer(dataDir, await freePort(), env).catch((error: Error) => error)
    // A start that refuses a journal without the row is right, too.
    if (restarted instanceof Error) return expect(restarted.message).toContain('anchor')
    server = restarted
    expect(await operate(dataDir, ['freezes', uuid])).not.toContain('The account is not frozen')
  },
)
