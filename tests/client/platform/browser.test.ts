/** What the app asks of a browser that allows only a part of it. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../../../src/client/platform/browser.ts'

class StorageEventStub extends Event {
  readonly key: string | null
  readonly newValue: string | null
  constructor(key: string | null, newValue: string | null) {
    super('storage')
    this.key = key
    this.newValue = newValue
  }
}

const open = (): EventTarget => {
  const window = Object.assign(new EventTarget(), { localStorage: undefined, sessionStorage: undefined })
  vi.stubGlobal('window', window)
  return window
}

beforeEach(() => vi.stubGlobal('StorageEvent', StorageEventStub))
afterEach(() => vi.unstubAllGlobals())

test.each([
  ['has no locks', undefined],
  [
    'refuses locks, as Chrome does where cookies are blocked',
    async () => Promise.reject(new DOMException('denied', 'SecurityError')),
  ],
  ['has locks', async (_name: string, work: () => Promise<unknown>) => work()],
])('Work that only one tab may do is done once in a browser that %s', async (_, request) => {
  open()
  vi.stubGlobal('navigator', { locks: request && { request } })
  let done = 0
  expect(await browser().withLock('work', async () => ++done)).toBe(1)
  expect(done).toBe(1)
})

test('A tab hears that another one stored a value, removed it, or removed everything', () => {
  const window = open()
  const heard: unknown[] = []
  browser().onStorageChange((...change) => void heard.push(change))
  for (const [key, value] of [
    ['a', 'b'],
    ['a', null],
    [null, null],
  ] as const)
    window.dispatchEvent(new StorageEventStub(key, value))
  expect(heard).toEqual([
    ['a', 'b'],
    ['a', null],
    [null, null],
  ])
})
