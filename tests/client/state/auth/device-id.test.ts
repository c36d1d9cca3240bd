import { expect, test } from 'vitest'
import { deviceIdIn } from '../../../../src/client/state/auth/device-id.ts'
import { memoryStorage } from '../../../fixtures/fake-host.ts'

const KEY = 'deviceId'

test('A device keeps its id', () => {
  const keep = memoryStorage()
  const id = deviceIdIn(keep)
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(deviceIdIn(memoryStorage({ [KEY]: 'ab'.repeat(16) }))).toBe('ab'.repeat(16))
  expect(deviceIdIn(keep)).toBe(id)
})

// The server refuses one with more than 64 characters, and so every launch of that device.
test.each(['', 'null', '7', '{"id":1}', 'x'.repeat(65), `${'ab'.repeat(16)}\n`])(
  'A device with the stored id %j gets another one',
  (stored) => {
    const keep = memoryStorage({ [KEY]: stored })
    expect(deviceIdIn(keep)).toMatch(/^[0-9a-f]{32}$/)
    expect(keep.all[KEY]).toBe(deviceIdIn(keep))
  },
)
