/** Names such as Europe/Berlin follow clock changes. Some devices do not know theirs, or name an offset in their own way. */

const pad = (number: number): string => String(number).padStart(2, '0')

/** `minutes` west of UTC, as `Date` counts: `+05:30` for -330. */
export function offsetOf(minutes: number): string {
  const east = Math.abs(minutes)
  return `${minutes > 0 ? '-' : '+'}${pad(Math.floor(east / 60))}:${pad(east % 60)}`
}

/** The name of a zone, or the present offset if the device has no name for it. */
export const zoneOf = (name: string | undefined, minutes: number): string =>
  name !== undefined && name !== 'Etc/Unknown' && /^(UTC|[A-Za-z_]+\/[\w/+-]+)$/.test(name) ? name : offsetOf(minutes)

export const isOffset = (zone: string): boolean => /^[+-]/.test(zone)
