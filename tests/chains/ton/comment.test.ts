import { beginCell, Cell } from '@ton/core'
import { expect, test } from 'vitest'
import { commentCell, readComment } from '../../../src/chains/ton/comment.ts'
import fc from '../../fixtures/fast-check.ts'

test('Every text of at most 1,012 bytes is read as it was written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 250 }), (text) => {
      fc.pre(text.isWellFormed() && Buffer.byteLength(text) <= 1_012)
      expect(readComment(commentCell(text))).toBe(text)
    }),
  )
  for (const length of [0, 1, 122, 123, 124, 250, 251, 1_012])
    expect(readComment(commentCell('x'.repeat(length)))).toBe('x'.repeat(length))
})

test('A longer text is refused', () => {
  expect(() => commentCell('x'.repeat(1_013))).toThrow(RangeError)
})

test('A byte order mark is part of the text', () => {
  expect(readComment(commentCell('\ufeff1'))).toBe('\ufeff1')
})

const text = (bytes: Buffer | string) => beginCell().storeUint(0, 32).storeBuffer(Buffer.from(bytes))
const chain = (length: number): Cell => {
  let cell = beginCell().storeBuffer(Buffer.from('x')).endCell()
  for (let each = 2; each < length; each++) cell = beginCell().storeBuffer(Buffer.from('x')).storeRef(cell).endCell()
  return text('x').storeRef(cell).endCell()
}

test('A comment of eight cells is read, and one of nine is not', () => {
  expect(readComment(chain(8))).toBe('x'.repeat(8))
  expect(readComment(chain(9))).toBeUndefined()
})

test.each([
  ['an empty body', Cell.EMPTY],
  ['31 bits', beginCell().storeUint(0, 31).endCell()],
  ['another operation', beginCell().storeUint(1, 32).storeBuffer(Buffer.from('1')).endCell()],
  ['an encrypted comment', beginCell().storeUint(0x2167da4b, 32).storeBuffer(Buffer.from('1')).endCell()],
  ['odd bits', text('1').storeBit(1).endCell()],
  ['two references', text('1').storeRef(Cell.EMPTY).storeRef(Cell.EMPTY).endCell()],
  [
    'two references in the second cell',
    text('1').storeRef(beginCell().storeRef(Cell.EMPTY).storeRef(Cell.EMPTY).endCell()).endCell(),
  ],
  ['odd bits in the second cell', text('1').storeRef(beginCell().storeBit(1).endCell()).endCell()],
  ['bytes that are not UTF-8', text(Buffer.from([0x31, 0xff])).endCell()],
  ['half of a character', text(Buffer.from([0xe2, 0x82])).endCell()],
])('%s is not a comment', (_what, body) => {
  expect(readComment(body)).toBeUndefined()
})
