import { expect, test } from 'vitest'
import { appealAtom, appealError } from '../../../../src/client/state/earn/appeal.ts'
import { hideFromLeaderboardAtom } from '../../../../src/client/state/earn/leaderboard.ts'
import { api } from '../../../../src/contract/api.ts'
import { ok, refused } from '../../../fixtures/earn-views.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

test('An appeal needs a sentence and has at most 1,000 characters', () => {
  expect(appealError('  no  ')).toBe('Write at least a sentence')
  expect(appealError('x'.repeat(1_001))).toBe('Use at most 1,000 characters')
  expect(appealError('We are two people at one address.')).toBeUndefined()
})

test('A sent appeal is confirmed, and an appeal that is already open is no error', async () => {
  const first = fakeStore({ [api.appeal.path]: ok({ status: 'ok' }) })
  expect(await first.store.set(appealAtom, 'ann', 'A mistake, please check.')).toBeUndefined()
  expect(first.toasts).toEqual([{ kind: 'success', title: 'Appeal sent' }])
  const second = fakeStore({ [api.appeal.path]: refused('APPEAL_OPEN', 'Already being reviewed.') })
  expect(await second.store.set(appealAtom, 'ann', 'A mistake, please check.')).toBeUndefined()
  expect(second.toasts).toEqual([])
})

test('A refused appeal returns the error for the form', async () => {
  const { store } = fakeStore({ [api.appeal.path]: refused('RATE_LIMITED', 'Too many requests.', 429) })
  expect(await store.set(appealAtom, 'ann', 'A mistake, please check.')).toBe('Too many requests.')
})

test('Hiding from the leaderboard is confirmed, and an error is shown', async () => {
  const shown = fakeStore({ [api.setLeaderboard.path]: ok({}) })
  await shown.store.set(hideFromLeaderboardAtom, 'ann', true)
  await shown.store.set(hideFromLeaderboardAtom, 'ann', false)
  expect(shown.toasts.map(({ title }) => title)).toEqual(['You are hidden', 'You are on the leaderboard'])
  const failing = fakeStore({ [api.setLeaderboard.path]: refused('NEWER') })
  await failing.store.set(hideFromLeaderboardAtom, 'ann', true)
  expect(failing.toasts).toEqual([{ kind: 'error', title: 'An error occurred' }])
})
