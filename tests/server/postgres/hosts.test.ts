/** Addresses of databases with several hosts. */

import { expect, test } from 'vitest'
import { readConfig } from '../../../src/server/runtime/config.ts'
import { addressesIn } from '../../../src/server/runtime/database-address.ts'

test.each([
  ['postgresql:///name?host=/run/postgresql', ['postgresql:///name?host=/run/postgresql']],
  ['postgresql://user:secret@a/name', ['postgresql://user:secret@a/name']],
  [
    'postgresql://user:se%2Ccret@a:5432,b,[::1]:7/name?sslmode=require',
    [
      'postgresql://user:se%2Ccret@a:5432/name?sslmode=require',
      'postgresql://user:se%2Ccret@b/name?sslmode=require',
      'postgresql://user:se%2Ccret@[::1]:7/name?sslmode=require',
    ],
  ],
])('DATABASE_URL=%s has one address for each host', (url, addresses) => {
  expect(addressesIn(url)).toEqual(addresses)
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url)
})

test.each(['mysql://a,b/name', 'postgresql://a,/name', 'postgresql://a:port,b/name', 'a,b'])(
  'DATABASE_URL=%s is refused',
  (url) => {
    expect(() => readConfig({ DATABASE_URL: url })).toThrow(/^DATABASE_URL must be a URL that starts with postgres: or/)
  },
)

test('JOURNAL_COPIES=2 needs DATABASE_URL', () => {
  expect(readConfig({}).journalCopies).toBe(1)
  expect(readConfig({ DATABASE_URL: 'postgresql://a,b/name', JOURNAL_COPIES: '2' }).journalCopies).toBe(2)
  expect(() => readConfig({ JOURNAL_COPIES: '2' })).toThrow('JOURNAL_COPIES=2 needs DATABASE_URL')
  expect(() => readConfig({ DATABASE_URL: 'postgresql://a/name', JOURNAL_COPIES: '3' })).toThrow('JOURNAL_COPIES')
})

test('A server that waits needs two copies if the database has several hosts, of which two could be written at once', () => {
  const settings = { SECRET_KEY: 'x'.repeat(32), DATA_DIR: '/x', PLAY_CHAIN: 'off', STANDBY: 'on' }
  const several = { ...settings, DATABASE_URL: 'postgresql://a,b/name' }
  expect(() => readConfig(several)).toThrow('STANDBY=on with several hosts in DATABASE_URL needs JOURNAL_COPIES=2')
  expect(readConfig({ ...several, JOURNAL_COPIES: '2' }).standby).toBeDefined()
  expect(readConfig({ ...settings, DATABASE_URL: 'postgresql://a/name' }).standby).toBeDefined()
})
