/** `kill -9` of the real server between steps of a payment. `npm run test:long -- funds` kills it at all steps. */

import { expect, test } from 'vitest'
import { killAtSteps } from '../../../fixtures/killed-payments.ts'

test('A server that is killed while it pays withdrawals pays each of them exactly once', async () => {
  expect(await killAtSteps(['signed', 'sent'])).toEqual([])
}, 240_000)
