/** The link that opens a deposit in a wallet. */

import { expect, test } from 'vitest'
import { walletLink } from '../../../../src/client/state/deposit/wallet-link.ts'

test('A payment on TON is opened by a ton link, and inside Telegram by an https link with the same memo', () => {
  const uri = 'ton://transfer/UQabc?text=1234567890'
  expect(walletLink(uri, false)).toBe(uri)
  expect(walletLink(uri, true)).toBe('https://app.tonkeeper.com/transfer/UQabc?text=1234567890')
})

test('A payment on another network has no link for a wallet', () => {
  expect(walletLink('ethereum:0xabc@1', false)).toBeUndefined()
})
