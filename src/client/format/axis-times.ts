/** Times on the axis of a chart. */

import { MONTHS, twoDigits } from './times.ts'

/** Time axis label: `14:00`, `21 Nov` at the start of a day, `Nov`, `2026`. Daily and weekly candles use UTC. */
export function axisTime(seconds: number, unit: 'year' | 'month' | 'day' | 'time', isDaily: boolean): string {
  const at = new Date(seconds * 1000)
  const offset = isDaily ? 0 : at.getTimezoneOffset() * 60_000
  const shown = new Date(at.getTime() - offset)
  const [hours, minutes] = [shown.getUTCHours(), shown.getUTCMinutes()]
  // A UTC day starts at some time within the local day.
  if (!isDaily && (unit === 'time' || hours + minutes > 0)) return `${twoDigits(hours)}:${twoDigits(minutes)}`
  if (unit === 'year') return String(shown.getUTCFullYear())
  const month = String(MONTHS[shown.getUTCMonth()])
  return unit === 'month' ? month : `${shown.getUTCDate()} ${month}`
}

/** The moment under the crosshair: `21 Nov, 14:00`, or the day of a candle that lasts one. */
export function crosshairTime(seconds: number, isDaily: boolean): string {
  const at = new Date(seconds * 1000)
  if (isDaily) return `${axisTime(seconds, 'day', true)} ${at.getUTCFullYear()}`
  return `${at.getDate()} ${MONTHS[at.getMonth()]}, ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}
