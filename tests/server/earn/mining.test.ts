/** Mining over HTTP: the run, its payment and what every reply says. */

import { expect, test } from 'vitest'
import { api, EARN_BASE, EARN_TOKEN_HEADER, TOKEN_HEADER } from '../../../src/contract/api.ts'
import type { EarnProfileView } from '../../../src/contract/earn/views.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const HOUR = 60 * 60 * 1_000

test('A new user is idle, and has the parameters and the wheel of the program', async () => {
  const ann = await createEarner(server())
  expect(await ann.get('earnProfile')).toMatchObject({
    status: 'idle',
    balance: 0,
    last_run: null,
    mining_rate_per_hour: 12,
    mining_duration_seconds: 8 * 60 * 60,
    mined: 0,
    level: { level: 1, from: 0, to: 100 },
    days_check_in: 0,
    next_reward_amount: 10,
    wheel: [10, 15, 20, 25, 30, 40, 100],
    standing: { state: 'ok', reason: '', appeal: null },
    is_funded: true,
    next_claim_at: null,
    next_mining_at: null,
  })
})

test('A run accrues linearly, nothing after eight hours, and pays 96 XP', async () => {
  const ann = await createEarner(server())
  const started = await ann.get('startMining')
  expect(Date.parse(started.next_mining_at ?? '') - Date.parse(started.last_run)).toBe(8 * HOUR)
  expect(Date.parse(started.server_time)).toBe(Date.parse(started.last_run))
  await ann.wait(2 * HOUR)
  const profile = await ann.get('earnProfile')
  expect(profile).toMatchObject({ status: 'mining', last_run: started.last_run, mined: 24 })
  await ann.wait(20 * HOUR)
  expect(await ann.get('earnProfile')).toMatchObject({ status: 'ready', mined: 96, next_mining_at: null })
  expect(await ann.get('endMining')).toMatchObject({ status: 'ok', reward: 96, balance: 96, repeated: false })
  expect(await ann.get('earnProfile')).toMatchObject({ status: 'idle', balance: 96, last_run: null, mined: 0 })
})

test('Starting twice returns the same run, also when it is complete', async () => {
  const ann = await createEarner(server())
  const { last_run } = await ann.get('startMining')
  await ann.wait(HOUR)
  expect((await ann.get('startMining')).last_run).toBe(last_run)
  await ann.wait(9 * HOUR)
  expect((await ann.get('startMining')).last_run).toBe(last_run)
})

test('Ending a run early pays the accrued part in whole XP', async () => {
  const ann = await createEarner(server())
  await ann.get('startMining')
  await ann.wait(HOUR + 10 * 60 * 1_000)
  expect(await ann.get('endMining')).toMatchObject({ reward: 14, balance: 14 })
})

test('A repeated end that names the run gets the same reward and pays nothing', async () => {
  const ann = await createEarner(server())
  const { last_run } = await ann.get('startMining')
  await ann.wait(8 * HOUR)
  expect(await ann.get('endMining', { last_run })).toMatchObject({ reward: 96, repeated: false })
  expect(await ann.get('endMining', { last_run })).toMatchObject({ reward: 96, balance: 96, repeated: true, last_run })
  expect((await ann.ask('endMining')).body.code).toBe('MINING_NOT_RUNNING')
  expect((await ann.ask('endMining', { last_run: '2020-01-01T00:00:00.000Z' })).body.code).toBe('MINING_NOT_RUNNING')
})

test('The profile of the main backend has the XP balance and the start of the current run', async () => {
  const ann = await createEarner(server())
  await ann.get('claimDaily')
  const { last_run } = await ann.get('startMining')
  expect(await ann.get('profile')).toMatchObject({ xp_balance: 10, last_run })
})

test.each([EARN_TOKEN_HEADER, TOKEN_HEADER])(
  'The earn backend accepts the token in the header %s, with and without a trailing slash',
  async (header) => {
    const ann = await createEarner(server())
    for (const path of [api.earnProfile.path, api.earnProfile.path.replace(/\/$/, '')]) {
      const headers = { [header]: `Bearer ${ann.access()}` }
      const { status, body } = await server().request<EarnProfileView>('GET', EARN_BASE + path, { headers })
      expect([path, status, body.balance]).toEqual([path, 200, 0])
    }
  },
)

test.each([
  ['a number for the run', 'endMining', { last_run: 5 }],
  ['a run without a time', 'endMining', { last_run: 'yesterday' }],
  ['an unknown field', 'startMining', { amount: 100 }],
  ['a task id that is a text', 'completeTask', { task_id: '1' }],
  ['a negative task id', 'completeTask', { task_id: -1 }],
  ['answers that are no numbers', 'completeTask', { task_id: 3, answers: ['a'] }],
  ['an empty appeal', 'appeal', { text: ' ' }],
  ['an appeal of 1,001 characters', 'appeal', { text: 'x'.repeat(1_001) }],
  ['a text for hidden', 'setLeaderboard', { hidden: 'yes' }],
] as const)('A request with %s is refused with the invalid field', async (_what, name, body) => {
  const ann = await createEarner(server())
  const reply = await ann.ask(name, body)
  expect([reply.status, reply.body.code]).toEqual([422, 'INVALID_REQUEST'])
})
