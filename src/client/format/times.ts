/** Formats times in the local time zone. */

export const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
export const twoDigits = (value: number) => String(value).padStart(2, '0')

/** `14:02:11` today, `Yesterday, 22:14`, `18 Nov, 21:06`, `3 Nov 2025`. */
export function orderTime(iso: string, nowMillis: number): string {
  const isToday = new Date(iso).toDateString() === new Date(nowMillis).toDateString()
  return isToday ? clockTime(new Date(iso).getTime()) : dayTime(iso, nowMillis)
}

/** `Today, 14:02`, `Yesterday, 22:14`, `18 Nov, 21:06`, `3 Nov 2025`. */
export function dayTime(iso: string, nowMillis: number): string {
  const [at, now] = [new Date(iso), new Date(nowMillis)]
  const clock = `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
  if (at.toDateString() === now.toDateString()) return `Today, ${clock}`
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  if (at.toDateString() === yesterday.toDateString()) return `Yesterday, ${clock}`
  const day = `${at.getDate()} ${MONTHS[at.getMonth()]}`
  return at.getFullYear() === now.getFullYear() ? `${day}, ${clock}` : `${day} ${at.getFullYear()}`
}

/** `Today`, `Yesterday`, `18 Nov`, `3 Nov 2025`. */
export function dayName(iso: string, nowMillis: number): string {
  const [name = ''] = dayTime(iso, nowMillis).split(',')
  return name
}

/** `3 Nov 2025`. */
export function dateText(iso: string): string {
  const at = new Date(iso)
  return `${at.getDate()} ${MONTHS[at.getMonth()]} ${at.getFullYear()}`
}

/** Milliseconds since 1970. */
export const millisOf = (iso: string): number => Date.parse(iso)

/** An age: `34 s`, `3 min`, `2 h`. */
export function age(millis: number): string {
  const seconds = Math.max(0, Math.round(millis / 1000))
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`
}

/** `14:02`. */
export const minuteTime = (iso: string): string => clockTime(millisOf(iso)).slice(0, 5)

/** `14:02:11`. */
export function clockTime(millis: number): string {
  const at = new Date(millis)
  return `${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}:${twoDigits(at.getSeconds())}`
}
