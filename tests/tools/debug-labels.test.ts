import { expect, test } from 'vitest'
import { hostAtom } from '../../src/client/state/app/host.ts'
import { labelAtoms } from '../../src/tools/debug-labels.ts'

test('The plugin labels top-level atoms and nothing else', () => {
  const code = `
    const source = atom(0)
    export const priceAtom = atom((get) => get(source))
    export const hiddenAtom = persistedFlag('hidden')
    export const limit = Math.max(1, 2)
    export function make() { const inner = atom(0); return inner }`
  expect(labelAtoms(code, '/x/src/client/state/book/book.ts').trim().split('\n')).toEqual([
    "source.debugLabel = 'book.source'",
    "priceAtom.debugLabel = 'priceAtom'",
    "hiddenAtom.debugLabel = 'hiddenAtom'",
  ])
})

test('An atom of the client has its name as debug label outside the build', () => {
  expect(hostAtom.debugLabel).toBe('hostAtom')
})
