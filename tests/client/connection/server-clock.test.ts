import { expect, test } from 'vitest'
import { serverClock } from '../../../src/client/connection/server-clock.ts'

test('The server time is unknown before the first pong', () => {
  const clock = serverClock(() => 0)
  expect(clock.now()).toBeUndefined()
  clock.onPong(1_000)
  expect(clock.now()).toBeUndefined()
})

test('The server time is estimated from the middle between ping and pong, and continues with the monotonic clock', () => {
  let now = 5_000
  const clock = serverClock(() => now)
  clock.onPing()
  now += 200
  clock.onPong(1_700_000_000_000)
  expect(clock.now()).toBe(1_700_000_000_100)
  now += 1_000
  expect(clock.now()).toBe(1_700_000_001_100)
})
