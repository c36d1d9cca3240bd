/** Bodies of messages as the standards describe them (TEP-74), written without the code under test. */

import { Address, beginCell, type Cell, type Slice } from '@ton/core'

export const TRANSFER = 0x0f8a7ea5
export const INTERNAL_TRANSFER = 0x178d4519
const NOTIFICATION = 0x7362d09c
const EXCESSES = 0xd53276db
const BOUNCED = 0xffffffff
const BOUNCED_BITS = 256

export const EMPTY: Cell = beginCell().endCell()

export const comment = (text: Uint8Array | string): Cell =>
  beginCell().storeUint(0, 32).storeBuffer(Buffer.from(text)).endCell()

export const textOf = (body: Cell | null): string | null => {
  if (body === null || body.bits.length === 0) return null
  const slice = body.beginParse().skip(32)
  return slice.loadBuffer(slice.remainingBits / 8).toString('utf8')
}

export const operationOf = (body: Cell): number => (body.bits.length < 32 ? 0 : body.beginParse().loadUint(32))

const start = (operation: number, queryId: bigint) => beginCell().storeUint(operation, 32).storeUint(queryId, 64)

export const excesses = (queryId: bigint): Cell => start(EXCESSES, queryId).endCell()

export const notification = (queryId: bigint, amount: bigint, from: string): Cell =>
  start(NOTIFICATION, queryId).storeCoins(amount).storeAddress(Address.parseRaw(from)).storeBit(0).endCell()

/** The body with which a message comes back. */
export function bouncedBody(body: Cell): Cell {
  const bits = body.beginParse().loadBits(Math.min(BOUNCED_BITS, body.bits.length))
  return beginCell().storeUint(BOUNCED, 32).storeBits(bits).endCell()
}

export type Order = {
  readonly queryId: bigint
  readonly amount: bigint
  readonly to: string
  readonly responseTo: string
  readonly forwardAmount: bigint
  readonly payload: Cell | null
}

export function readOrder(body: Cell): Order {
  const slice = body.beginParse().skip(32)
  const [queryId, amount] = [slice.loadUintBig(64), slice.loadCoins()]
  const [to, responseTo] = [slice.loadAddress().toRawString(), slice.loadAddress().toRawString()]
  slice.loadMaybeRef()
  return { queryId, amount, to, responseTo, forwardAmount: slice.loadCoins(), payload: slice.loadMaybeRef() }
}

export type Arriving = Omit<Order, 'to'> & { readonly from: string }

/** `isInline`: the payload is in the same cell instead of a reference. */
export function internalTransfer({ queryId, amount, from, ...rest }: Arriving, isInline = false): Cell {
  const { responseTo, forwardAmount, payload } = rest
  const body = start(INTERNAL_TRANSFER, queryId)
    .storeCoins(amount)
    .storeAddress(Address.parseRaw(from))
    .storeAddress(Address.parseRaw(responseTo))
    .storeCoins(forwardAmount)
  if (payload === null) return body.storeBit(0).endCell()
  return (isInline ? body.storeBit(0).storeSlice(payload.beginParse()) : body.storeBit(1).storeRef(payload)).endCell()
}

export function readArriving(body: Cell): Arriving {
  const slice = body.beginParse().skip(32)
  const [queryId, amount] = [slice.loadUintBig(64), slice.loadCoins()]
  const [from, responseTo] = [slice.loadAddress().toRawString(), slice.loadAddress().toRawString()]
  const forwardAmount = slice.loadCoins()
  return { queryId, amount, from, responseTo, forwardAmount, payload: payloadOf(slice) }
}

const payloadOf = (slice: Slice): Cell => (slice.loadBit() ? slice.loadRef() : slice.asCell())

/** Of a bounced message: what was sent. */
export function readBounced(body: Cell): { readonly operation: number; readonly amount: bigint } {
  const slice = body.beginParse().skip(32)
  const operation = slice.loadUint(32)
  return { operation, amount: operation === INTERNAL_TRANSFER ? slice.skip(64).loadCoins() : 0n }
}

/** A message to a highload wallet, version 3: the subwallet, the message, the mode and what makes it valid once. */
export function readSigned(body: Cell) {
  const slice = body.beginParse().skip(512).loadRef().beginParse()
  const [subwallet, message, mode] = [slice.loadUint(32), slice.loadRef(), slice.loadUint(8)]
  return {
    subwallet,
    message,
    mode,
    queryId: slice.loadUint(23),
    createdAt: slice.loadUint(64),
    timeout: slice.loadUint(22),
  }
}
