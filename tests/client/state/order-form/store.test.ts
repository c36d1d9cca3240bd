import { expect, test } from 'vitest'
import { emptyDraft } from '../../../../src/client/state/order-form/draft.ts'
import { draftAtom } from '../../../../src/client/state/order-form/store.ts'
import { fakeStore } from '../../../fixtures/fake-host.ts'

function draftFrom(stored: string) {
  const { store, host } = fakeStore()
  host.platform.sessionStorage.set('orderDraft', stored)
  return store.get(draftAtom)
}

test('A draft of the order form is read again after a reload', () => {
  const draft = { ...emptyDraft, type: 'market', side: 'sell', amount: '0.5', percent: 25, isPostOnly: true } as const
  expect(draftFrom(JSON.stringify({ draft }))).toEqual(draft)
  expect(draftFrom(JSON.stringify({ draft: { amount: '0.5' } }))).toEqual({ ...emptyDraft, amount: '0.5' })
})

test.each([
  ...['', 'null', '5', '[]', '{', '{"draft":5}', '{"draft":[]}', '{"draft":null}'],
  ...['{"amount":5}', '{"total":null}', '{"price":{}}', '{"percent":"a"}', '{"isPostOnly":"no"}'].map(
    (draft) => `{"draft":${draft}}`,
  ),
  ...['{"side":"short"}', '{"type":"stop"}', '{"by":"price"}', '{"timeInForce":"DAY"}', '{"percent":0.5}'].map(
    (draft) => `{"draft":${draft}}`,
  ),
])('The order form is empty where the tab has stored %s', (stored) => {
  expect(draftFrom(stored)).toMatchObject(emptyDraft)
})
