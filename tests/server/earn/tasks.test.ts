/** Tasks over HTTP: each kind, its checks on the server, and the reasons that users read. */

import { afterAll, expect, test } from 'vitest'
import { api, EARN_BASE } from '../../../src/contract/api.ts'
import type { Tokens } from '../../../src/contract/auth/views.ts'
import type { ErrorBody } from '../../../src/contract/call.ts'
import { VISIT_DELAY_MILLIS } from '../../../src/contract/earn/tasks.ts'
import type { TaskCompleteView } from '../../../src/contract/earn/views.ts'
import type { UserId } from '../../../src/contract/ids.ts'
import { openDatabase } from '../../../src/server/postgres/database.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { errorReply, type noReply, startFakeTelegram } from '../../fixtures/fake-telegram.ts'
import { buy, confirmEmail, enableTwoFactor, setTask } from '../../fixtures/parallel-claims.ts'
import { quiet } from '../../fixtures/silent-log.ts'
import { changeStored } from '../../fixtures/stored-accounts.ts'
import { BOT_TOKEN, initData, telegramUser } from '../../fixtures/telegram-signer.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const telegram = await startFakeTelegram(BOT_TOKEN)
const server = setUpTestServer({ BOT_TOKEN, BOT_API_URL: `${telegram.address}/`, PUBLIC_URL: 'https://tern.example' })
const limited = setUpTestServer({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
afterAll(() => telegram.stop())

const [EMAIL, TWO_FACTOR, QUIZ, FIRST_TRADE, VOLUME, INVITE] = [1, 2, 3, 5, 6, 7]
const CHANNEL_TASK = 201

const statusOf = async (earner: Earner, id: number) => {
  const { tasks } = await earner.get('tasks')
  const task = tasks.find((each) => each.id === id)
  return [task?.status, task?.reason]
}

test('The list has every default task with its state and reason, and no answers or codes', async () => {
  await setTask(server(), 301, { kind: 'promo_code', code: 'HIDDEN-CODE' })
  const ann = await createEarner(server())
  const { tasks } = await ann.get('tasks')
  expect(tasks.filter(({ id }) => id <= 10).map(({ id, kind, status }) => [id, kind, status])).toEqual([
    [1, 'confirm_email', 'available'],
    [2, 'enable_2fa', 'available'],
    [3, 'quiz', 'available'],
    [4, 'quiz', 'available'],
    [5, 'first_trade', 'available'],
    [6, 'trade_volume', 'locked'],
    [7, 'invite_n', 'available'],
    [8, 'convert', 'available'],
    [9, 'first_deposit', 'available'],
    [10, 'verify_identity', 'available'],
  ])
  expect(tasks.find(({ id }) => id === VOLUME)?.reason).toBe('Complete “Make your first trade” first.')
  expect(Object.keys(tasks.find(({ id }) => id === QUIZ)?.questions[0] ?? {})).toEqual(['question', 'options'])
  expect(JSON.stringify(tasks)).not.toMatch(/HIDDEN-CODE|"answer"|"code"/)
})

test('An email is a task done only when it is confirmed, and the list then offers the claim', async () => {
  const ann = await createEarner(server())
  expect((await ann.ask('completeTask', { task_id: EMAIL })).body.code).toBe('TASK_NOT_DONE')
  await confirmEmail(server(), ann)
  expect(await statusOf(ann, EMAIL)).toEqual(['claimable', null])
  const claimed = await ann.get('completeTask', { task_id: EMAIL })
  expect(claimed).toMatchObject({ status: 'ok', reward_amount: 50, balance: 50, task: { status: 'claimed' } })
  expect((await ann.ask('completeTask', { task_id: EMAIL })).body.code).toBe('ALREADY_COMPLETED')
  expect(await statusOf(ann, EMAIL)).toEqual(['claimed', null])
})

test('2FA is a task done only while it is on', async () => {
  const ann = await createEarner(server())
  expect((await ann.ask('completeTask', { task_id: TWO_FACTOR })).body.code).toBe('TASK_NOT_DONE')
  await enableTwoFactor(server(), ann)
  expect(await ann.get('completeTask', { task_id: TWO_FACTOR })).toMatchObject({ reward_amount: 100 })
})

test('A quiz needs all right answers; a wrong one fails with a reason and can be repeated', async () => {
  const ann = await createEarner(server())
  const answer = (answers?: readonly number[]) =>
    ann.ask('completeTask', { task_id: QUIZ, ...(answers && { answers }) })
  expect((await answer()).body.code).toBe('INVALID_REQUEST')
  for (const wrong of [[1, 1], [1, 1, 1], [1, 1, 0, 0], []])
    expect((await answer(wrong)).body).toMatchObject({
      code: 'TASK_FAILED',
      detail: 'Not all answers are right. Try again.',
    })
  expect(await statusOf(ann, QUIZ)).toEqual(['failed', 'Not all answers are right. Try again.'])
  expect((await answer([1, 1, 0])).body).toMatchObject({ status: 'ok', reward_amount: 50 })
})

test('A promo code is compared case-insensitively', async () => {
  await setTask(server(), 302, { kind: 'promo_code', code: 'Summer26' })
  const ann = await createEarner(server())
  expect((await ann.ask('completeTask', { task_id: 302 })).body.code).toBe('INVALID_REQUEST')
  expect((await ann.ask('completeTask', { task_id: 302, code: 'winter26' })).body.code).toBe('TASK_FAILED')
  expect(await ann.get('completeTask', { task_id: 302, code: ' sUMMER26 ' })).toMatchObject({ reward_amount: 30 })
})

test('A link is paid after a real delay and labelled as unverified', async () => {
  await setTask(server(), 303, { kind: 'visit_link', link: 'https://example.com' })
  const ann = await createEarner(server())
  const started = await ann.get('completeTask', { task_id: 303 })
  expect(started).toMatchObject({ status: 'pending', retry_after: 30, reward_amount: 0, balance: 0 })
  expect(started.task).toMatchObject({ status: 'checking', verified: false, link: 'https://example.com' })
  await ann.wait(10_000)
  const again = await ann.get('completeTask', { task_id: 303 })
  expect([again.status, again.reward_amount, again.task.verify_after]).toEqual([
    'pending',
    0,
    started.task.verify_after,
  ])
  expect(again.retry_after).toBeLessThanOrEqual(20)
  await ann.wait(VISIT_DELAY_MILLIS)
  expect(await ann.get('completeTask', { task_id: 303 })).toMatchObject({ status: 'ok', reward_amount: 30 })
})

test('Trades and their volume are counted by the engine, one task after the other', async () => {
  const ann = await createEarner(server())
  expect((await ann.ask('completeTask', { task_id: FIRST_TRADE })).body.code).toBe('TASK_NOT_DONE')
  expect((await ann.ask('completeTask', { task_id: VOLUME })).body).toMatchObject({
    code: 'TASK_LOCKED',
    detail: 'Complete “Make your first trade” first.',
  })
  await buy(server(), ann, 400)
  expect(await ann.get('completeTask', { task_id: FIRST_TRADE })).toMatchObject({ reward_amount: 200 })
  const { tasks } = await ann.get('tasks')
  expect(tasks.find(({ id }) => id === VOLUME)).toMatchObject({ progress: '401', target: '1000', status: 'started' })
  expect((await ann.ask('completeTask', { task_id: VOLUME })).body.code).toBe('TASK_NOT_DONE')
  await buy(server(), ann, 600)
  expect(await ann.get('completeTask', { task_id: VOLUME })).toMatchObject({ reward_amount: 300 })
})

test('Friends count for the invitation task after a trade of at least 100 USDT', async () => {
  const ann = await createEarner(server())
  for (const usdt of [120, 120, 50]) await buy(server(), await createEarner(server(), { referrer: ann }), usdt)
  expect((await ann.ask('completeTask', { task_id: INVITE })).body.code).toBe('TASK_NOT_DONE')
  await buy(server(), await createEarner(server(), { referrer: ann }), 120)
  expect(await ann.get('completeTask', { task_id: INVITE })).toMatchObject({ reward_amount: 150 })
})

let lastTelegramId = 9_000
/** A user of the mini-app, launched at this time, claims the channel task. */
async function claimChannel(launchedAt = Date.now()): Promise<{ status: number; body: TaskCompleteView & ErrorBody }> {
  const body = { init_data: initData(telegramUser(++lastTelegramId), launchedAt) }
  const { body: launched } = await server().request<Tokens>('POST', api.startApp.path, { body })
  const path = EARN_BASE + api.completeTask.path
  return server().request('POST', path, { access: launched.access, body: { task_id: CHANNEL_TASK } })
}
const answerMembership = (member: object) =>
  telegram.setFault('getChatMember', (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ok: true, result: member })),
  )
