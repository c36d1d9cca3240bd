/** Every command is decoded as it was encoded, with its fields in the same order: hashes of states depend on it. */

import { expect, test } from 'vitest'
import { canonicalText } from '../../../src/engine/exchange.ts'
import { decode, encode, FORMAT, type Stamped } from '../../../src/server/sequencer/command-codec.ts'
import fc from '../../fixtures/fast-check.ts'

/** Also numbers that no request has: what was accepted once is replayed permanently. */
const id = fc.oneof(fc.maxSafeInteger(), fc.double())
const user = fc.oneof(fc.uuid(), fc.string({ unit: 'binary' }))
const amount = fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n })
const terms = fc.oneof(
  fc.record({
    type: fc.constant('limit'),
    price: id,
    quantity: id,
    timeInForce: fc.constantFrom('GTC', 'IOC', 'FOK'),
    postOnly: fc.boolean(),
  }),
  fc.record({ type: fc.constant('market'), by: fc.constant('quantity'), quantity: id, slippage: id }),
  fc.record({ type: fc.constant('market'), by: fc.constant('total'), total: amount, slippage: id }),
)
const command = fc.oneof(
  fc.record(
    {
      type: fc.constant('place-order'),
      user,
      clientId: fc.option(fc.string({ unit: 'binary' })),
      pair: id,
      side: fc.constantFrom('buy', 'sell'),
      terms,
      validUntil: id,
    },
    { requiredKeys: ['type', 'user', 'clientId', 'pair', 'side', 'terms'] },
  ),
  fc.record({ type: fc.constant('cancel-order'), user, order: id }),
  fc.record({ type: fc.constant('cancel-all'), user, pair: fc.option(id) }),
  fc.record({ type: fc.constant('set-rules'), user, amount, name: fc.string({ unit: 'binary' }) }),
)

test('Random batches are decoded as they were encoded, whatever their numbers are', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(id, command)), (batch) => {
      const decoded = decode(FORMAT, encode(batch as unknown as Stamped[]))
      expect(canonicalText(decoded)).toBe(canonicalText(batch))
    }),
    { numRuns: 1_000 },
  )
})

test('A batch that is cut anywhere, or has a byte more, is refused', () => {
  const place = { type: 'place-order', user: 'ann', clientId: 'one', pair: 1, side: 'buy' } as const
  const batch = [[1, { ...place, terms: { type: 'market', by: 'total', total: 5n, slippage: 1 } }]]
  const payload = encode(batch as unknown as Stamped[])
  for (let length = 0; length < payload.length; length++)
    expect(() => decode(FORMAT, payload.subarray(0, length))).toThrow()
  expect(() => decode(FORMAT, Buffer.concat([payload, Buffer.alloc(1)]))).toThrow()
})
