/** A database whose owner replaced operators or views: it answers with another genuine row than the one asked for. */

import { hash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { UserId } from '../../../src/contract/ids.ts'
import { type Database, openDatabase } from '../../../src/server/postgres/database.ts'
import { OtherRow } from '../../../src/server/postgres/query.ts'
import { openEmailTokens } from '../../../src/server/security/email-tokens.ts'
import { openRefreshTokens } from '../../../src/server/sessions/refresh-tokens.ts'
import { openRevokedSessions } from '../../../src/server/sessions/revoked-sessions.ts'
import { readRecord } from '../../../src/server/users/account-record.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const key = new Uint8Array(32)
const device = { name: 'a browser', ipMasked: '127.0.0.x' } as never

let database: Database
beforeAll(async () => {
  database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
})
afterAll(() => database?.close())

const records = {
  change: async () => {
    throw new Error('a session was ended')
  },
}
const clock = { now: () => server().now(), confirmedNow: () => undefined }

async function newUser(): Promise<{
  readonly id: UserId
  readonly credentials_version: number
  readonly email: string
}> {
  const email = `${randomUUID()}@example.com`
  await server().signUp(email)
  const { rows } = await database.pool.query('select id, credentials_version, email from users where email = $1', [
    email,
  ])
  return rows[0]
}

/** Answers a question for `asked` with the rows of `answered`. */
function swapping(asked: string | Buffer, answered: string | Buffer): pg.Pool {
  const isAsked = (value: unknown) =>
    value === asked || (Buffer.isBuffer(value) && Buffer.isBuffer(asked) && value.equals(asked))
  const swapped = (queries: Pick<pg.ClientBase, 'query'>) => ({
    query: (text: string, values: unknown[] = []) =>
      queries.query(
        text,
        values.map((value) => (isAsked(value) ? answered : value)),
      ),
  })
  const connect = async () => {
    const client = await database.pool.connect()
    return { ...swapped(client), release: (error?: Error) => client.release(error) }
  }
  return { ...swapped(database.pool), connect } as never
}

test('An account is refused if the database answers with the row of another user', async () => {
  const [thief, victim] = [await newUser(), await newUser()]
  await expect(readRecord(swapping(thief.id, victim.id), 'id', thief.id)).rejects.toThrow(OtherRow)
  expect((await readRecord(database.pool, 'id', thief.id))?.user.id).toBe(thief.id)
})

test('A refresh token opens no session of another user if the database answers with the row of that session', async () => {
  const [thief, victim] = [await newUser(), await newUser()]
  const revoked = await openRevokedSessions(database, clock)
  const open = (pool: pg.Pool) =>
    openRefreshTokens({ database: { ...database, pool }, records, clock, log: quiet }, key, revoked)
  const start = (user: typeof thief) => open(database.pool).startSession({ user, loginMethod: 'email', device })
  const [own, other] = [await start(thief), await start(victim)]
  if (own === undefined || other === undefined) throw new Error('a session was not started')
  const hashOf = (token: string) => hash('sha256', token, 'buffer')
  const swapped = open(swapping(hashOf(own.refresh), hashOf(other.refresh)))
  expect(await swapped.rotate(own.refresh, device)).toBeUndefined()
  // The victim stays logged in, and the token still opens the session that it belongs to.
  await swapped.revoke(own.refresh)
  expect((await open(database.pool).rotate(other.refresh, device))?.signedIn.user).toBe(victim.id)
  expect((await open(database.pool).rotate(own.refresh, device))?.signedIn.user).toBe(thief.id)
})

test('The link of an email is valid for its user only if the database answers with the row of another user', async () => {
  const [thief, victim] = [await newUser(), await newUser()]
  const tokensOf = (pool: pg.Pool) => openEmailTokens({ database: { pool }, clock, key })
  const { pool } = database
  const token = await tokensOf(pool).issue('reset', thief, thief.email)
  await tokensOf(pool).issue('reset', victim, victim.email)
  const found = await tokensOf(swapping(thief.id, victim.id)).find('reset', token)
  expect(found?.user_id).toBe(thief.id)
  expect(await tokensOf(pool).redeem(swapping(victim.id, thief.id), 'reset', token, victim)).toBeUndefined()
  expect(await tokensOf(pool).redeem(swapping(thief.id, victim.id), 'reset', token, thief)).toBeUndefined()
  expect(await tokensOf(pool).redeem(pool, 'reset', token, thief)).toMatchObject({ user_id: thief.id })
})
