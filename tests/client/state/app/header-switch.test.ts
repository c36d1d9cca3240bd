import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { headerSwitchAtom } from '../../../../src/client/state/app/header-switch.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('Wallet shows "Coming soon!" and returns to Exchange after 3.5 seconds', () => {
  const { store, toasts } = fakeStore()
  store.set(headerSwitchAtom, 'wallet')
  expect(toasts.map(({ title }) => title)).toEqual(['Coming soon!'])
  vi.advanceTimersByTime(3_499)
  expect(store.get(headerSwitchAtom)).toBe('wallet')
  vi.advanceTimersByTime(1)
  expect(store.get(headerSwitchAtom)).toBe('exchange')
})

test('Every choice restarts the 3.5 seconds of the header switch', () => {
  const { store } = fakeStore()
  store.set(headerSwitchAtom, 'wallet')
  vi.advanceTimersByTime(3_000)
  store.set(headerSwitchAtom, 'exchange')
  store.set(headerSwitchAtom, 'wallet')
  vi.advanceTimersByTime(3_400)
  expect(store.get(headerSwitchAtom)).toBe('wallet')
  store.set(headerSwitchAtom, 'wallet')
  vi.advanceTimersByTime(3_499)
  expect(store.get(headerSwitchAtom)).toBe('wallet')
  vi.advanceTimersByTime(1)
  expect(store.get(headerSwitchAtom)).toBe('exchange')
})
