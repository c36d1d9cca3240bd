/** The streaming hash equals the hash of the canonical text. */

import { expect, test } from 'vitest'
import { canonicalText } from '../../../src/engine/exchange.ts'
import { addText, addValue, clear, digest, newHash } from '../../../src/server/sequencer/canonical-hash.ts'
import { sha256 } from '../../../src/server/sequencer/journal.ts'
import fc from '../../fixtures/fast-check.ts'

const hash = newHash()

function hashed(values: readonly unknown[]): Buffer {
  clear(hash)
  for (const value of values) {
    addValue(hash, value)
    addText(hash, '\n')
  }
  return digest(hash)
}

const texts = (values: readonly unknown[]): string => values.map((value) => `${canonicalText(value)}\n`).join('')

const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small' },
    fc.string({ unit: 'binary' }),
    fc.string(),
    fc.uuid(),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
    fc.maxSafeInteger(),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined, '', 0n, -0),
    fc.array(tie('tree')),
    fc.dictionary(fc.string({ unit: 'binary' }), tie('tree')),
  ),
}))

test('The canonical hash of random values equals the hash of their text', () => {
  fc.assert(
    fc.property(fc.array(tree), (values) => {
      expect(hashed(values)).toEqual(sha256(texts(values)))
    }),
    { numRuns: 2_000 },
  )
})

test('The canonical hash of integers of every length equals the hash of their text', () => {
  const whole = Array.from({ length: 17 }, (_, digits) => 10 ** digits).filter(Number.isSafeInteger)
  const around = whole.flatMap((power) => [power - 1, power, power + 1]).concat(Number.MAX_SAFE_INTEGER)
  const values = around.flatMap((each) => [each, -each, BigInt(each), -BigInt(each)])
  for (const value of values) expect(hashed([value])).toEqual(sha256(texts([value])))
})

test('The canonical hash of input larger than its buffer equals the hash of its text', () => {
  const long = ['a'.repeat(1_023), 'a'.repeat(1_024), 'a'.repeat(1_025), 'ä'.repeat(70_000), `${'a'.repeat(200_000)}"`]
  let deep: unknown = 'deep'
  for (let depth = 0; depth < 500; depth++) deep = depth % 2 === 0 ? [deep] : { deep }
  const many = Array.from({ length: 60 }, (_, at) =>
    Array.from({ length: at * 40 }, (_, each) => ({ each, at, long: `${at}` })),
  )
  for (const value of [...long, deep, many]) expect(hashed([value, 1])).toEqual(sha256(texts([value, 1])))
})
