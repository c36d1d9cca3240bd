/** The leaderboard of a week: order, own rank, opting out. */

import { expect, test } from 'vitest'
import { weekStart } from '../../../src/server/earn/reward-weeks-projection.ts'
import { createEarner, type Earner } from '../../fixtures/earner.ts'
import { setTask } from '../../fixtures/parallel-claims.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()
const DAY = 24 * 60 * 60 * 1_000
const WEEK = 7 * DAY

/** Waits until the read models contain the rewards of this user. */
const untilShown = (earner: Earner) => earner.get('leaderboard')

let lastTask = 400
/** Every test has a week of its own. */
async function newWeek(...users: readonly Earner[]): Promise<void> {
  const millis = weekStart(server().now()) + WEEK - server().now()
  server().advanceClock(millis)
  for (const user of users) await user.wait(0)
}

async function earn(earner: Earner, reward: number): Promise<void> {
  await setTask(server(), ++lastTask, { kind: 'promo_code', code: 'CODE', reward })
  await earner.get('completeTask', { task_id: lastTask, code: 'CODE' })
  await untilShown(earner)
}

const ranks = async (earner: Earner) => {
  const { entries, you } = await earner.get('leaderboard')
  return { entries: entries.map(({ rank, xp, is_you }) => [rank, xp, is_you]), you }
}

test('A week starts on Monday 00:00 UTC', () => {
  const monday = Date.UTC(2026, 2, 2)
  for (const at of [monday, monday + 1, monday + WEEK - 1]) expect(weekStart(at)).toBe(monday)
  expect(weekStart(monday - 1)).toBe(monday - WEEK)
  expect(weekStart(0)).toBe(-3 * DAY)
})

test('Users are listed by the XP of this week with masked names; equal amounts share a rank', async () => {
  const users = []
  for (const name of ['ann', 'bob', 'cat', 'dan'])
    users.push(await createEarner(server(), { email: `${name}@lead.example` }))
  const [ann, bob, cat, dan] = users as [Earner, Earner, Earner, Earner]
  await newWeek(...users)
  await earn(ann, 20)
  await earn(bob, 50)
  await earn(cat, 30)
  await earn(cat, 20)
  const { entries, week_starts_at, week_ends_at, server_time } = await ann.get('leaderboard')
  expect(entries.map(({ rank, xp }) => [rank, xp])).toEqual([
    [1, 50],
    [1, 50],
    [3, 20],
  ])
  expect(entries.map(({ name }) => name).toSorted()).toEqual(['an***', 'bo***', 'ca***'])
  expect(entries.filter(({ is_you }) => is_you)).toMatchObject([{ rank: 3, name: 'an***' }])
  expect(Date.parse(week_ends_at) - Date.parse(week_starts_at)).toBe(WEEK)
  expect(Date.parse(week_starts_at)).toBeLessThanOrEqual(Date.parse(server_time))
  const again = await ann.get('leaderboard')
  expect(again.entries).toEqual(entries)
  expect((await dan.get('leaderboard')).you).toEqual({ rank: null, xp: 0, hidden: false })
})

test('A user who opted out is not shown to others and still learns their own rank', async () => {
  const [ann, bob] = [await createEarner(server()), await createEarner(server())]
  await newWeek(ann, bob)
  await earn(ann, 10)
  await earn(bob, 30)
  const hidden = await bob.get('setLeaderboard', { hidden: true })
  expect(hidden.you).toEqual({ rank: 1, xp: 30, hidden: true })
  expect(await ranks(ann)).toEqual({ entries: [[1, 10, true]], you: { rank: 1, xp: 10, hidden: false } })
  expect((await ranks(bob)).entries).toEqual([[1, 10, false]])
  await bob.get('setLeaderboard', { hidden: false })
  expect((await ranks(ann)).entries).toEqual([
    [1, 30, false],
    [2, 10, true],
  ])
})

test('A new week starts empty', async () => {
  const ann = await createEarner(server())
  await newWeek(ann)
  await earn(ann, 10)
  expect((await ranks(ann)).you).toMatchObject({ rank: 1, xp: 10 })
  await newWeek(ann)
  expect(await ranks(ann)).toEqual({ entries: [], you: { rank: null, xp: 0, hidden: false } })
})

test('At most a hundred users are listed, and a user behind them learns their rank', async () => {
  const ann = await createEarner(server())
  await newWeek(ann)
  await earn(ann, 1)
  const { sequencer } = server().exchange
  await setTask(server(), ++lastTask, {
    kind: 'quiz',
    reward: 5,
    questions: [{ question: 'x', options: ['a', 'b'], answer: 0 }],
  })
  const others = await sequencer.read(() => lastTask)
  for (let count = 0; count < 101; count++) {
    const other = await createEarner(server())
    await other.get('completeTask', { task_id: others, answers: [0] })
    await untilShown(other)
  }
  const { entries, you } = await ann.get('leaderboard')
  expect([entries.length, you.rank]).toEqual([100, 102])
})
