/** `kill -9` of the real server between steps of a payment on TON. `npm run test:long -- ton` kills it at all steps. */

import { expect, test } from 'vitest'
import { killAtSteps } from '../../../fixtures/killed-payments.ts'

test('A server that is killed while it pays jettons on TON pays each withdrawal exactly once', async () => {
  expect(await killAtSteps(['signed', 'final'], 'ton')).toEqual([])
}, 240_000)
