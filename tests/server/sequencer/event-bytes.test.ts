/** No field of an event is missing in its bytes: a reader that knows only their layout gets the event back. */

import { expect, test } from 'vitest'
import { canonicalText, type Event } from '../../../src/engine/exchange.ts'
import { putEvents } from '../../../src/server/sequencer/event-bytes.ts'
import { clearSlots, newSlots, type Slots, written } from '../../../src/server/sequencer/slots.ts'
import fc from '../../fixtures/fast-check.ts'

const [SELL, MARKET, BY_TOTAL, POST_ONLY, CLIENT_ID] = [1, 2, 4, 8, 16] as const

/** Reads slots one after the other. */
function reader({ numbers, words, bytes }: Slots) {
  let at = 0
  const number = (): number => numbers[at++] ?? Number.NaN
  const twoWords = (): [number, number] => {
    at += 1
    return [words[at * 2 - 2] ?? 0, words[at * 2 - 1] ?? 0]
  }
  const amount = (): bigint => (BigInt(number()) << 52n) + BigInt(number())
  const text = (): string => {
    const [length, isWide] = twoWords()
    const start = at * 8
    at += Math.ceil(length / 8)
    return bytes.toString(isWide === 1 ? 'utf16le' : 'latin1', start, start + length)
  }
  return { number, words: twoWords, amount, text, slot: () => at }
}
type Reader = ReturnType<typeof reader>

function readEvent(from: Reader): Record<string, unknown> | string {
  const start = from.slot()
  const [head, length] = from.words()
  const [kind, flags] = [head & 0xff, head >> 8]
  const end = start + length
  switch (kind) {
    case 2:
      return readOpened(from, flags, end)
    case 3:
      return { type: 'order-rested', order: from.number() }
    case 4:
      return readTraded(from, flags, end)
    case 5:
      return readClosed(from, flags, end)
    case 6: {
      const [at, until, body, order] = [from.number(), from.number(), from.number(), from.number()]
      const [user, clientId] = [from.text(), from.text()]
      return { type: 'request-remembered', at, user, clientId, until, body, answer: { order } }
    }
    default:
      return from.text()
  }
}

const sideOf = (flags: number): string => ((flags & SELL) === 0 ? 'buy' : 'sell')

function readOpened(from: Reader, flags: number, end: number) {
  const [at, order, pair, [makerFee, takerFee]] = [from.number(), from.number(), from.number(), from.words()]
  const terms = readTerms(from, flags)
  const user = from.text()
  const clientId = (flags & CLIENT_ID) === 0 ? null : from.text()
  const postings = readPostings(from, end, user, user)
  return {
    type: 'order-opened',
    at,
    order,
    user,
    clientId,
    pair,
    side: sideOf(flags),
    terms,
    makerFee,
    takerFee,
    postings,
  }
}

function readTerms(from: Reader, flags: number) {
  if ((flags & MARKET) === 0) {
    const [price, quantity] = [from.number(), from.number()]
    const timeInForce = ['GTC', 'IOC', 'FOK'][flags >> 5]
    return { type: 'limit', price, quantity, timeInForce, postOnly: (flags & POST_ONLY) !== 0 }
  }
  const slippage = from.number()
  if ((flags & BY_TOTAL) === 0) return { type: 'market', by: 'quantity', quantity: from.number(), slippage }
  return { type: 'market', by: 'total', total: from.amount(), slippage }
}

function readTraded(from: Reader, flags: number, end: number) {
  const [at, trade, pair] = [from.number(), from.number(), from.number()]
  const [price, quantity] = [from.number(), from.number()]
  const [maker, taker] = [readLeg(from), readLeg(from)]
  const [one, other] = [from.text(), from.text()]
  const legs = { maker: { ...maker, user: one }, taker: { ...taker, user: other } }
  const postings = readPostings(from, end, one, other)
  return { type: 'traded', at, trade, pair, side: sideOf(flags), price, quantity, ...legs, postings }
}

function readLeg(from: Reader) {
  const [order, filled] = [from.number(), from.number()]
  return { order, filled, fee: from.amount(), filledTotal: from.amount(), feeTotal: from.amount() }
}

function readClosed(from: Reader, flags: number, end: number) {
  const [at, order, user] = [from.number(), from.number(), from.text()]
  const reason = ['filled', 'cancelled', 'expired'][flags]
  return { type: 'order-closed', at, order, user, reason, postings: readPostings(from, end, user, user) }
}

