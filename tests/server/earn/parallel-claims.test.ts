/** Claims at the same time; `npm run test:long -- claims` repeats them. */

import { expect, test } from 'vitest'
import { CLAIM_KINDS, CLAIMS, claimInParallel } from '../../fixtures/parallel-claims.ts'
import { setUpTestServer } from '../../fixtures/test-exchange.ts'

const server = setUpTestServer()

test.each(CLAIM_KINDS)(`Of ${CLAIMS} parallel claims of the kind %s exactly one is paid`, async (kind) => {
  const { replies, expected, received, rows } = await claimInParallel(server(), kind)
  expect(replies).toEqual(expected)
  expect(received).toBeGreaterThan(0)
  expect(rows).toBe(1)
})
