/** Storage of browsers that forbid it, or allow only a part of it. */

import { expect, test } from 'vitest'
import { storageIn } from '../../../src/client/platform/browser.ts'

const refuse = (): never => {
  throw new DOMException('forbidden', 'SecurityError')
}

function storageWith(changes: Partial<Storage>, items = new Map<string, string>()): Storage {
  return {
    length: 0,
    key: () => null,
    clear: () => undefined,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    ...changes,
  }
}

const old = () => new Map([['token', 'old']])
const nothing = () => undefined

test.each<[what: string, storage: Storage | undefined | typeof refuse, first: string | null]>([
  ['can be used', storageWith({}), null],
  ['is forbidden', refuse, null],
  ['is missing', undefined, null],
  ['forbids to read', storageWith({ getItem: refuse }), null],
  ['forbids to write', storageWith({ setItem: refuse, removeItem: refuse }, old()), 'old'],
  ['does nothing when it is written', storageWith({ setItem: nothing, removeItem: nothing }, old()), 'old'],
  ['forgets what is written', storageWith({ getItem: () => null }), null],
  ['keeps something else', storageWith({ getItem: () => 'else' }), 'else'],
  ['forbids to remove', storageWith({ removeItem: refuse }, old()), 'old'],
])('Values are kept for the page in a storage that %s', (_what, given, first) => {
  const storage = storageIn(() => (given === refuse ? refuse() : given) as Storage)
  expect(storage.get('token')).toBe(first)
  storage.set('token', 'new')
  expect(storage.get('token')).toBe('new')
  storage.remove('token')
  expect(storage.get('token')).toBeNull()
  storage.set('token', 'again')
  expect(storage.get('token')).toBe('again')
  expect(storage.get('other')).toBe(first === 'else' ? 'else' : null)
})
