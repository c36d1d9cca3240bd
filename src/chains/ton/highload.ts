/**
 * The exchange's wallet on TON: a highload wallet, version 3. It executes one signed message per query id, in any order,
 * and remembers a query id for at least `timeout` after the message was made. It sends with "ignore errors": a transaction
 * that succeeded may have sent nothing.
 */

import {
  Address,
  beginCell,
  type Cell,
  contractAddress,
  internal,
  loadMessageRelaxed,
  SendMode,
  type StateInit,
  storeMessageRelaxed,
} from '@ton/core'
import { HIGHLOAD_CODE } from './highload-code.ts'

/** 64 hex digits. */
export const HIGHLOAD_CODE_HASH = HIGHLOAD_CODE.hash().toString('hex')

export const HIGHLOAD_SUBWALLET = 0x10ad
/** In seconds. A message is refused after this time, and remembered for twice this time. */
export const HIGHLOAD_TIMEOUT = 3_600

/** Numbers that follow each other have different query ids within this many numbers. */
export const QUERY_IDS = 8_380_415
const BITS = 1_023

/**
 * The most that a message costs the wallet in fees, in nanotons: storage, gas and forwarding, also with its deployment and a
 * comment of the greatest length. A usual message costs a tenth of it.
 */
export const MAX_MESSAGE_FEE = 50_000_000n

const SEND_MODE = SendMode.PAY_GAS_SEPARATELY + SendMode.IGNORE_ERRORS
const SIGNATURE_BYTES = 64

/** The wallet of an Ed25519 public key. */
export function highloadStateInit(publicKey: Uint8Array): StateInit {
  const data = beginCell()
    .storeBuffer(Buffer.from(publicKey), 32)
    .storeUint(HIGHLOAD_SUBWALLET, 32)
    .storeBit(0)
    .storeBit(0)
    .storeUint(0, 64)
    .storeUint(HIGHLOAD_TIMEOUT, 22)
    .endCell()
  return { code: HIGHLOAD_CODE, data }
}

/** Raw. */
export const highloadAddress = (publicKey: Uint8Array): string =>
  contractAddress(0, highloadStateInit(publicKey)).toRawString()

/** The 23 bits of the query id for the number of a payment. The last query id of all is never used. */
export function queryIdOf(number: number): number {
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError('not the number of a payment')
  const place = number % QUERY_IDS
  return Math.floor(place / BITS) * 1_024 + (place % BITS)
}

/** The number of the payment with this query id that is nearest to `next`, the number that comes next. */
export function numberOfQueryId(queryId: number, next: number): number {
  const place = Math.floor(queryId / 1_024) * BITS + (queryId % 1_024)
  const rounds = Math.round((next - place) / QUERY_IDS)
  return place + Math.max(0, rounds) * QUERY_IDS
}

/**
 * What is signed: one message. `to` raw, `value` in nanotons, without the fee for forwarding it. `createdAt`: Unix time
 * in seconds, which must not be after that of the chain. `bounce`: coins are sent without, orders to contracts with.
 */
export type HighloadTransfer = {
  readonly queryId: number
  readonly createdAt: number
  readonly to: string
  readonly value: bigint
  readonly bounce: boolean
  readonly body: Cell
}

/** The key signs the hash of this cell. */
export function unsignedTransfer(transfer: HighloadTransfer): Cell {
  const { queryId, createdAt, to, value, bounce, body } = transfer
  const message = internal({ to: Address.parseRaw(to), value, bounce, body })
  return beginCell()
    .storeUint(HIGHLOAD_SUBWALLET, 32)
    .storeRef(beginCell().store(storeMessageRelaxed(message)).endCell())
    .storeUint(SEND_MODE, 8)
    .storeUint(queryId, 23)
    .storeUint(createdAt, 64)
    .storeUint(HIGHLOAD_TIMEOUT, 22)
    .endCell()
}

/** Undefined for any cell that `unsignedTransfer` does not build. */
export function readUnsignedTransfer(cell: Cell): HighloadTransfer | undefined {
  try {
    const slice = cell.beginParse()
    slice.skip(32)
    const { info, body } = loadMessageRelaxed(slice.loadRef().beginParse())
    slice.skip(8)
    const queryId = slice.loadUint(23)
    const createdAt = slice.loadUint(64)
    if (info.type !== 'internal') return undefined
    const { dest, value, bounce } = info
    const transfer = { queryId, createdAt, to: dest.toRawString(), value: value.coins, bounce, body }
    return unsignedTransfer(transfer).equals(cell) ? transfer : undefined
  } catch {
    return undefined
  }
}

export const highloadBody = (unsigned: Cell, signature: Uint8Array): Cell =>
  beginCell().storeBuffer(Buffer.from(signature), SIGNATURE_BYTES).storeRef(unsigned).endCell()

/** The transfer in the body of a message to a highload wallet. The signature is not verified. */
export function readExternalBody(
  body: Cell,
): { readonly transfer: HighloadTransfer; readonly unsigned: Cell; readonly signature: Uint8Array } | undefined {
  if (body.isExotic || body.bits.length !== SIGNATURE_BYTES * 8 || body.refs.length !== 1) return undefined
  const slice = body.beginParse()
  const signature = slice.loadBuffer(SIGNATURE_BYTES)
  const unsigned = slice.loadRef()
  const transfer = readUnsignedTransfer(unsigned)
  return transfer === undefined ? undefined : { transfer, unsigned, signature }
}
