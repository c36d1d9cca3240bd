import type { Mutant } from './mutants.ts'

const MATCHING = ['engine/matching.test.ts']
const MONEY = ['engine/money.test.ts']
const CLAIMS = ['engine/claims.test.ts']

export const engineMutants: readonly Mutant[] = [
  {
    name: 'a price must be better to cross, not as good',
    file: 'src/engine/matching/book.ts',
    edits: [['resting <= limit : resting >= limit', 'resting < limit : resting > limit']],
    caughtBy: MATCHING,
  },
  {
    name: 'who came last at a price goes first',
    file: 'src/engine/matching/match.ts',
    edits: [['bestLevel(side)?.first', 'bestLevel(side)?.last']],
    caughtBy: MATCHING,
  },
  {
    name: 'an own order is traded with',
    file: 'src/engine/matching/match.ts',
    edits: [['if (maker.user === taker.user) {', 'if (maker.user === taker.user && maker.id < 0) {']],
    caughtBy: MATCHING,
  },
  {
    name: 'a market total is rounded up to a lot',
    file: 'src/engine/matching/match.ts',
    edits: [['const lots = amount / perLot', 'const lots = (amount + perLot - 1n) / perLot']],
    caughtBy: ['engine/market-order.test.ts'],
  },
  {
    name: 'fill-or-kill counts own orders',
    file: 'src/engine/matching/depth.ts',
    edits: [['if (order.user !== user) missing -=', 'missing -=']],
    caughtBy: MATCHING,
  },
  {
    name: 'a level forgets what was traded of it',
    file: 'src/engine/evolve.ts',
    edits: [['(level.quantity - event.quantity) as typeof level.quantity', 'level.quantity']],
    caughtBy: MATCHING,
  },
  {
    name: 'an event is applied twice',
    file: 'src/engine/turn.ts',
    edits: [['  evolve(turn.state, event)', '  evolve(turn.state, event)\n  evolve(turn.state, event)']],
    caughtBy: MONEY,
  },
  {
    name: 'a cancelled order keeps its hold',
    file: 'src/engine/orders/cancel-order.ts',
    edits: [['postings: release(pair, order),', 'postings: [],']],
    caughtBy: MONEY,
  },
  {
    name: 'anybody cancels an order',
    file: 'src/engine/orders/cancel-order.ts',
    edits: [['if (order === undefined || order.user !== user)', 'if (order === undefined)']],
    caughtBy: ['engine/refusals.test.ts'],
  },
  {
    name: 'a frozen account trades',
    file: 'src/engine/orders/place-order.ts',
    edits: [["  if (account.frozen) return no('ACCOUNT_FROZEN')\n", '']],
    caughtBy: ['engine/refusals.test.ts'],
  },
  {
    name: 'a fee is rounded down',
    file: 'src/contract/money.ts',
    edits: [['(amount * BigInt(rate) + MILLION - 1n) / MILLION', '(amount * BigInt(rate)) / MILLION']],
    caughtBy: ['engine/oracle.test.ts'],
  },
  {
    name: 'a fee is rounded for every fill alone',
    file: 'src/engine/orders/fees.ts',
    edits: [
      ['(order.filled + quantity - order.takenFilled) as Lots', 'quantity'],
      ['order.filledTotal + total - order.takenTotal', 'total'],
      ['return due - (order.fee - order.takenFee)', 'return due'],
    ],
    caughtBy: MONEY,
  },
  {
    name: 'a buyer who offered more does not get the rest back',
    file: 'src/engine/orders/settle.ts',
    edits: [
      ["part: 'held', currency: quote, amount: -offered }", "part: 'held', currency: quote, amount: -total }"],
      ['if (offered > total) postings', 'if (offered < 0n) postings'],
    ],
    caughtBy: MONEY,
  },
  {
    name: 'an account is granted its money again',
    file: 'src/engine/accounts/open-account.ts',
    edits: [['  if (turn.state.accounts.has(user)) return\n', '']],
    caughtBy: MONEY,
  },
  {
    name: 'a client id is good for any order',
    file: 'src/engine/engine.ts',
    edits: [['if (before.body !== body) return', 'if (before.body < 0) return']],
    caughtBy: ['engine/remembered.test.ts'],
  },
  {
    name: 'client ids are lost with a snapshot',
    file: 'src/engine/snapshot.ts',
    edits: [
      ['for (const request of piece.items) remember(', 'for (const request of piece.items.slice(0, 0)) remember('],
    ],
    caughtBy: ['engine/snapshot.test.ts'],
  },
  {
    name: 'a queue is thawed back to front',
    file: 'src/engine/snapshot.ts',
    edits: [['for (const id of piece.items) {', 'for (const id of piece.items.toReversed()) {']],
    caughtBy: ['engine/snapshot.test.ts'],
  },
  {
    name: 'nobody looks whether a price is within the limits',
    file: 'src/engine/orders/settle.ts',
    edits: [["  assert(isWithin(maker, price) && isWithin(taker, price), 'nobody trades beyond their limit')\n", '']],
    caughtBy: CLAIMS,
  },
  {
    name: 'nobody looks whether the book is crossed',
    file: 'src/engine/orders/place-order.ts',
    edits: [['    assertNotCrossed(market.book)\n', '']],
    caughtBy: CLAIMS,
  },
  {
    name: 'nobody looks whether a fee gives',
    file: 'src/engine/orders/settle.ts',
    edits: [["  assert(fee >= 0n, 'a fee is not below zero')\n", '']],
    caughtBy: CLAIMS,
  },
]
