/** Formats the time left until a reward, and durations. */

const twoDigits = (value: number) => String(value).padStart(2, '0')

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** Time left until a reward: `03h 15m`; `0h 0m` when none is left. */
export function countdown(millis: number): string {
  if (millis <= 0) return '0h 0m'
  return `${twoDigits(Math.floor(millis / HOUR))}h ${twoDigits(Math.floor((millis % HOUR) / MINUTE))}m`
}

/** Time left of a run: `3h 15m 08s`. */
export function runTime(millis: number): string {
  const left = Math.max(0, millis)
  const seconds = twoDigits(Math.floor((left % MINUTE) / SECOND))
  return `${Math.floor(left / HOUR)}h ${twoDigits(Math.floor((left % HOUR) / MINUTE))}m ${seconds}s`
}

/** A duration that does not run: `8h`, `1h 30m`, `45m`. */
export function durationText(millis: number): string {
  const minutes = Math.ceil(millis / MINUTE)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return `${rest}m`
  return rest === 0 ? `${hours}h` : `${hours}h ${rest}m`
}
