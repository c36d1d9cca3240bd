import type { TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { bytesOf, readTransaction, unsignedTransaction } from '../../../src/chains/evm/transactions.ts'

const account = privateKeyToAccount(`0x${'12'.repeat(32)}`)
const [to, contract] = [`0x${'a1'.repeat(20)}` as const, `0x${'b2'.repeat(20)}` as const]
const transfer = { chainId: 31_337, nonce: 7, to, contract: null, raw: 10n ** 18n, maxFee: 30n, tip: 2n }

const signed = async (transaction: TransactionSerializable): Promise<Uint8Array> =>
  bytesOf(await account.signTransaction(transaction))

test('A signed transfer of the coin and of a token is read back as it was built', async () => {
  for (const each of [transfer, { ...transfer, contract, raw: 2n ** 256n - 1n }, { ...transfer, nonce: 0 }])
    expect(readTransaction(await signed(unsignedTransaction(each)))).toEqual(each)
})

const coin = unsignedTransaction(transfer)
const token = unsignedTransaction({ ...transfer, contract })
const data = token.data ?? '0x'

test.each<[string, TransactionSerializable]>([
  ['another type', { type: 'legacy', chainId: 31_337, nonce: 7, to, value: 1n, gas: 21_000n, gasPrice: 30n }],
  ['an access list', { ...coin, accessList: [{ address: to, storageKeys: [] }] }],
  ['other gas', { ...coin, gas: 22_000n }],
  ['no receiver', { ...coin, to: null }],
  ['data that is no call', { ...coin, data: '0x00' }],
  ['a token call with a value', { ...token, value: 1n }],
  ['an approve call', { ...token, data: `0x095ea7b3${data.slice(10)}` }],
  ['a token call with too few bytes', { ...token, data: data.slice(0, -2) as `0x${string}` }],
  ['a token call with more bytes', { ...token, data: `${data}00` }],
  [
    'a token call with a receiver of 21 bytes',
    { ...token, data: data.replace(/^(0x.{8}0{23})0/, '$11') as `0x${string}` },
  ],
])('A transaction with %s is not read as a transfer', async (_what, transaction) => {
  expect(readTransaction(await signed(transaction))).toBeUndefined()
})

test('Bytes that are no transaction are not read as a transfer', () => {
  for (const bytes of [[], [2], [2, 0xc0], [0x01, 0x02, 0x03]])
    expect(readTransaction(Uint8Array.from(bytes))).toBeUndefined()
})
