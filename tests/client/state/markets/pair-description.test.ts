import { expect, test } from 'vitest'
import { descriptionOf } from '../../src/client/atoms/pair-description.ts'
import type { Answer } from '../../src/client/connection/request.ts'
import { fakeStore } from './fake-host.ts'

const PATH = '/api/trading_pairs/:id/description/'

test('a coin is asked about when somebody looks, and again after a failure, not after an answer', async () => {
  const replies: Record<string, Answer<unknown>> = {}
  const { store } = fakeStore(replies)
  const bitcoin = descriptionOf(1)
  expect(descriptionOf(1)).toBe(bitcoin)
  const leave = store.sub(bitcoin, () => undefined)
  await expect.poll(() => store.get(bitcoin).state).toBe('failed')
  replies[PATH] = { ok: true, value: { name: 'Bitcoin' } }
  await store.set(bitcoin)
  expect(store.get(bitcoin)).toEqual({ state: 'ready', facts: { name: 'Bitcoin' } })
  replies[PATH] = { ok: true, value: { name: 'Other' } }
  await store.set(bitcoin)
  expect(store.get(bitcoin)).toEqual({ state: 'ready', facts: { name: 'Bitcoin' } })
  expect(store.get(descriptionOf(2))).toEqual({ state: 'loading' })
  leave()
})
