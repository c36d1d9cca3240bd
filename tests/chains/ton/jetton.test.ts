import { Address, type Builder, beginCell, Cell } from '@ton/core'
import { expect, test } from 'vitest'
import { commentCell, readComment } from '../../../src/chains/ton/comment.ts'
import {
  type JettonTransfer,
  jettonTransferBody,
  readBouncedTransfer,
  readExcesses,
  readInternalTransfer,
  readJettonTransfer,
} from '../../../src/chains/ton/jetton.ts'

const to = `0:${'ab'.repeat(32)}`
const responseTo = `0:${'cd'.repeat(32)}`
const transfer: JettonTransfer = {
  queryId: 2n ** 64n - 1n,
  amount: 25_500_000n,
  to,
  responseTo,
  forwardAmount: 1n,
  comment: 'hi',
}

test.each([transfer, { ...transfer, comment: null, forwardAmount: 0n }])(
  'A transfer is read as it was built',
  (each) => {
    expect(readJettonTransfer(jettonTransferBody(each))).toEqual(each)
  },
)

test.each([
  ['nothing', Cell.EMPTY],
  ['a comment', commentCell('hi')],
  ['more bits', beginCell().storeSlice(jettonTransferBody(transfer).beginParse()).storeBit(1).endCell()],
  ['half of it', beginCell().storeBits(jettonTransferBody(transfer).bits.substring(0, 300)).endCell()],
])('A body with %s is not read as a transfer', (_what, body) => {
  expect(readJettonTransfer(body)).toBeUndefined()
})

const internalTransfer = (isReference: boolean) => {
  const start = beginCell()
    .storeUint(0x178d4519, 32)
    .storeUint(8, 64)
    .storeCoins(7)
    .storeAddress(Address.parseRaw(to))
    .storeAddress(null)
    .storeCoins(0)
    .storeBit(isReference)
  return isReference
    ? start.storeRef(commentCell('memo')).endCell()
    : start.storeSlice(commentCell('memo').beginParse()).endCell()
}

test.each([true, false])('The comment of a transfer is read, in a reference: %s', (isReference) => {
  const found = readInternalTransfer(internalTransfer(isReference))
  expect(found).toMatchObject({ amount: 7n, from: to })
  expect(found && readComment(found.payload)).toBe('memo')
})

test('A transfer without a payload has no comment', () => {
  const body = () =>
    beginCell().storeUint(0x178d4519, 32).storeUint(8, 64).storeCoins(7).storeAddress(null).storeAddress(null)
  const found = readInternalTransfer(body().storeCoins(0).storeBit(0).endCell())
  expect(found).toMatchObject({ amount: 7n, from: null })
  expect(found && readComment(found.payload)).toBeUndefined()
  expect(readInternalTransfer(body().endCell())).toBeUndefined()
})

test.each([
  ['is missing', (body: Builder) => body],
  ['promises a reference that is missing', (body: Builder) => body.storeBit(1)],
])('A transfer whose payload %s is read without a comment', (_what, end) => {
  const start = beginCell().storeUint(0x178d4519, 32).storeUint(8, 64).storeCoins(7)
  const body = start.storeAddress(Address.parseRaw(to)).storeAddress(null).storeCoins(0)
  expect(readInternalTransfer(end(body).endCell())).toEqual({ amount: 7n, from: to, payload: Cell.EMPTY })
})

test('The query id of leftover coins is read', () => {
  expect(readExcesses(beginCell().storeUint(0xd53276db, 32).storeUint(9, 64).endCell())).toBe(9n)
  expect(readExcesses(beginCell().storeUint(0xd53276da, 32).storeUint(9, 64).endCell())).toBeUndefined()
  expect(readExcesses(beginCell().storeUint(0xd53276db, 32).endCell())).toBeUndefined()
})

test('A bounced transfer tells its query id, its amount and which wallet refused', () => {
  const bounced = (body: Cell) => beginCell().storeUint(0xffffffff, 32).storeBits(body.bits.substring(0, 256)).endCell()
  expect(readBouncedTransfer(bounced(jettonTransferBody(transfer)))).toEqual({
    from: 'own wallet',
    queryId: transfer.queryId,
    amount: transfer.amount,
  })
  expect(readBouncedTransfer(bounced(internalTransfer(true)))).toEqual({
    from: 'other wallet',
    queryId: 8n,
    amount: 7n,
  })
  expect(readBouncedTransfer(jettonTransferBody(transfer))).toBeUndefined()
})
