import { expect, test } from 'vitest'
import { miningRunAt } from '../../../../src/client/state/earn/mining-run.ts'
import { earnProfile, hoursLater, SERVER_TIME } from '../../../fixtures/earn-views.ts'

const now = Date.parse(SERVER_TIME)
const running = (startedAt: string) => earnProfile({ status: 'mining', last_run: startedAt })

test('Without a run, mining is idle and shows what a full run pays', () => {
  expect(miningRunAt(earnProfile(), now)).toMatchObject({ state: 'idle', mined: 0, target: 96, fraction: 0 })
})

test('A run accrues linearly and is rounded down to whole XP', () => {
  const run = miningRunAt(running(hoursLater(-4.75)), now)
  expect(run).toMatchObject({ state: 'mining', mined: 57, target: 96, leftMillis: 3.25 * 3_600_000 })
  expect(run.fraction).toBeCloseTo(0.594, 3)
})

test('A run is ready after its duration, and nothing accrues afterwards', () => {
  const ready = { state: 'ready', mined: 96, fraction: 1, leftMillis: 0 }
  expect(miningRunAt(running(hoursLater(-8)), now)).toMatchObject(ready)
  expect(miningRunAt(running(hoursLater(-100)), now)).toMatchObject(ready)
})

test('A last run in the future is clamped to now', () => {
  expect(miningRunAt(running(hoursLater(3)), now)).toMatchObject({
    state: 'mining',
    mined: 0,
    leftMillis: 8 * 3_600_000,
  })
})
