import { expect, test } from 'vitest'
import { parseAddress, withChecksum } from '../../../src/chains/evm/address.ts'

const CHECKSUM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const LOWER = CHECKSUM.toLowerCase()

const UPPER = `0x${LOWER.slice(2).toUpperCase()}`

test('An address is accepted in lower case, in upper case and with the right checksum', () => {
  expect([LOWER, UPPER, CHECKSUM].map(parseAddress)).toEqual([LOWER, LOWER, LOWER])
  expect(withChecksum(LOWER)).toBe(CHECKSUM)
})

test.each([
  ['an empty text', ''],
  ['spaces around it', ` ${LOWER} `],
  ['a wrong checksum', CHECKSUM.replace('aA', 'Aa')],
  ['one lower-case letter in upper-case letters', UPPER.replace('A', 'a')],
  ['the prefix 0X', UPPER.toUpperCase()],
  ['no prefix', LOWER.slice(2)],
  ['39 digits', LOWER.slice(0, -1)],
  ['41 digits', `${LOWER}0`],
  ['a letter of another alphabet', LOWER.replace('a', 'а')],
  ['a name', 'vitalik.eth'],
  ['an address of another network', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['a line break at its end', `${LOWER}\n`],
  ['the zero address', `0x${'0'.repeat(40)}`],
])('An address with %s is refused', (_what, text) => {
  expect(parseAddress(text)).toBeUndefined()
})