const addChannelTask = () =>
  setTask(server(), CHANNEL_TASK, { kind: 'join_channel', link: 'https://t.me/tern', channel: '@tern_news' })

test.each([
  { status: 'creator' },
  { status: 'administrator' },
  { status: 'member' },
  { status: 'restricted', is_member: true },
])('The channel task pays a Telegram user with the membership %o', async (member) => {
  await addChannelTask()
  answerMembership(member)
  expect((await claimChannel()).body).toMatchObject({ status: 'ok', reward_amount: 30 })
  expect(telegram.callsOf('getChatMember').at(-1)).toMatchObject({ chat_id: '@tern_news', user_id: lastTelegramId })
})

test.each([{ status: 'left' }, { status: 'kicked' }, { status: 'restricted', is_member: false }])(
  'The channel task refuses a Telegram user with the membership %o as not a member',
  async (member) => {
    await addChannelTask()
    answerMembership(member)
    expect((await claimChannel()).body).toMatchObject({ code: 'TASK_FAILED', params: { failure: 'not_a_member' } })
  },
)

test('An account that was never in the channel is not a member', async () => {
  await addChannelTask()
  telegram.setFault('getChatMember', errorReply(400, 'Bad Request: PARTICIPANT_ID_INVALID'))
  expect((await claimChannel()).body.params?.failure).toBe('not_a_member')
})

