/** Local time in words. The one place in the app that reads dates. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')

/** `14:02:11` today, `Yesterday, 22:14`, `18 Nov, 21:06`, `3 Nov 2025`. */
export function orderTime(iso: string, nowMillis: number): string {
  const isToday = new Date(iso).toDateString() === new Date(nowMillis).toDateString()
  return isToday ? clockTime(new Date(iso).getTime()) : dayTime(iso, nowMillis)
}

/** `Today, 14:02`, `Yesterday, 22:14`, `18 Nov, 21:06`, `3 Nov 2025`. */
export function dayTime(iso: string, nowMillis: number): string {
  const [at, now] = [new Date(iso), new Date(nowMillis)]
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`
  if (at.toDateString() === now.toDateString()) return `Today, ${clock}`
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (at.toDateString() === yesterday.toDateString()) return `Yesterday, ${clock}`
  const day = `${at.getDate()} ${MONTHS[at.getMonth()]}`
  return at.getFullYear() === now.getFullYear() ? `${day}, ${clock}` : `${day} ${at.getFullYear()}`
}

/** `3 Nov 2025`. */
export function dayWords(iso: string): string {
  const at = new Date(iso)
  return `${at.getDate()} ${MONTHS[at.getMonth()]} ${at.getFullYear()}`
}

/** In milliseconds since 1970. */
export const millisOf = (iso: string): number => Date.parse(iso)

/** `34 s`, `3 min`, `2 h`: how long ago something was heard. */
export function age(millis: number): string {
  const seconds = Math.max(0, Math.round(millis / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}

/** `14:02:11`, for a tape. */
export function clockTime(millis: number): string {
  const at = new Date(millis)
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** Under a chart: `14:00`, `21 Nov` where a day begins, `Nov`, `2026`. Candles of days and weeks are days of UTC. */
export function axisTime(seconds: number, unit: 'year' | 'month' | 'day' | 'time', isDaily: boolean): string {
  const at = new Date(seconds * 1000)
  const offset = isDaily ? 0 : at.getTimezoneOffset() * 60_000
  const seen = new Date(at.getTime() - offset)
  const [hours, minutes] = [seen.getUTCHours(), seen.getUTCMinutes()]
  // A day of UTC begins somewhere within ours.
  if (!isDaily && (unit === 'time' || hours + minutes > 0)) return `${two(hours)}:${two(minutes)}`
  if (unit === 'year') return String(seen.getUTCFullYear())
  const month = String(MONTHS[seen.getUTCMonth()])
  return unit === 'month' ? month : `${seen.getUTCDate()} ${month}`
}

/** The moment under the crosshair: `21 Nov, 14:00`, or the day of a candle that lasts one. */
export function crosshairTime(seconds: number, isDaily: boolean): string {
  const at = new Date(seconds * 1000)
  if (isDaily) return `${axisTime(seconds, 'day', true)} ${at.getUTCFullYear()}`
  return `${at.getDate()} ${MONTHS[at.getMonth()]}, ${two(at.getHours())}:${two(at.getMinutes())}`
}
