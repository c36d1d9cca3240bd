import { expect, test } from 'vitest'
import { rateLimiter } from '../../../src/server/runtime/rate-limiter.ts'
import { ttlMap } from '../../../src/server/runtime/ttl-map.ts'

const MAX = 100_000
let now = 0
const clock = { now: () => now }

test('A full rate limiter evicts the oldest entry of the same address, and never those of others', () => {
  const limit = rateLimiter({ perSecond: 1 / 3_600, burst: 1 }, clock)
  expect(limit('ann@example.com', '203.0.113.1')).toBe(0)
  for (let count = 0; count < MAX + 10; count++) limit(`${count}@example.com`, '198.51.100.1')
  expect(limit('ann@example.com', '203.0.113.1')).toBeGreaterThan(0)
  expect(limit(`${MAX + 9}@example.com`, '198.51.100.1')).toBeGreaterThan(0)
  expect(limit('0@example.com', '198.51.100.1')).toBe(0)
})

test('A full rate limiter evicts one entry, the oldest of all, for an address without an entry', () => {
  const limit = rateLimiter({ perSecond: 1 / 3_600, burst: 1 }, clock)
  for (let count = 0; count < MAX; count++) limit(`address ${count}`)
  expect(limit('a new address')).toBe(0)
  expect(limit(`address ${MAX - 1}`)).toBeGreaterThan(0)
  expect(limit('address 1')).toBeGreaterThan(0)
  expect(limit('address 0')).toBe(0)
})

test('A full ticket store evicts the oldest ticket of the same address, and never those of others', () => {
  const tickets = ttlMap<string>(clock, 30_000)
  tickets.set('anns ticket', 'ann', '203.0.113.1')
  for (let count = 0; count < MAX + 10; count++) tickets.set(`ticket ${count}`, 'bob', '198.51.100.1')
  expect([tickets.get('anns ticket'), tickets.get('ticket 0'), tickets.get(`ticket ${MAX + 9}`)]).toEqual([
    'ann',
    undefined,
    'bob',
  ])
  now += 30_000
  expect(tickets.get('anns ticket')).toBe(undefined)
})
