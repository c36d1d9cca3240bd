import { mnemonicToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { addressBranch } from '../../../src/chains/evm/derive.ts'
import { TEST_MNEMONIC, TEST_XPUB } from '../../fixtures/test-xpub.ts'

test('Addresses derived from the public key are those of the private keys', () => {
  const branch = addressBranch(TEST_XPUB)
  for (const addressIndex of [0, 1, 2, 77, 2 ** 31 - 1]) {
    const { address } = mnemonicToAccount(TEST_MNEMONIC, { addressIndex })
    expect(branch(addressIndex)).toBe(address.toLowerCase())
  }
})

test('A text that is no extended public key is refused', () => {
  for (const text of ['', 'xpub', TEST_XPUB.slice(0, -1), TEST_XPUB.replace('6', '7')])
    expect(() => addressBranch(text)).toThrow()
})
