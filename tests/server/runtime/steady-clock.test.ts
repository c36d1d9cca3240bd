import { expect, test } from 'vitest'
import { commandClock } from '../../../src/server/runtime/command-clock.ts'
import { ACCEPT_MILLIS, JUMP_MILLIS, steadyClock } from '../../../src/server/runtime/steady-clock.ts'

const START = 1_700_000_000_000
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** A machine whose wall clock can be set wrong; `run` lets time pass and reads the clock every second. */
function machine() {
  let elapsed = 0
  let error = 0
  const wall = () => START + elapsed + error
  const steady = steadyClock({ wall, monotonic: () => elapsed })
  const command = commandClock(steady, () => elapsed)
  return {
    steady,
    command,
    setError: (millis: number) => {
      error = millis
    },
    run(millis: number) {
      for (const end = elapsed + millis; elapsed < end; ) {
        elapsed = Math.min(end, elapsed + SECOND)
        steady.now()
        command.now()
      }
    },
    trueTime: () => START + elapsed,
  }
}

test('A clock that is a day ahead for two seconds does not change the time', () => {
  const { steady, command, setError, run, trueTime } = machine()
  run(MINUTE)
  setError(DAY)
  run(2 * SECOND)
  expect([steady.now(), command.now()]).toEqual([trueTime(), trueTime()])
  expect(steady.warning).toMatch(/^the clock jumped by 86400 s/)
  setError(0)
  run(SECOND)
  expect([steady.now(), steady.warning]).toEqual([trueTime(), undefined])
})

test.each([DAY, -DAY, 2 * JUMP_MILLIS, -2 * JUMP_MILLIS])(
  'A jump of the clock by %i ms is accepted after ten minutes of consistent readings',
  (jump) => {
    const { steady, setError, run, trueTime } = machine()
    setError(jump)
    run(ACCEPT_MILLIS - SECOND)
    expect(steady.now()).toBe(trueTime())
    run(2 * SECOND)
    expect([steady.now(), steady.warning]).toEqual([trueTime() + jump, undefined])
  },
)

test('A clock that keeps jumping is never accepted', () => {
  const { steady, setError, run, trueTime } = machine()
  for (let count = 1; count < 30; count++) {
    setError(count * MINUTE)
    run(ACCEPT_MILLIS - MINUTE)
    expect(steady.now()).toBe(trueTime())
  }
})

test('Small corrections of the clock are followed at once', () => {
  const { steady, setError, run, trueTime } = machine()
  for (const error of [JUMP_MILLIS, 0, -JUMP_MILLIS, -1]) {
    setError(error)
    run(SECOND)
    expect([steady.now(), steady.warning]).toEqual([trueTime() + error, undefined])
  }
})

test('Nothing may be deleted before the clock was consistent for an hour', () => {
  const { steady, setError, run, trueTime } = machine()
  run(HOUR - SECOND)
  expect(steady.confirmedNow()).toBeUndefined()
  run(SECOND)
  expect(steady.confirmedNow()).toBe(trueTime())
  setError(61 * DAY)
  run(HOUR - SECOND)
  expect(steady.confirmedNow()).toBeUndefined()
  setError(0)
  run(2 * SECOND)
  expect(steady.confirmedNow()).toBeUndefined()
})

test('The command clock continues after the journal at half speed while the clock is behind it', () => {
  const { command, run, trueTime } = machine()
  command.notBefore(START + HOUR)
  expect(command.warning).toMatch(/^the journal is 3600 s ahead of the clock/)
  run(HOUR)
  expect(command.now()).toBe(START + HOUR + HOUR / 2)
  run(HOUR)
  expect([command.now(), command.warning]).toEqual([trueTime(), undefined])
  run(HOUR)
  expect(command.now()).toBe(trueTime())
})

test('The command clock never goes back and never stands still when the clock is set back', () => {
  const { command, setError, run } = machine()
  run(MINUTE)
  setError(-HOUR)
  let last = command.now()
  for (let seconds = 0; seconds < 3 * 3_600; seconds++) {
    run(SECOND)
    expect(command.now()).toBeGreaterThan(last)
    last = command.now()
  }
})
