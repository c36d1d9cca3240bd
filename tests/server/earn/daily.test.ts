/** The daily reward over HTTP. */

import { expect, test } from 'vitest'
import { DEFAULT_PARAMETERS } from '../../../src/server/earn/default-parameters.ts'
import { createEarner } from '../../fixtures/earner.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const HOUR = 60 * 60 * 1_000

test('A second claim within 24 hours answers 200 with the details of the first and pays nothing', async () => {
  const ann = await createEarner(server())
  const first = await ann.get('claimDaily')
  expect(first).toMatchObject({ status: 'ok', days_check_in: 1, reward_amount: 10, balance: 10 })
  expect(Date.parse(first.next_claim_at ?? '') - Date.parse(first.last_claim_at)).toBe(24 * HOUR)
  await ann.wait(23 * HOUR)
  const { server_time, ...again } = await ann.get('claimDaily')
  expect(again).toEqual({ ...first, status: 'cooldown', server_time: undefined })
  expect(Date.parse(server_time)).toBeGreaterThan(Date.parse(first.server_time) + 22 * HOUR)
})

test('The wheel pays seven amounts and starts again on day eight, while the days go on', async () => {
  const ann = await createEarner(server())
  const claims: (readonly [number, number])[] = []
  for (let day = 1; day <= 8; day++) {
    const { days_check_in, reward_amount } = await ann.get('claimDaily')
    claims.push([days_check_in, reward_amount])
    await ann.wait(24 * HOUR)
  }
  const wheel = [10, 15, 20, 25, 30, 40, 100, 10]
  expect(claims).toEqual(wheel.map((amount, index) => [index + 1, amount]))
})

test('A claim within 48 hours continues the streak, and a later one starts at day one', async () => {
  const ann = await createEarner(server())
  await ann.get('claimDaily')
  await ann.wait(47 * HOUR)
  expect(await ann.get('earnProfile')).toMatchObject({ next_reward_amount: 15, next_claim_at: null })
  expect(await ann.get('claimDaily')).toMatchObject({ days_check_in: 2, reward_amount: 15 })
  await ann.wait(48 * HOUR)
  expect(await ann.get('earnProfile')).toMatchObject({ next_reward_amount: 10, streak_expires_at: null })
  expect(await ann.get('claimDaily')).toMatchObject({ days_check_in: 1, reward_amount: 10 })
})

test('The history lists every reward with its reason, newest first and in pages, right after the claim', async () => {
  const ann = await createEarner(server())
  await ann.get('startMining')
  await ann.wait(8 * HOUR)
  await ann.get('endMining')
  await ann.wait(1_000)
  await ann.get('claimDaily')
  const all = await ann.get('rewards')
  expect(all.next).toBe(false)
  expect(
    all.rewards.map(({ type, kind, reason, amount, currency_symbol }) => [type, kind, reason, amount, currency_symbol]),
  ).toEqual([
    ['reward', 'daily', 'Daily reward, day 1', '10', 'XP'],
    ['reward', 'mining', 'Mined for 8h', '96', 'XP'],
  ])
  const first = await ann.get('rewards', '?limit=1')
  const second = await ann.get('rewards', '?limit=1&offset=1')
  expect([first.next, second.next]).toEqual([true, false])
  expect([...first.rewards, ...second.rewards]).toEqual(all.rewards)
})

test('The daily limit of a user refuses a claim as a whole and names the end of the day', async () => {
  const ann = await createEarner(server())
  const { sequencer } = server().exchange
  const set = (change: object) => {
    const parameters = { ...DEFAULT_PARAMETERS, ...change }
    const command = { type: 'set-reward-parameters', parameters, operator: 'test', reason: 'a test' } as const
    return sequencer.submit(command, () => undefined)
  }
  await ann.get('completeTask', { task_id: 3, answers: [1, 1, 0] })
  await set({ userDailyCap: 55 })
  const { status, body } = await ann.ask('claimDaily')
  await set({})
  expect([status, body.code]).toEqual([409, 'USER_CAP_REACHED'])
  expect(body.params?.next_at).toMatch(/T00:00:00\.000Z$/)
  expect(await ann.get('earnProfile')).toMatchObject({ balance: 50, days_check_in: 0 })
})
