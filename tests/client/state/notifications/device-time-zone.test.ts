import { expect, test } from 'vitest'
import { isOffset, offsetOf, zoneOf } from '../../../../src/client/state/notifications/device-time-zone.ts'
import { isTimeZone } from '../../../../src/contract/notifications/schemas.ts'

test.each(['Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT-3', 'America/Port-au-Prince', 'UTC'])(
  'A device in %s stores the name of its zone, which follows clock changes',
  (name) => {
    expect([zoneOf(name, -180), isTimeZone(name), isOffset(name)]).toEqual([name, true, false])
  },
)

test.each([undefined, '', 'Etc/Unknown', 'GMT+03:00', 'GMT+3', 'UTC+3', '+03', 'MSK', 'Москва'])(
  'A device that names its zone %s stores its offset, which the server knows',
  (name) => {
    const zone = zoneOf(name, -180)
    expect([zone, isTimeZone(zone), isOffset(zone)]).toEqual(['+03:00', true, true])
  },
)

test('An offset has its sign, two digits of hours and two of minutes', () => {
  expect([0, -330, 210, -845, 60].map(offsetOf)).toEqual(['+00:00', '+05:30', '-03:30', '+14:05', '-01:00'])
  for (const minutes of [0, -330, 210, -840, 720]) expect(isTimeZone(offsetOf(minutes))).toBe(true)
})
