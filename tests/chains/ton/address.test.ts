import { Address } from '@ton/core'
import { expect, test } from 'vitest'
import { friendlyAddress, parseTonAddress } from '../../../src/chains/ton/address.ts'

const RAW = '0:fcb91a3a3816d0f7b8c2c76108b8a9bc5a6b7a55bd79f8ab101c52db29232260'
const address = Address.parseRaw(RAW)
const friendly = (options: Parameters<Address['toString']>[0]): string => address.toString(options)

test('Every form of an address leads to the raw form in lower case', () => {
  const forms = [
    RAW,
    RAW.toUpperCase().replace('0X', '0:'),
    ...[true, false].flatMap((bounceable) =>
      [true, false].map((urlSafe) => friendly({ bounceable, urlSafe, testOnly: false })),
    ),
  ]
  for (const form of forms) expect(parseTonAddress(form)).toEqual({ raw: RAW, isTestOnly: false })
})

test('A test-only address is recognised', () => {
  expect(parseTonAddress(friendly({ testOnly: true }))).toEqual({ raw: RAW, isTestOnly: true })
})

test('Users see the form that does not send coins back', () => {
  expect(friendlyAddress(RAW)).toBe(friendly({ bounceable: false }))
  expect(friendlyAddress(RAW).startsWith('UQ')).toBe(true)
})

const good = friendly({ bounceable: false })
const mixed = `${good.slice(0, 20)}+${good.slice(21, 30)}_${good.slice(31)}`

test.each([
  ['an empty text', ''],
  ['spaces around it', ` ${good}`],
  ['a line break at its end', `${good}\n`],
  ['a wrong checksum', `${good.slice(0, -1)}${good.endsWith('A') ? 'B' : 'A'}`],
  ['lower case', good.toLowerCase()],
  ['one character less', good.slice(0, -1)],
  ['both kinds of Base64', mixed],
  ['63 digits', RAW.slice(0, -1)],
  ['65 digits', `${RAW}0`],
  ['a letter that is no digit', `${RAW.slice(0, -1)}g`],
  ['the masterchain', `-1:${RAW.slice(2)}`],
  ['the masterchain in the friendly form', new Address(-1, address.hash).toString()],
  ['another workchain', new Address(1, address.hash).toString()],
  ['the zero address', `0:${'0'.repeat(64)}`],
  ['the zero address in the friendly form', new Address(0, Buffer.alloc(32)).toString()],
  ['an address of another network', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['a name', 'foundation.ton'],
])('An address with %s is refused', (_what, text) => {
  expect(parseTonAddress(text)).toBeUndefined()
})
