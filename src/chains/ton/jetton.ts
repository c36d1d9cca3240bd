/** Messages of jettons (TEP-74): amounts in the jetton's smallest units, addresses raw. */

import { Address, beginCell, Cell, type Slice } from '@ton/core'
import { commentCell, readComment } from './comment.ts'

const TRANSFER = 0x0f8a7ea5
const INTERNAL_TRANSFER = 0x178d4519
const EXCESSES = 0xd53276db
const BOUNCED = 0xffffffff

/** Nanotons that accompany an order: enough for two jetton wallets, one of them new. What is left over comes back. */
export const JETTON_TRANSFER_VALUE = 100_000_000n

/** An order to the sender's own jetton wallet. `forwardAmount`: nanotons that go to `to` together with the comment. */
export type JettonTransfer = {
  readonly queryId: bigint
  readonly amount: bigint
  readonly to: string
  /** Gets the coins that are left over, with the message that `readExcesses` reads. */
  readonly responseTo: string
  readonly forwardAmount: bigint
  readonly comment: string | null
}

/** The body of the message. The comment is in a reference. */
export function jettonTransferBody(transfer: JettonTransfer): Cell {
  const { queryId, amount, to, responseTo, forwardAmount, comment } = transfer
  return beginCell()
    .storeUint(TRANSFER, 32)
    .storeUint(queryId, 64)
    .storeCoins(amount)
    .storeAddress(Address.parseRaw(to))
    .storeAddress(Address.parseRaw(responseTo))
    .storeMaybeRef(null)
    .storeCoins(forwardAmount)
    .storeMaybeRef(comment === null ? null : commentCell(comment))
    .endCell()
}

/** Undefined for any body that `jettonTransferBody` does not build. */
export function readJettonTransfer(body: Cell): JettonTransfer | undefined {
  const transfer = read(body, (slice) => {
    if (slice.loadUint(32) !== TRANSFER) return undefined
    const queryId = slice.loadUintBig(64)
    const amount = slice.loadCoins()
    const to = slice.loadAddress().toRawString()
    const responseTo = slice.loadAddress().toRawString()
    slice.loadMaybeRef()
    const forwardAmount = slice.loadCoins()
    const payload = slice.loadMaybeRef()
    const comment = payload === null ? null : readComment(payload)
    return comment === undefined ? undefined : { queryId, amount, to, responseTo, forwardAmount, comment }
  })
  return transfer !== undefined && jettonTransferBody(transfer).equals(body) ? transfer : undefined
}

/** What a jetton wallet gets from the sender's jetton wallet. `from`: the sender; null if the jettons are new. */
type InternalTransfer = {
  readonly amount: bigint
  readonly from: string | null
  /** The payload as a cell, whether it was in a reference or inline. Empty if it cannot be read. */
  readonly payload: Cell
}

export const readInternalTransfer = (body: Cell): InternalTransfer | undefined =>
  read(body, (slice) => {
    if (slice.loadUint(32) !== INTERNAL_TRANSFER) return undefined
    const amount = slice.skip(64).loadCoins()
    const from = slice.loadMaybeAddress()?.toRawString() ?? null
    slice.loadMaybeAddress()
    slice.loadCoins()
    return { amount, from, payload: payloadIn(slice) }
  })

/** Jetton wallets need not check it: the jettons arrived even if it cannot be read. */
function payloadIn(slice: Slice): Cell {
  if (slice.remainingBits === 0) return Cell.EMPTY
  if (!slice.loadBit()) return slice.asCell()
  return slice.remainingRefs === 0 ? Cell.EMPTY : slice.loadRef()
}

/** The message of the receiver's jetton wallet that shows that the jettons arrived: the `queryId` of the transfer. */
export const readExcesses = (body: Cell): bigint | undefined =>
  read(body, (slice) => (slice.loadUint(32) === EXCESSES ? slice.loadUintBig(64) : undefined))

/**
 * The transfer that a bounced message tells of. `from: 'own wallet'`: our own jetton wallet did not accept the order;
 * `'other wallet'`: seen by our own jetton wallet, which gets the amount back.
 */
type BouncedTransfer = {
  readonly from: 'own wallet' | 'other wallet'
  readonly queryId: bigint
  readonly amount: bigint
}

export const readBouncedTransfer = (body: Cell): BouncedTransfer | undefined =>
  read(body, (slice) => {
    if (slice.loadUint(32) !== BOUNCED) return undefined
    const operation = slice.loadUint(32)
    if (operation !== TRANSFER && operation !== INTERNAL_TRANSFER) return undefined
    const from = operation === TRANSFER ? 'own wallet' : 'other wallet'
    return { from, queryId: slice.loadUintBig(64), amount: slice.loadCoins() }
  })

/** Undefined also for a body that ends too early. */
function read<T>(body: Cell, parse: (slice: Slice) => T | undefined): T | undefined {
  if (body.isExotic) return undefined
  try {
    return parse(body.beginParse())
  } catch {
    return undefined
  }
}
