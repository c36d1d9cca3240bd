/** The login that a tab starts at another site, in the storage of the tab. */

import { afterEach, expect, test, vi } from 'vitest'
import { saveOauthRequest, takeOauthRequest } from '../../../src/client/platform/oauth-request.ts'

function storage(changes: Partial<Storage> = {}): Partial<Storage> {
  const items = new Map<string, string>()
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    ...changes,
  }
}

afterEach(() => vi.unstubAllGlobals())

const request = { method: 'telegram', returnPath: '/trade' } as const
const refuse = (): never => {
  throw new DOMException('forbidden', 'SecurityError')
}
const nothing = () => undefined

test.each<[string, Partial<Storage> | null, boolean]>([
  ['keeps values', storage(), true],
  ['is missing', null, false],
  ['forbids to write', storage({ setItem: refuse }), false],
  ['forbids to read', storage({ getItem: refuse }), false],
  ['does nothing when it is written', storage({ setItem: nothing }), false],
  ['forgets what is written', storage({ getItem: () => null }), false],
])(
  'A login at another site starts only if it can be completed: the storage of the tab %s',
  (_, sessionStorage, isKept) => {
    vi.stubGlobal('window', { sessionStorage })
    expect(saveOauthRequest(request)).toBe(isKept)
    expect(takeOauthRequest()).toEqual(isKept ? request : undefined)
  },
)
