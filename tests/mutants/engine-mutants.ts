import type { Mutant } from './mutants.ts'

const MATCHING = ['engine/matching.test.ts']
const MONEY = ['engine/money.test.ts']
const INVARIANTS = ['engine/invariants.test.ts']
const REFUSALS = ['engine/refusals.test.ts']
const FREEZE = ['engine/accounts/freeze.test.ts']
const INSTRUMENTS = ['engine/instruments/instruments.test.ts']
const SNAPSHOT = ['engine/snapshot.test.ts']

export const engineMutants: readonly Mutant[] = [
  {
    name: 'the reference price changes while the market trades',
    file: 'src/engine/instruments/set-reference-price.ts',
    edits: [["pair.rules.status !== 'halted'", 'false']],
    caughtBy: INSTRUMENTS,
  },
  {
    name: 'a coin is hidden while nobody can cancel its orders',
    file: 'src/engine/instruments/hide-currency.ts',
    edits: [["pair.rules.status !== 'cancel_only'", "pair.rules.status === 'trading'"]],
    caughtBy: INSTRUMENTS,
  },
  {
    name: 'a snapshot shows hidden coins again',
    file: 'src/engine/instruments/state.ts',
    edits: [['if (isHidden) hiddenCurrencies.add(currency.id)', '']],
    caughtBy: INSTRUMENTS,
  },
  {
    name: 'a price equal to the limit does not match',
    file: 'src/engine/orderbook/book.ts',
    edits: [['resting <= limit : resting >= limit', 'resting < limit : resting > limit']],
    caughtBy: MATCHING,
  },
  {
    name: 'the newest order at a price is matched first',
    file: 'src/engine/orders/match.ts',
    edits: [['bestLevel(side)?.first', 'bestLevel(side)?.last']],
    caughtBy: MATCHING,
  },
  {
    name: 'a user trades with their own order',
    file: 'src/engine/orders/match.ts',
    edits: [['if (maker.user === taker.user) {', 'if (maker.user === taker.user && maker.id < 0) {']],
    caughtBy: MATCHING,
  },
  {
    name: 'a market total is rounded up to a lot',
    file: 'src/engine/orders/match.ts',
    edits: [['const lots = amount / perLot', 'const lots = (amount + perLot - 1n) / perLot']],
    caughtBy: ['engine/market-order.test.ts'],
  },
  {
    name: 'fill-or-kill counts the own orders of the user',
    file: 'src/engine/orderbook/depth.ts',
    edits: [['if (order.user !== user) missing -=', 'missing -=']],
    caughtBy: MATCHING,
  },
  {
    name: 'a trade does not reduce the quantity of the level',
    file: 'src/engine/orders/state.ts',
    edits: [['(level.quantity - event.quantity) as Lots', 'level.quantity']],
    caughtBy: MATCHING,
  },
  {
    name: 'an event is applied twice',
    file: 'src/engine/execution.ts',
    edits: [
      [
        '  execution.evolve(execution.state, event)',
        '  execution.evolve(execution.state, event)\n  execution.evolve(execution.state, event)',
      ],
    ],
    caughtBy: MONEY,
  },
  {
    name: 'a closed order keeps its hold',
    file: 'src/engine/orders/close-order.ts',
    edits: [['postings: release(pair, order),', 'postings: [],']],
    caughtBy: MONEY,
  },
  {
    name: 'a user cancels the order of another user',
    file: 'src/engine/orders/cancel-order.ts',
    edits: [['if (order === undefined || order.user !== user)', 'if (order === undefined)']],
    caughtBy: REFUSALS,
  },
  {
    name: 'the client id of a closed order is not free again',
    file: 'src/engine/orderbook/own-orders.ts',
    edits: [['  if (clientId !== null) trader.byClientId?.delete(clientId)\n', '']],
    caughtBy: ['engine/own-orders.test.ts'],
  },
  {
    name: 'closed orders count as open orders of their pair',
    file: 'src/engine/orderbook/own-orders.ts',
    edits: [['const left = openIn(trader, pair) - 1', 'const left = openIn(trader, pair)']],
    caughtBy: REFUSALS,
  },
  {
    name: 'a user has a hundred and one open orders in a pair',
    file: 'src/engine/orders/place-order.ts',
    edits: [['openIn(trader, pair) >= MAX_OPEN_PER_PAIR', 'openIn(trader, pair) > MAX_OPEN_PER_PAIR']],
    caughtBy: REFUSALS,
  },
  {
    name: 'a user has two hundred and one open orders',
    file: 'src/engine/orders/place-order.ts',
    edits: [['trader.open >= MAX_OPEN ', 'trader.open > MAX_OPEN ']],
    caughtBy: REFUSALS,
  },
  {
    name: 'a frozen account places an order',
    file: 'src/engine/orders/place-order.ts',
    edits: [["  if (at < trader.frozenUntil) return refusal('ACCOUNT_FROZEN')\n", '']],
    caughtBy: FREEZE,
  },
  {
    name: 'a snapshot forgets that an account is frozen',
    file: 'src/engine/accounts/save.ts',
    edits: [['frozenUntil(freezes), saved)', 'frozenUntil(freezes.slice(1)), saved)']],
    caughtBy: SNAPSHOT,
  },
  {
    name: 'a withdrawal of a frozen account is paid',
    file: 'src/engine/payments/assign-payment.ts',
    edits: [['paidWith === undefined && isAccountFrozen(', 'paidWith !== undefined && isAccountFrozen(']],
    caughtBy: FREEZE,
  },
  {
    name: 'the owner lifts the freeze of an operator',
    file: 'src/engine/accounts/freeze-account.ts',
    edits: [
      ['.find((freeze) => freeze.origin === origin)', '.find((freeze) => freeze.origin !== undefined || origin)'],
    ],
    caughtBy: FREEZE,
  },
  {
    name: 'a fee is rounded down',
    file: 'src/contract/money.ts',
    edits: [['(amount * BigInt(rate) + divisor - 1n) / divisor', '(amount * BigInt(rate)) / divisor']],
    caughtBy: ['engine/oracle.test.ts'],
  },
  {
    name: 'a fee is finer than its currency',
    file: 'src/engine/orders/fees.ts',
    edits: [['smallestOf(currency))', '1n as Units)']],
    caughtBy: ['engine/instruments/decimals.test.ts', 'engine/instruments/decimals-property.test.ts'],
  },
  {
    name: 'a deposit is credited finer than its currency',
    file: 'src/contract/wallet/networks.ts',
    edits: [['(units - (units % smallest)) as Units', 'units as Units']],
    caughtBy: ['engine/instruments/decimals-property.test.ts'],
  },
  {
    name: 'the fee of every fill is rounded separately',
    file: 'src/engine/orders/fees.ts',
    edits: [
      ['(order.filled + quantity - order.takenFilled) as Lots', 'quantity'],
      ['order.filledTotal + total - order.takenTotal', 'total'],
      ['return (due - (order.fee - order.takenFee)) as Units', 'return due'],
    ],
    caughtBy: MONEY,
  },
  {
    name: 'a buyer does not get back what a better price saves',
    file: 'src/engine/orders/settle.ts',
    edits: [
      ["part: 'held', currency: quote, amount: -reserved as", "part: 'held', currency: quote, amount: -total as"],
      ['if (reserved > total)', 'if (reserved < 0n)'],
    ],
    caughtBy: MONEY,
  },
  {
    name: 'opening an existing account grants its balances again',
    file: 'src/engine/accounts/open-account.ts',
    edits: [['  if (execution.state.accounts.has(user)) return\n', '']],
    caughtBy: MONEY,
  },
  {
    name: 'a client id is accepted for a different request',
    file: 'src/engine/idempotency/answer-once.ts',
    edits: [['return first.body === body ? answerOf', 'return first.body >= 0 ? answerOf']],
    caughtBy: ['engine/idempotency.test.ts'],
  },
  {
    name: 'a stored refusal is returned without its tag',
    file: 'src/engine/idempotency/answer-once.ts',
    edits: [['refused(refuse(answer.refused.code, answer.refused.params))', 'refused(answer.refused as never)']],
    caughtBy: ['engine/idempotency.test.ts'],
  },
  {
    name: 'a snapshot loses the client ids',
    file: 'src/engine/idempotency/state.ts',
    edits: [
      ['for (const response of items) storeResponse(', 'for (const response of items.slice(0, 0)) storeResponse('],
    ],
    caughtBy: SNAPSHOT,
  },
  {
    name: 'a snapshot loads the queues in reverse order',
    file: 'src/engine/orders/state.ts',
    edits: [['for (const id of items) {', 'for (const id of items.toReversed()) {']],
    caughtBy: SNAPSHOT,
  },
  {
    name: 'a trade is not checked against the limits',
    file: 'src/engine/orders/settle.ts',
    edits: [["  assert(isWithin(maker, price) && isWithin(taker, price), 'both limits allow the price')\n", '']],
    caughtBy: INVARIANTS,
  },
  {
    name: 'a crossed book is not detected',
    file: 'src/engine/orders/place-order.ts',
    edits: [['    assertNotCrossed(order.book)\n', '']],
    caughtBy: INVARIANTS,
  },
  {
    name: 'a negative fee is not detected',
    file: 'src/engine/orders/settle.ts',
    edits: [["  assert(fee >= 0n, 'a fee is not negative')\n", '']],
    caughtBy: INVARIANTS,
  },
  {
    name: 'holds of open orders are not compared with held balances',
    file: 'src/engine/orders/module.ts',
    edits: [['\n  holds,\n}', '\n  holds: () => [],\n}']],
    caughtBy: MONEY,
  },
  {
    name: 'postings are summed over all currencies',
    file: 'src/engine/ledger/ledger.ts',
    edits: [['assert(firstSum === 0n && secondSum === 0n, BALANCED)', 'assert(firstSum + secondSum === 0n, BALANCED)']],
    caughtBy: ['engine/ledger.test.ts'],
  },
  {
    name: 'postings in more than two currencies are not checked',
    file: 'src/engine/ledger/ledger.ts',
    edits: [['if (hasMore) assertBalanced(postings)', 'if (hasMore) return']],
    caughtBy: ['engine/ledger.test.ts'],
  },
]
