/** A database whose owner replaced operators or views: it answers with another genuine row than the one asked for. */

import { hash, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { api } from '../../../src/contract/api.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { OtherRow } from '../../../src/server/postgres/query.ts'
import { openEmailTokens } from '../../../src/server/security/email-tokens.ts'
import { openUndoLinks } from '../../../src/server/security/undo-links.ts'
import { openRefreshTokens } from '../../../src/server/sessions/refresh-tokens.ts'
import { openRevokedSessions } from '../../../src/server/sessions/revoked-sessions.ts'
import { readRecord } from '../../../src/server/users/account-record.ts'
import { openAccountRecords } from '../../../src/server/users/account-records.ts'
import { openUnrecordedChanges } from '../../../src/server/users/unrecorded-changes.ts'
import { operate } from '../../fixtures/operator-request.ts'
import { scratchFolder } from '../../fixtures/scratch-folder.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { serverKey } from '../../fixtures/stored-accounts.ts'
import { setUpDatabase, setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const key = new Uint8Array(32)
const device = { name: 'a browser', ipMasked: '127.0.0.x' } as never

const database = setUpDatabase(server)

const clock = { now: () => server().now(), confirmedNow: () => undefined }

async function newUser(): Promise<{
  readonly id: UserId
  readonly credentials_version: number
  readonly email: string
  readonly email_since: number | null
}> {
  const email = `${randomUUID()}@example.com`
  await server().signUp(email)
  const { rows } = await database().pool.query(
    'select id, credentials_version, email, email_since from users where email = $1',
    [email],
  )
  return rows[0]
}

type Value = string | number | Buffer

/** Answers a question for `asked` with the rows of `answered`. */
function swappingWith(queries: Pick<pg.ClientBase, 'query'>, asked: Value, answered: Value): pg.ClientBase {
  const isAsked = (value: unknown) =>
    value === asked || (Buffer.isBuffer(value) && Buffer.isBuffer(asked) && value.equals(asked))
  const swapped = (values: unknown[]) => values.map((value) => (isAsked(value) ? answered : value))
  return { query: (text: string, values: unknown[] = []) => queries.query(text, swapped(values)) } as never
}

function swapping(asked: Value, answered: Value): pg.Pool {
  const connect = async () => {
    const client = await database().pool.connect()
    return { ...swappingWith(client, asked, answered), release: (error?: Error) => client.release(error) }
  }
  return { ...swappingWith(database().pool, asked, answered), connect } as never
}

test('An account is refused if the database answers with the row of another user', async () => {
  const [thief, victim] = [await newUser(), await newUser()]
  await expect(readRecord(swapping(thief.id, victim.id), 'id', thief.id)).rejects.toThrow(OtherRow)
  expect((await readRecord(database().pool, 'id', thief.id))?.user.id).toBe(thief.id)
})

test('A refresh token opens no session of another user if the database answers with the row of that session', async () => {
  const [thief, victim] = [await newUser(), await newUser()]
  const revoked = await openRevokedSessions(database(), clock)
  const records = openAccountRecords({
    database: database(),
    sequencer: server().exchange.sequencer,
    clock,
    log: quiet,
    key: await serverKey(database().pool, 'accounts'),
    unrecorded: openUnrecordedChanges(scratchFolder()),
    onDiffers: async () => undefined,
  })
  const users = { isWaiting: () => false }
  const open = (pool: pg.Pool) =>
    openRefreshTokens({ database: { ...database(), pool }, records, users, clock, log: quiet }, key, revoked)
  const start = (user: typeof thief) => open(database().pool).startSession({ user, loginMethod: 'email', device })
  const [own, other] = [await start(thief), await start(victim)]
  if (own === undefined || other === undefined) throw new Error('a session was not started')
  const hashOf = (token: string) => hash('sha256', token, 'buffer')
  const swapped = open(swapping(hashOf(own.refresh), hashOf(other.refresh)))
  expect(await swapped.rotate(own.refresh, device)).toBeUndefined()
  // The victim stays logged in: a log-out ends the session that the token belongs to.
  await swapped.revoke(own.refresh)
  expect((await open(database().pool).rotate(other.refresh, device))?.signedIn.user).toBe(victim.id)
  expect(await open(database().pool).rotate(own.refresh, device)).toBeUndefined()
})

test('The link of an email is valid for its user only if the database answers with the row of another user', async () => {
  const [thief, victim] = [await newUser(), await newUser()]
  const tokensOf = (pool: pg.Pool) => openEmailTokens({ database: { pool }, clock, key })
  const { pool } = database()
  const token = await tokensOf(pool).issue('reset', thief, thief.email)
  await tokensOf(pool).issue('reset', victim, victim.email)
  const found = await tokensOf(swapping(thief.id, victim.id)).find('reset', token)
  expect(found?.user_id).toBe(thief.id)
  expect(await tokensOf(pool).redeem(swapping(victim.id, thief.id), 'reset', token, victim)).toBeUndefined()
  expect(await tokensOf(pool).redeem(swapping(thief.id, victim.id), 'reset', token, thief)).toBeUndefined()
  expect(await tokensOf(pool).redeem(pool, 'reset', token, thief)).toMatchObject({ user_id: thief.id })
})

test('The link of an email ends at its time if the database says that it is still valid', async () => {
  const user = await newUser()
  let now = server().now()
  const tokensOf = (pool: pg.Pool) => openEmailTokens({ database: { pool }, clock: { ...clock, now: () => now }, key })
  const token = await tokensOf(database().pool).issue('reset', user, user.email)
  const issuedAt = now
  const isValid = async () => {
    const client = await database().pool.connect()
    try {
      await client.query('begin')
      // The question is about now; the answer is that of the time when the link was made.
      return (
        (await tokensOf(database().pool).redeem(swappingWith(client, now, issuedAt), 'reset', token, user)) !==
        undefined
      )
    } finally {
      await client.query('rollback')
      client.release()
    }
  }
  now += 30 * 60_000 - 1
  expect(await isValid()).toBe(true)
  now += 1
  expect(await isValid()).toBe(false)
})

test('An undo link undoes nothing of another user if the database answers with the row of that user', async () => {
  const links = openUndoLinks(key, 'https://tern.example')
  const [thief, victim] = [await newUser(), await newUser()]
  const add = async (user: UserId) => {
    const undo = {
      id: randomUUID(),
      user_id: user,
      change: '2fa' as const,
      device: 'a browser',
      ip_masked: '127.0.0.x',
      former_email: null,
      former_email_confirmed: false,
      at: 1,
      expires_at: 7e15,
      notified_email: null,
      notified_chat: null,
    }
    const names = Object.keys(undo)
    await database().pool.query(
      `insert into credential_undos (${names.join(', ')}, mac)
       values (${names.map((_, index) => `$${index + 1}`).join(', ')}, $${names.length + 1})`,
      [...Object.values(undo), links.macOf(undo)],
    )
    return undo.id
  }
  const [asked, answered] = [await add(thief.id), await add(victim.id)]
  expect(await links.find(swapping(asked, answered), asked)).toBeUndefined()
  expect(await links.find(database().pool, asked)).toMatchObject({ user_id: thief.id })
})

test('A second account with the address of another one is not registered, and an operator gives nothing to an unconfirmed address', async () => {
  const victim = await newUser()
  await database().pool.query('alter table users drop constraint users_email_key')
  const body = { email: victim.email, password: 'planted words' }
  const { body: refused } = await server().request<ErrorBody>('POST', api.register.path, { body })
  expect(refused.code).toBe('EMAIL_TAKEN')
  const words = ['set-level', victim.email, '1', '--reason', 'a test', '--as', 'olga']
  const { problem } = await operate(server().dataDir, words).then(
    () => ({ problem: undefined }),
    (error: Error) => ({ problem: error.message }),
  )
  expect(problem).toContain(`the email ${victim.email} is not confirmed`)
})
