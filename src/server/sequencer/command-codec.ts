/**
 * Commands as bytes. Those of orders, nearly all of a journal, are records of numbers and texts; the others are MessagePack
 * maps with bigints, readable by any MessagePack library. A record begins with a slot {kind, flags; 0} and the time. Every
 * number is decoded as it was, because a command that was accepted once is replayed permanently, even if it was refused.
 */

import { Packr } from 'msgpackr'
import type { Millis, OrderId, PairId, UserId } from '../../contract/ids.ts'
import type { Command } from '../../engine/exchange.ts'
import { CLIENT_ID, fitTerms, putTerms, SELL, takeTerms } from './order-terms-bytes.ts'
import {
  clearSlots,
  isRead,
  newSlots,
  putBytes,
  putNumber,
  putText,
  putWords,
  reserve,
  type Slots,
  slotsOf,
  takeBytes,
  takeInteger,
  takeNumber,
  takeText,
  takeWords,
  written,
} from './slots.ts'

/** The format that `encode` writes. Each journal row states its format, so that older rows stay readable. */
export const FORMAT = 4

export type Stamped = readonly [at: Millis, command: Command]

type PlaceOrder = Extract<Command, { type: 'place-order' }>

const KINDS = { place: 1, cancel: 2, cancelAll: 3, packed: 128 } as const
const ALL_PAIRS = 1
const VALID_UNTIL = 128
/** More than the numbers of any record; texts reserve what they need. */
const MOST_FIELDS = 16

const packr = new Packr({ useRecords: false, useBigIntExtension: true })
/** Shared: a batch is encoded synchronously. */
const slots = newSlots()

export function encode(batch: readonly Stamped[]): Buffer {
  clearSlots(slots)
  putNumber(slots, batch.length)
  for (const [at, command] of batch) putCommand(slots, at, command)
  return Buffer.from(written(slots))
}

function putCommand(to: Slots, at: Millis, command: Command): void {
  reserve(to, MOST_FIELDS)
  switch (command.type) {
    case 'place-order':
      if (fitTerms(command.terms)) putPlaceOrder(to, at, command)
      else putPacked(to, at, command)
      break
    case 'cancel-order':
      putHead(to, at, KINDS.cancel)
      putNumber(to, command.order)
      putText(to, command.user)
      break
    case 'cancel-all':
      putHead(to, at, KINDS.cancelAll, command.pair === null ? ALL_PAIRS : 0)
      putNumber(to, command.pair ?? 0)
      putText(to, command.user)
      break
    default:
      putPacked(to, at, command)
  }
}

function putPlaceOrder(to: Slots, at: Millis, { user, clientId, pair, side, terms, validUntil }: PlaceOrder): void {
  const head = to.end
  putHead(to, at, KINDS.place)
  putNumber(to, pair)
  const flags =
    putTerms(to, terms) |
    (side === 'sell' ? SELL : 0) |
    (clientId === null ? 0 : CLIENT_ID) |
    (validUntil === undefined ? 0 : VALID_UNTIL)
  to.words[head * 2] = KINDS.place | (flags << 8)
  if (validUntil !== undefined) putNumber(to, validUntil)
  putText(to, user)
  if (clientId !== null) putText(to, clientId)
}

function putPacked(to: Slots, at: Millis, command: Command): void {
  putHead(to, at, KINDS.packed)
  putBytes(to, packr.pack(command))
}

function putHead(to: Slots, at: Millis, kind: number, flags = 0): void {
  putWords(to, kind | (flags << 8), 0)
  putNumber(to, at)
}

export function decode(format: number, payload: Uint8Array): readonly Stamped[] {
  if (format !== FORMAT) throw new Error(`journal format ${format} is unknown`)
  const from = slotsOf(payload)
  const count = takeInteger(from)
  const batch: Stamped[] = []
  while (batch.length < count) batch.push(takeCommand(from))
  if (!isRead(from)) throw new Error('the payload has more than its commands')
  return batch
}

function takeCommand(from: Slots): Stamped {
  const [head] = takeWords(from)
  const at = takeNumber(from)
  const [kind, flags] = [head & 0xff, head >> 8]
  switch (kind) {
    case KINDS.place:
      return [at, takePlaceOrder(from, flags)]
    case KINDS.cancel: {
      const order = takeNumber(from) as OrderId
      return [at, { type: 'cancel-order', user: takeText(from) as UserId, order }]
    }
    case KINDS.cancelAll: {
      const pair = takeNumber(from) as PairId
      return [at, { type: 'cancel-all', user: takeText(from) as UserId, pair: flags === ALL_PAIRS ? null : pair }]
    }
    case KINDS.packed:
      return [at, packr.unpack(takeBytes(from)) as Command]
    default:
      throw new Error(`a command of kind ${kind} is unknown`)
  }
}

function takePlaceOrder(from: Slots, flags: number): PlaceOrder {
  const pair = takeNumber(from) as PairId
  const terms = takeTerms(from, flags)
  const validUntil = (flags & VALID_UNTIL) === 0 ? undefined : takeNumber(from)
  const user = takeText(from) as UserId
  const clientId = (flags & CLIENT_ID) === 0 ? null : takeText(from)
  const side = (flags & SELL) === 0 ? 'buy' : 'sell'
  return { type: 'place-order', user, clientId, pair, side, terms, ...(validUntil !== undefined && { validUntil }) }
}
