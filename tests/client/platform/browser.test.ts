/** What the app asks of a browser that allows only a part of it. */

import { afterEach, expect, test, vi } from 'vitest'
import { browser } from '../../../src/client/platform/browser.ts'

const open = (): EventTarget => {
  const window = Object.assign(new EventTarget(), { localStorage: undefined, sessionStorage: undefined })
  vi.stubGlobal('window', window)
  return window
}

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
