import { beginCell, Cell, internal, SendMode, storeMessageRelaxed, toNano } from '@ton/core'
import { keyPairFromSeed, sign } from '@ton/crypto'
import { WalletContractV5R1 } from '@ton/ton'
import { expect, test } from 'vitest'
import { commentCell } from '../../../src/chains/ton/comment.ts'
import { externalMessage } from '../../../src/chains/ton/external-message.ts'
import {
  HIGHLOAD_SUBWALLET,
  HIGHLOAD_TIMEOUT,
  type HighloadTransfer,
  highloadAddress,
  highloadBody,
  highloadStateInit,
  QUERY_IDS,
  queryIdOf,
  readExternalBody,
  readUnsignedTransfer,
  unsignedTransfer,
} from '../../../src/chains/ton/highload.ts'
import { unsignedWalletV5Transfer, walletV5Address, walletV5Body } from '../../../src/chains/ton/wallet-v5.ts'
import fc from '../../fixtures/fast-check.ts'

const { publicKey, secretKey } = keyPairFromSeed(Buffer.alloc(32, 7))
const to = `0:${'ab'.repeat(32)}`
const transfer: HighloadTransfer = {
  queryId: queryIdOf(5),
  createdAt: 1_800_000_000,
  to,
  value: toNano(3),
  bounce: false,
  body: commentCell('hi'),
}

test('The code of the wallet is the published one', () => {
  expect(highloadStateInit(publicKey).code?.hash().toString('hex')).toBe(
    '11acad7955844090f283bf238bc1449871f783e7cc0979408d3f4859483e8525',
  )
  expect([HIGHLOAD_SUBWALLET, HIGHLOAD_TIMEOUT]).toEqual([0x10ad, 3_600])
})

test('The address of a key never changes', () => {
  expect(highloadAddress(publicKey)).toBe('0:971259833b260a1e9ccde379182a47048fd768d8f39f4fe871b952656d7fea6c')
})

test('Query ids differ within 8,380,415 numbers, and the last one of all is never used', () => {
  const ids = new Set<number>()
  for (let number = 0; number < QUERY_IDS; number++) ids.add(queryIdOf(number))
  expect(ids.size).toBe(8_380_415)
  expect(Math.max(...[QUERY_IDS - 1, QUERY_IDS - 2].map(queryIdOf))).toBe((8_191 << 10) + 1_021)
  fc.assert(
    fc.property(fc.nat(), (number) => {
      expect(queryIdOf(number) & 1_023).toBeLessThan(1_023)
      expect(queryIdOf(number)).toBe(queryIdOf(number + QUERY_IDS))
    }),
  )
  for (const number of [-1, 0.5, 2 ** 53]) expect(() => queryIdOf(number)).toThrow(RangeError)
})

test('A transfer is read as it was built', () => {
  const found = readUnsignedTransfer(unsignedTransfer(transfer))
  expect({ ...found, body: undefined }).toEqual({ ...transfer, body: undefined })
  expect(found?.body.equals(transfer.body)).toBe(true)
})

test('The body of a signed message has its transfer, its signature and the hash that the message names', () => {
  const unsigned = unsignedTransfer(transfer)
  const signature = sign(unsigned.hash(), secretKey)
  const body = highloadBody(unsigned, signature)
  const { bodyHash } = externalMessage(highloadAddress(publicKey), body, highloadStateInit(publicKey))
  expect(bodyHash).toBe(body.hash().toString('hex'))
  const found = readExternalBody(body)
  expect(found?.unsigned.equals(unsigned)).toBe(true)
  expect(Buffer.from(found?.signature ?? []).equals(signature)).toBe(true)
  expect(readExternalBody(unsigned)).toBeUndefined()
})

const parts = (
  change: Partial<Record<'subwallet' | 'mode' | 'timeout', number>>,
  message = internal({ ...transfer }),
) =>
  beginCell()
    .storeUint(change.subwallet ?? HIGHLOAD_SUBWALLET, 32)
    .storeRef(beginCell().store(storeMessageRelaxed(message)).endCell())
    .storeUint(change.mode ?? 3, 8)
    .storeUint(transfer.queryId, 23)
    .storeUint(transfer.createdAt, 64)
    .storeUint(change.timeout ?? HIGHLOAD_TIMEOUT, 22)

test('The cell that the next test changes is a transfer', () => {
  expect(parts({}).endCell().equals(unsignedTransfer(transfer))).toBe(true)
})

test.each([
  ['another subwallet', parts({ subwallet: 1 }).endCell()],
  ['a mode that sends everything', parts({ mode: 128 + 2 }).endCell()],
  ['another timeout', parts({ timeout: 60 }).endCell()],
  ['more bits', parts({}).storeBit(1).endCell()],
  ['another reference', parts({}).storeRef(Cell.EMPTY).endCell()],
  [
    'a message that deploys a contract',
    parts({}, internal({ ...transfer, init: highloadStateInit(publicKey) })).endCell(),
  ],
  ['no message', beginCell().storeUint(HIGHLOAD_SUBWALLET, 32).endCell()],
  ['nothing', Cell.EMPTY],
])('A cell with %s is not read as a transfer', (_what, cell) => {
  expect(readUnsignedTransfer(cell)).toBeUndefined()
})

test('Address and transfers of the wallet of users are those of its library', () => {
  const wallet = WalletContractV5R1.create({ publicKey })
  expect(walletV5Address(publicKey)).toBe(wallet.address.toRawString())
  const expected = wallet.createTransfer<{ seqno: number; timeout: number; secretKey: Buffer }>({
    seqno: 4,
    timeout: 1_800_000_000,
    secretKey,
    sendMode: SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS,
    messages: [internal({ to: transfer.to, value: 9n, bounce: true, body: transfer.body })],
  })
  const unsigned = unsignedWalletV5Transfer({
    ...transfer,
    seqno: 4,
    validUntil: 1_800_000_000,
    value: 9n,
    bounce: true,
  })
  expect(walletV5Body(unsigned, sign(unsigned.endCell().hash(), secretKey)).equals(expected)).toBe(true)
})
