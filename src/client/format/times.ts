/** Local time in words. The one place in the app that reads dates. */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const two = (value: number) => String(value).padStart(2, '0')

/** `14:02:11` today, `Yesterday, 22:14`, `18 Nov, 21:06`, `3 Nov 2025`. */
export function orderTime(iso: string, nowMillis: number): string {
  const [at, now] = [new Date(iso), new Date(nowMillis)]
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`
  if (at.toDateString() === now.toDateString()) return `${clock}:${two(at.getSeconds())}`
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (at.toDateString() === yesterday.toDateString()) return `Yesterday, ${clock}`
  const day = `${at.getDate()} ${MONTHS[at.getMonth()]}`
  return at.getFullYear() === now.getFullYear() ? `${day}, ${clock}` : `${day} ${at.getFullYear()}`
}

/** `34 s`, `3 min`, `2 h`: how long ago something was heard. */
export function age(millis: number): string {
  const seconds = Math.max(0, Math.round(millis / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}
