/** The only reader of the system clock. All other code receives a `Clock`, so that tests can set the time. */

import { type SteadyClock, steadyClock } from './steady-clock.ts'

const SAMPLE_MILLIS = 1_000

/** The clock of this machine, without its jumps. */
export function systemClock(): SteadyClock {
  const clock = steadyClock({ wall: () => Date.now(), monotonic: () => performance.now() })
  setInterval(clock.now, SAMPLE_MILLIS).unref()
  return clock
}