test.each([
  ['chat not found', errorReply(400, 'Bad Request: chat not found')],
  ['the bot is no administrator', errorReply(403, 'Forbidden: bot is not a member of the channel chat')],
  ['too many requests', errorReply(429, 'Too Many Requests', { retry_after: 5 })],
  ['a broken connection', ((response) => response.destroy()) as typeof noReply],
])('The channel task says that the membership cannot be checked after: %s', async (_what, fault) => {
  await addChannelTask()
  telegram.setFault('getChatMember', fault)
  const { status, body } = await claimChannel()
  expect([status, body.code, body.params?.failure]).toEqual([409, 'TASK_FAILED', 'cannot_check'])
  expect(body.detail).toMatch(/could not be checked/)
})

test('A Telegram account that belongs to another user later is not paid for the same channel again', async () => {
  await addChannelTask()
  answerMembership({ status: 'member' })
  expect((await claimChannel()).body.status).toBe('ok')
  const database = await openDatabase({ dataDir: '', databaseUrl: server().databaseUrl, log: quiet })
  const find = 'select id from users where telegram_id = $1'
  const { rows } = await database.pool.query<{ id: UserId }>(find, [lastTelegramId])
  for (const { id } of rows) await changeStored(database.pool, id, { user: { telegram_id: 1 } })
  await database.close()
  lastTelegramId -= 1
  // The same init data would not sign in a second time.
  const { body } = await claimChannel(Date.now() - 5_000)
  expect([body.code, body.detail]).toEqual(['TASK_FAILED', expect.stringContaining('another account')])
})

test('A user without Telegram is asked to link it for the channel task', async () => {
  await addChannelTask()
  const ann = await createEarner(server())
  const { body } = await ann.ask('completeTask', { task_id: CHANNEL_TASK })
  expect([body.code, body.detail]).toEqual(['TASK_FAILED', 'Link your Telegram account first.'])
})

test('Guesses are limited by user, and by address for all users together', async () => {
  await setTask(limited(), 302, { kind: 'promo_code', code: 'SECRET' })
  const headers = { 'x-forwarded-for': '203.0.113.7' }
  const guess = (earner: Earner) => earner.ask('completeTask', { task_id: 302, code: 'guess' })
  for (let user = 0; user < 4; user++) {
    const ann = await createEarner(limited(), { headers })
    for (let count = 0; count < 5; count++) expect((await guess(ann)).body.code).toBe('TASK_FAILED')
    const refused = await guess(ann)
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  }
  expect((await guess(await createEarner(limited(), { headers }))).body.code).toBe('RATE_LIMITED')
  const elsewhere = await createEarner(limited(), { headers: { 'x-forwarded-for': '198.51.100.7' } })
  expect((await guess(elsewhere)).body.code).toBe('TASK_FAILED')
})
