/** Hours of the user's day in which the bot sends no notifications. */

import type { Millis } from '../../contract/ids.ts'
import type { QuietHours } from '../../contract/notifications/kinds.ts'

const MINUTE_MILLIS: Millis = 60_000
const DAY_MINUTES = 24 * 60

/** `HH:MM` as minutes of the day. */
export const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** The first moment from `at` on that is not quiet. Hours that include midnight have `from` after `to`. */
export function endOfQuietHours({ from, to, time_zone }: QuietHours, at: Millis): Millis {
  const now = minutesIn(time_zone, at)
  const sinceStart = (now - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES
  const length = (minutesOf(to) - minutesOf(from) + DAY_MINUTES) % DAY_MINUTES
  if (sinceStart >= length) return at
  return at - (at % MINUTE_MILLIS) + (length - sinceStart) * MINUTE_MILLIS
}

function minutesIn(timeZone: string, at: Millis): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  return minutesOf(format.format(at))
}
