/** Five mistakes of published mini-app clones; each test fails if this server makes the same one. */

import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { api, EARN_BASE, EARN_TOKEN_HEADER } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { wholeXp, XP } from '../../../src/contract/earn/xp.ts'
import { free, ledgerEntries } from '../../../src/engine/exchange.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { CLAIMS, claimInParallel, setTask, xpBalance } from '../../fixtures/parallel-claims.ts'
import { BOT_TOKEN, initData, signedInitData, telegramUser } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer({ BOT_TOKEN })
const DAY = 24 * 60 * 60 * 1_000

test('Clone mistake 1, a balance sent by the client: no field of any request sets or changes an amount', async () => {
  const ann = await createEarner(server())
  await ann.get('startMining')
  const amounts = { balance: 1_000_000, reward: 1_000, reward_amount: 1_000, amount: 1_000, tokens: 1_000, mined: 96 }
  for (const name of ['startMining', 'endMining', 'claimDaily'] as const)
    for (const [field, value] of Object.entries(amounts))
      expect([name, field, (await ann.ask(name, { [field]: value })).status]).toEqual([name, field, 422])
  for (const [field, value] of Object.entries(amounts))
    expect((await ann.ask('completeTask', { task_id: 3, answers: [1, 1, 0], [field]: value })).status).toBe(422)
  expect(await xpBalance(server(), ann)).toBe(0)
  expect(await ann.get('endMining')).toMatchObject({ reward: 0, balance: 0 })
})

test('Clone mistake 1, a time sent by the client: a run that began earlier than it did pays nothing more', async () => {
  const ann = await createEarner(server())
  const { last_run } = await ann.get('startMining')
  const earlier = new Date(Date.parse(last_run) - DAY).toISOString()
  expect((await ann.ask('endMining', { last_run: earlier })).body.code).toBe('MINING_NOT_RUNNING')
  expect(await ann.get('endMining', { last_run })).toMatchObject({ reward: 0 })
})

const launch = (body: object) => server().request<Tokens & ErrorBody>('POST', api.startApp.path, { body })

test('Clone mistake 2, an expiry that is not checked: old launch data and old access tokens earn nothing', async () => {
  const now = server().now()
  const old = initData(telegramUser(71), now - 2 * 60 * 60 * 1_000)
  expect((await launch({ init_data: old })).body.code).toBe('INIT_DATA_EXPIRED')
  const ann = await createEarner(server())
  server().advanceClock(16 * 60 * 1_000)
  expect((await ann.ask('claimDaily')).body.code).toBe('UNAUTHORIZED')
  expect(await xpBalance(server(), ann)).toBe(0)
})

test('Clone mistake 3, an identity that is not signed: no request claims for a user it only names', async () => {
  const ann = await createEarner(server())
  const user = JSON.stringify(telegramUser(72))
  const authDate = String(Math.floor(server().now() / 1_000))
  const forged = signedInitData({ user, auth_date: authDate }, '7654321:OTHER')
  for (const init_data of [forged, `user=${encodeURIComponent(user)}&auth_date=${authDate}`, 'id=72&hash=x'])
    expect((await launch({ init_data })).body.code).toBe('INVALID_TELEGRAM_DATA')
  const payload = Buffer.from(JSON.stringify({ sub: ann.user, sid: ann.user })).toString('base64url')
  const header = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')
  const signature = createHmac('sha256', 'guess').update(`${header}.${payload}`).digest('base64url')
  const path = EARN_BASE + api.claimDaily.path
  for (const token of [ann.user, '72', `${header}.${payload}.`, `${header}.${payload}.${signature}`, forged]) {
    const headers = { [EARN_TOKEN_HEADER]: `Bearer ${token}` }
    const { body } = await server().request('POST', path, { body: {}, headers })
    expect(body.code).toBe('UNAUTHORIZED')
  }
  for (const field of ['user_id', 'telegram_id', 'user'])
    expect((await ann.ask('claimDaily', { [field]: ann.user })).status).toBe(422)
  expect(await xpBalance(server(), ann)).toBe(0)
})

test('Clone mistake 4, a task that is not verified: claiming what was not done pays nothing, for every kind', async () => {
  await setTask(server(), 501, { kind: 'promo_code', code: 'TERN' })
  await setTask(server(), 502, { kind: 'visit_link', link: 'https://example.com' })
  await setTask(server(), 503, { kind: 'join_channel', link: 'https://t.me/tern', channel: '@tern_news' })
  const ann = await createEarner(server())
  const { tasks } = await ann.get('tasks')
  const kinds = new Set(tasks.map(({ kind }) => kind))
  expect(kinds.size).toBe(12)
  for (const { id, kind } of tasks) {
    const proof = kind === 'quiz' ? { answers: [2, 2, 2] } : kind === 'promo_code' ? { code: 'GUESS' } : {}
    const { status, body } = await ann.ask('completeTask', { task_id: id, ...proof })
    if (kind === 'visit_link') expect(body).toMatchObject({ status: 'pending', reward_amount: 0 })
    else expect([kind, status]).toEqual([kind, 409])
  }
  expect(await xpBalance(server(), ann)).toBe(0)
  expect((await ann.get('rewards')).rewards).toEqual([])
})

test('Clone mistake 5, check-then-insert: parallel claims pay once, and the ledger has nothing but these payments', async () => {
  const funded = await server().exchange.sequencer.read((state) => wholeXp(free(state, 'rewards', XP.id)))
  let paid = 0
  for (const kind of ['daily', 'quiz', 'mining'] as const) {
    const { replies, received } = await claimInParallel(server(), kind)
    expect([kind, replies.paid]).toEqual([kind, 1])
    expect(Object.values(replies).reduce((sum, count) => sum + count)).toBe(CLAIMS)
    paid += received
  }
  await server().exchange.sequencer.read((state) => {
    expect(wholeXp(free(state, 'rewards', XP.id))).toBe(funded - paid)
    const entries = [...ledgerEntries(state)].filter(({ currency }) => currency === XP.id)
    expect(entries.reduce((sum, entry) => sum + entry.free + entry.held, 0n)).toBe(0n)
  })
})
