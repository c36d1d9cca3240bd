/** The recipient in a scanned QR code. */

import { describe, expect, test } from 'vitest'
import { ADDRESS_PATTERNS } from '../../../../src/chains/kinds/address.ts'
import { isAddress, isMemo } from '../../../../src/client/state/withdraw/draft.ts'
import { recipientOf } from '../../../../src/client/state/withdraw/scanned-recipient.ts'
import { networkView } from '../../../fixtures/client-networks.ts'

const EVM = `0x${'aB'.repeat(20)}`
const CONTRACT = `0x${'cD'.repeat(20)}`
const TON = `UQ${'aB_-'.repeat(11)}cd`
const ethereum = networkView()
const ton = networkView({ address_regex: ADDRESS_PATTERNS.ton, memo_regex: '.*' })

test.each([
  ['a plain address', EVM, EVM],
  ['an address with white space around it', ` ${EVM}\n`, EVM],
  ['a payment link', `ethereum:${EVM}`, EVM],
  ['a payment link with a chain and an amount', `ethereum:${EVM}@1?value=2.014e18&gas=10`, EVM],
  ['a payment link in capitals with the prefix pay', `ETHEREUM:pay-${EVM}@137`, EVM],
  ['a payment link for a token', `ethereum:${CONTRACT}@1/transfer?address=${EVM}&uint256=1`, EVM],
])('Of %s, the address is the recipient on Ethereum', (_, scanned, address) => {
  expect(recipientOf(scanned, ethereum)).toEqual({ address, memo: '' })
  expect(isAddress(address, ethereum)).toBe(true)
})

test.each([
  ['a plain address', TON, ''],
  ['a payment link without a memo', `ton://transfer/${TON}?amount=5000000000`, ''],
  ['a payment link with a memo', `ton://transfer/${TON}?amount=5&text=Order%20%2B7+now`, 'Order +7 now'],
  ['a link of a wallet', `https://app.tonkeeper.com/transfer/${TON}?text=12345&amount=1`, '12345'],
])('Of %s, address and memo are the recipient on TON', (_, scanned, memo) => {
  expect(recipientOf(scanned, ton)).toEqual({ address: TON, memo })
  expect([isAddress(TON, ton), isMemo(memo, ton)]).toEqual([true, true])
})

test('A memo is left out on a network without memos', () => {
  expect(recipientOf(`ton://transfer/${TON}?text=7`, { memo_regex: null })).toEqual({ address: TON, memo: '' })
})

describe('A text is no address', () => {
  const refused: Readonly<Record<string, string>> = {
    'that is a website': 'https://example.com/',
    'that imitates the link of a wallet': `https://app.tonkeeper.com.example.com/transfer/${TON}`,
    'that is empty': '',
    'that calls a contract': `ethereum:${CONTRACT}@1/approve?address=${EVM}&uint256=1`,
    'that transfers a token to nobody': `ethereum:${CONTRACT}@1/transfer?uint256=1`,
    'that has a payload for a contract on TON': `ton://transfer/${TON}?bin=te6cckEBAQEAAgAAAEysuc0%3D`,
    'whose memo is not UTF-8': `ton://transfer/${TON}?text=%ff7`,
    'with a control character': `${EVM}\u0000`,
    'with a line break inside': `${EVM}\n${EVM}`,
    'that changes the direction of text': `\u202e${EVM}`,
    'with a hidden character in a link': `ethereum:${EVM}%E2%80%AE`,
    'with half of a character': `ethereum:${EVM}\ud800`,
    'that hides something behind an address': `${EVM}${' '.repeat(1_000)}x`,
  }
  test.each(Object.entries(refused))('A text %s is no address on any network', (_, scanned) => {
    for (const network of [ethereum, ton]) {
      const { address, memo } = recipientOf(scanned, network)
      expect([isAddress(address, network), memo]).toEqual([false, ''])
    }
  })

  test('A very long text is cut, and is no address, however it begins', () => {
    const texts = [`${EVM} x`, `ethereum:${EVM}?`, `ton://transfer/${TON}?text=7&x=`, '\u202e', '\ud83d\ude00']
    for (const text of texts) {
      const { address } = recipientOf(text.padEnd(2_000_000, text.at(-1)), ethereum)
      expect(address.length).toBeLessThan(100)
      expect(address).toMatch(/^[^\p{Cc}\p{Cf}\p{Cs}]+…$/u)
      expect([isAddress(address, ethereum), isAddress(address, ton)]).toEqual([false, false])
    }
  })

  test('A memo with control characters is kept as it is, so that the field refuses it', () => {
    const { memo } = recipientOf(`ton://transfer/${TON}?text=1%0A2%E2%80%AE`, ton)
    expect(memo).toBe('1\n2\u202e')
    expect(isMemo(memo, ton)).toBe(false)
  })
})