function readPostings(from: Reader, end: number, one: string, other: string) {
  const postings: object[] = []
  while (from.slot() < end) {
    const [owner, currency] = from.words()
    const part = (owner & 256) === 0 ? 'free' : 'held'
    postings.push({ owner: ['fees', one, other][owner & 255], part, currency, amount: from.amount() })
  }
  return postings
}

const amount = fc.bigInt({ min: -(2n ** 100n), max: 2n ** 100n })
const small = fc.nat(1_000_000)
const id = fc.maxSafeInteger().map(Math.abs)
const user = fc.uuid()
const clientId = fc.oneof(fc.string({ unit: 'binary', minLength: 1 }), fc.uuid(), fc.constant('\ud800'))
const pair = fc.nat()
const side = fc.constantFrom('buy', 'sell')
const postingsOf = (...owners: string[]) =>
  fc.array(
    fc.record({
      owner: fc.constantFrom('fees', ...owners),
      part: fc.constantFrom('free', 'held'),
      currency: small,
      amount,
    }),
  )
const terms = fc.oneof(
  fc.record({
    type: fc.constant('limit'),
    price: id,
    quantity: id,
    timeInForce: fc.constantFrom('GTC', 'IOC', 'FOK'),
    postOnly: fc.boolean(),
  }),
  fc.record({ type: fc.constant('market'), by: fc.constant('quantity'), quantity: id, slippage: small }),
  fc.record({ type: fc.constant('market'), by: fc.constant('total'), total: amount, slippage: small }),
)
const leg = (user: string) =>
  fc.record({ order: id, user: fc.constant(user), fee: amount, filled: id, filledTotal: amount, feeTotal: amount })

const opened = user.chain((user) =>
  fc.record({
    type: fc.constant('order-opened'),
    at: id,
    order: id,
    user: fc.constant(user),
    clientId: fc.option(clientId),
    pair,
    side,
    terms,
    makerFee: small,
    takerFee: small,
    postings: postingsOf(user),
  }),
)
const traded = fc.tuple(user, user).chain(([one, other]) =>
  fc.record({
    type: fc.constant('traded'),
    at: id,
    trade: id,
    pair,
    side,
    price: id,
    quantity: id,
    maker: leg(one),
    taker: leg(other),
    postings: postingsOf(one, other),
  }),
)
const closed = user.chain((user) =>
  fc.record({
    type: fc.constant('order-closed'),
    at: id,
    order: id,
    user: fc.constant(user),
    reason: fc.constantFrom('filled', 'cancelled', 'expired'),
    postings: postingsOf(user),
  }),
)
const remembered = fc.record({
  type: fc.constant('request-remembered'),
  at: id,
  user,
  clientId,
  until: id,
  body: id,
  answer: fc.record({ order: id }),
})
const rested = fc.record({ type: fc.constant('order-rested'), order: id })
const other = fc.record({ type: fc.constant('account-frozen'), user, reason: fc.string({ unit: 'binary' }), amount })
const anyEvent = fc.oneof(opened, traded, closed, remembered, rested, other)

const slots = newSlots(1)

test('Every event is found again in the bytes of its command, field by field', () => {
  fc.assert(
    fc.property(id, fc.array(anyEvent), (seq, events) => {
      clearSlots(slots)
      putEvents(slots, seq, events as unknown as Event[])
      const from = reader(slots)
      expect([from.number(), from.number()]).toEqual([seq, events.length])
      for (const event of events) {
        const expected = event.type === 'account-frozen' ? canonicalText(event) : event
        expect(readEvent(from)).toEqual(expected)
      }
      expect(from.slot()).toBe(slots.end)
    }),
    { numRuns: 1_000 },
  )
})

test('The bytes of an event do not depend on what the buffer contained before', () => {
  fc.assert(
    fc.property(anyEvent, (event) => {
      const bytesAfter = (filling: number): Buffer => {
        const used = newSlots(512)
        used.bytes.fill(filling)
        putEvents(used, 1, [event as unknown as Event])
        return Buffer.from(written(used))
      }
      expect(bytesAfter(0)).toEqual(bytesAfter(255))
    }),
  )
})

test('An event of an order that moves the money of a third owner is refused', () => {
  const posting = { owner: 'rewards', part: 'free', currency: 1, amount: 1n }
  const event = { type: 'order-closed', at: 1, order: 1, user: 'a', reason: 'filled', postings: [posting] }
  expect(() => putEvents(slots, 1, [event as unknown as Event])).toThrow('moves money of its users and fees only')
})
