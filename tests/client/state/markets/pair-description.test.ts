import { expect, test } from 'vitest'
import type { Answer } from '../../../../src/client/connection/request.ts'
import { descriptionOf } from '../../../../src/client/state/markets/pair-description.ts'
import type { PairId } from '../../../../src/contract/ids.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

const PATH = '/api/trading_pairs/:id/description/'

test('A coin description is loaded when it is first shown, and again after a failure only', async () => {
  const replies: Record<string, Answer<unknown>> = {}
  const { store } = fakeStore(replies)
  const bitcoin = descriptionOf(1 as PairId)
  expect(descriptionOf(1 as PairId)).toBe(bitcoin)
  const unsubscribe = store.sub(bitcoin, () => undefined)
  await expect.poll(() => store.get(bitcoin).state).toBe('failed')
  replies[PATH] = { ok: true, value: { name: 'Bitcoin' } }
  await store.set(bitcoin)
  expect(store.get(bitcoin)).toEqual({ state: 'ready', facts: { name: 'Bitcoin' } })
  replies[PATH] = { ok: true, value: { name: 'Other' } }
  await store.set(bitcoin)
  expect(store.get(bitcoin)).toEqual({ state: 'ready', facts: { name: 'Bitcoin' } })
  expect(store.get(descriptionOf(2 as PairId))).toEqual({ state: 'loading' })
  unsubscribe()
})
