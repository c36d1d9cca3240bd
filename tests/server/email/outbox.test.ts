/** Letters on their way to a mail server that is what mail servers are. */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { openLog } from '../../src/server/log.ts'
import { writeLetter } from '../../src/server/mail/letter.ts'
import { type Outbox, openOutbox } from '../../src/server/mail/outbox.ts'
import { openPost } from '../../src/server/mail/post.ts'
import type { Database } from '../../src/server/postgres/database.ts'
import type { LetterKind } from '../../src/server/postgres/tables.ts'
import { linkIn, type MailServer, readable, startMailServer, tokenIn } from './mail-server.ts'
import { startWorld, type World } from './world.ts'

const HOUR = 60 * 60 * 1_000
const ORIGIN = 'https://tern.example'
/** What happens by itself is waited for. */
const poll = <T>(what: () => T) => expect.poll(what, { timeout: 10_000 })
let world: World
let database: Database
let server: MailServer
let outbox: Outbox
let now: number
let written: number
let lines: string[]

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.end())
beforeEach(async () => {
  database = await world.newDatabase()
  server = await startMailServer()
  now = Date.now()
  written = 0
  lines = []
  outbox = open(server.url)
})
afterEach(async () => {
  outbox.stop()
  await server.stop()
})

function open(url: string, patienceMillis = 10_000): Outbox {
  const log = openLog('info', { write: (line) => lines.push(line) })
  const post = openPost({ type: 'smtp', url, from: 'tern@example.com' }, { appName: 'Tern', log, patienceMillis })
  const opened = openOutbox({ database, post, clock: { now: () => now }, log })
  opened.start(async ({ kind, email, origin }) => {
    written += 1
    return writeLetter(kind, { to: email, appName: 'Tern', link: `${origin}/confirm#token=${written}` })
  })
  return opened
}

const put = (email: string, kind: LetterKind = 'reset') => outbox.put({ kind, email, user: null, origin: ORIGIN })
const waiting = async (): Promise<number> =>
  Number((await database.pool.query('select count(*) from mail_queue')).rows[0].count)
const sent = () => server.received.map(({ to }) => to)

test('a letter arrives once, in plain words and in HTML, with its link and nothing that watches', async () => {
  await put('ann@example.com')
  await poll(sent).toEqual(['ann@example.com'])
  await poll(waiting).toBe(0)
  const content = readable(server.received[0]?.content ?? '')
  expect(content).toContain('From: Tern <tern@example.com>')
  expect(content).toContain('Content-Type: text/plain')
  expect(content).toContain('Content-Type: text/html')
  expect(String(linkIn(content))).toBe(`${ORIGIN}/confirm#token=1`)
  expect(content).not.toMatch(/<img|<script|https?:\/\/(?!tern\.example)/)
})

test('a mail server that is busy is tried again, later each time, and the letter is made anew', async () => {
  server.mood = 'busy'
  await put('ann@example.com')
  await poll(() => server.tries).toBe(1)
  now += 59_000
  await sleep(1_500)
  expect(server.tries).toBe(1)
  now += 2_000
  await poll(() => server.tries).toBe(2)
  server.mood = 'kind'
  now += 60_000
  await sleep(1_500)
  expect(sent()).toEqual([])
  now += 180_000
  await poll(sent).toEqual(['ann@example.com'])
  expect(tokenIn(server.received[0]?.content ?? '')).toBe('3')
})

test('one that stays down is given up after some hours', async () => {
  server.mood = 'busy'
  await put('ann@example.com')
  for (let tries = 1; tries <= 6; tries++) {
    await poll(() => server.tries).toBe(tries)
    now += 3 * HOUR
  }
  await poll(waiting).toBe(0)
  expect(sent()).toEqual([])
})

test('an address that does not exist is not tried again', async () => {
  server.mood = 'refusing'
  await put('nobody@example.com')
  await poll(() => server.tries).toBe(1)
  await poll(waiting).toBe(0)
})

test.each(['dying', 'silent'] as const)('a letter lost to a %s server arrives later', async (mood) => {
  outbox.stop()
  outbox = open(server.url, 1_000)
  server.mood = mood
  await put('ann@example.com')
  await poll(() => lines.join('')).toContain('a letter is tried again later')
  expect(await waiting()).toBe(1)
  server.mood = 'kind'
  // When it is due again may be reckoned after we have moved the clock: it moves until the letter is there.
  await poll(() => {
    now += HOUR
    return sent()
  }).toEqual(['ann@example.com'])
  await poll(waiting).toBe(0)
})

test('a slow letter does not hold up the others', async () => {
  server.mood = 'silent'
  await put('slow@example.com')
  await poll(() => server.tries).toBe(1)
  server.mood = 'kind'
  await put('ann@example.com')
  await poll(sent).toEqual(['ann@example.com'])
})

test('nobody there is no trouble for who asks, and what waits outlives us', async () => {
  outbox.stop()
  outbox = open('smtp://127.0.0.1:1')
  await put('ann@example.com')
  await poll(() => written).toBe(1)
  outbox.stop()
  expect(await waiting()).toBe(1)
  now += HOUR
  outbox = open(server.url)
  await poll(sent).toEqual(['ann@example.com'])
})

test('what is asked for twice is sent once where the first is still waiting', async () => {
  outbox.stop()
  for (let times = 0; times < 20; times++) await put('ann@example.com')
  outbox = open(server.url)
  await poll(sent).toEqual(['ann@example.com'])
  await poll(waiting).toBe(0)
})

test('two nodes send each letter once', async () => {
  const other = open(server.url)
  await Promise.all(Array.from({ length: 30 }, (_, at) => put(`reader${at}@example.com`)))
  await poll(() => server.received.length).toBe(30)
  expect(new Set(sent()).size).toBe(30)
  other.stop()
})
