/** Hours of the user's day in which the bot sends no notifications. */

import type { Millis } from '../../contract/ids.ts'
import type { QuietHours } from '../../contract/notifications/kinds.ts'

const MINUTE_MILLIS: Millis = 60_000
const DAY_MINUTES = 24 * 60

/** `HH:MM` as minutes of the day. */
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/**
 * The first moment from `at` on that is not quiet by the clocks of the zone, also if they change meanwhile. Hours that include
 * midnight have `from` after `to`.
 */
export function endOfQuietHours({ from, to, time_zone }: QuietHours, at: Millis): Millis {
  const clock = clockIn(time_zone)
  const length = minutesBetween(minutesOf(from), minutesOf(to))
  let moment = at
  for (;;) {
    const sinceStart = minutesBetween(minutesOf(from), clock(moment))
    if (sinceStart >= length) return moment
    const minute = moment - (moment % MINUTE_MILLIS)
    const end = minute + (length - sinceStart) * MINUTE_MILLIS
    const changed = changeBetween(clock, minute, end)
    if (changed === undefined) return end
    moment = changed
  }
}

/** From one minute of the day to the next such minute. */
const minutesBetween = (from: number, to: number): number => (to - from + DAY_MINUTES) % DAY_MINUTES

type Clock = (at: Millis) => number

/** The minute of the day in a time zone. */
function clockIn(timeZone: string): Clock {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return (at) => minutesOf(format.format(at))
}

/** The first minute after `from` and up to `to` with another offset than `from`; undefined if the clocks do not change. */
function changeBetween(clock: Clock, from: Millis, to: Millis): Millis | undefined {
  const offsetAt = (at: Millis): number => minutesBetween((at / MINUTE_MILLIS) % DAY_MINUTES, clock(at))
  const before = offsetAt(from)
  if (offsetAt(to) === before) return undefined
  let [same, other] = [from, to]
  while (other - same > MINUTE_MILLIS) {
    const middle = same + Math.floor((other - same) / MINUTE_MILLIS / 2) * MINUTE_MILLIS
    if (offsetAt(middle) === before) same = middle
    else other = middle
  }
  return other
}
