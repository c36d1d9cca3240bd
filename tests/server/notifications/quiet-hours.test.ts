import { expect, test } from 'vitest'
import { endOfQuietHours } from '../../../src/server/notifications/quiet-hours.ts'

const at = (iso: string): number => Date.parse(iso)
const night = { from: '22:30', to: '07:00', time_zone: 'UTC' }

test.each([
  ['2026-11-21T22:29:59.999Z', '2026-11-21T22:29:59.999Z'],
  ['2026-11-21T22:30:00.000Z', '2026-11-22T07:00:00.000Z'],
  ['2026-11-21T23:59:59.999Z', '2026-11-22T07:00:00.000Z'],
  ['2026-11-22T00:00:00.000Z', '2026-11-22T07:00:00.000Z'],
  ['2026-11-22T06:59:30.500Z', '2026-11-22T07:00:00.000Z'],
  ['2026-11-22T07:00:00.000Z', '2026-11-22T07:00:00.000Z'],
])('Quiet hours over midnight: a message of %s may be sent at %s', (message, sent) => {
  expect(new Date(endOfQuietHours(night, at(message))).toISOString()).toBe(sent)
})

test.each([
  ['Asia/Kolkata', '2026-11-21T17:15:00.000Z', '2026-11-22T01:30:00.000Z'],
  ['+05:30', '2026-11-21T17:15:00.000Z', '2026-11-22T01:30:00.000Z'],
  ['America/New_York', '2026-11-21T17:15:00.000Z', '2026-11-21T17:15:00.000Z'],
])('Quiet hours are hours of the time zone %s', (time_zone, message, sent) => {
  expect(new Date(endOfQuietHours({ ...night, time_zone }, at(message))).toISOString()).toBe(sent)
})

test('Quiet hours within a day end on the same day', () => {
  const lunch = { from: '12:00', to: '13:00', time_zone: 'UTC' }
  expect(endOfQuietHours(lunch, at('2026-11-21T12:15:30Z'))).toBe(at('2026-11-21T13:00:00Z'))
  expect(endOfQuietHours(lunch, at('2026-11-21T13:00:00Z'))).toBe(at('2026-11-21T13:00:00Z'))
  expect(endOfQuietHours(lunch, at('2026-11-21T11:59:00Z'))).toBe(at('2026-11-21T11:59:00Z'))
})

test.each([
  ['Europe/Berlin', '03:30', '2026-10-25T00:45:00.000Z', '2026-10-25T02:30:00.000Z'],
  ['Europe/Berlin', '03:30', '2026-10-25T01:45:00.000Z', '2026-10-25T02:30:00.000Z'],
  ['Europe/Berlin', '01:30', '2026-10-24T21:00:00.000Z', '2026-10-24T23:30:00.000Z'],
  // It comes twice, and the first time counts.
  ['Europe/Berlin', '02:30', '2026-10-24T22:00:00.000Z', '2026-10-25T00:30:00.000Z'],
  ['Europe/Berlin', '03:30', '2026-03-29T00:45:00.000Z', '2026-03-29T01:30:00.000Z'],
  // A time that does not exist on this day.
  ['Europe/Berlin', '02:30', '2026-03-29T00:45:00.000Z', '2026-03-29T01:00:00.000Z'],
  ['America/New_York', '07:00', '2026-11-01T04:00:00.000Z', '2026-11-01T12:00:00.000Z'],
  ['Australia/Lord_Howe', '07:00', '2026-04-04T13:00:00.000Z', '2026-04-04T20:30:00.000Z'],
])(
  'Quiet hours in %s until %s end by the clocks on the wall: a message of %s waits until %s',
  (time_zone, to, from, sent) => {
    const hours = { from: '22:00', to, time_zone }
    expect(new Date(endOfQuietHours(hours, at(from))).toISOString()).toBe(sent)
  },
)
