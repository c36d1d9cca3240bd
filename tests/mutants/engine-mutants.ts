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
    file: 'src/engine/core/look.ts',
    edits: [['resting >= limit : resting <= limit', 'resting > limit : resting < limit']],
    caughtBy: MATCHING,
  },
  {
    name: 'the newest order at a price is matched first',
    file: 'src/engine/core/match.ts',
    edits: [
      [
        'take(book, first[best] as OrderHandle, taker, levelPrice[best]!, wanted)',
        'take(book, levels.last[best] as OrderHandle, taker, levelPrice[best]!, wanted)',
      ],
      [
        'const { first, price: levelPrice } = records.levels',
        'const { levels } = records\n  const { first, price: levelPrice } = levels',
      ],
    ],
    caughtBy: MATCHING,
  },
  {
    name: 'a user trades with their own order',
    file: 'src/engine/core/match.ts',
    edits: [['if (seat[maker] === seat[taker]) {', 'if (seat[maker] === seat[taker] && wanted < 0) {']],
    caughtBy: MATCHING,
  },
  {
    name: 'a market total is rounded up to a lot',
    file: 'src/engine/core/match.ts',
    edits: [
      [
        'Math.min(most, Math.floor((priceOf[order]! - filledTotal[order]!)',
        'Math.min(most, Math.ceil((priceOf[order]! - filledTotal[order]!)',
      ],
    ],
    caughtBy: ['engine/market-order.test.ts'],
  },
  {
    name: 'fill-or-kill counts the own orders of the user',
    file: 'src/engine/core/look.ts',
    edits: [['if (seat[order] !== taker) missing -=', 'missing -=']],
    caughtBy: MATCHING,
  },
  {
    name: 'a trade does not reduce the quantity of the level',
    file: 'src/engine/core/trade.ts',
    edits: [['    levelQuantity[at]! -= lots\n', '']],
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
    file: 'src/engine/core/happen.ts',
    edits: [['    if (held > 0) release(order, held)\n', '']],
    caughtBy: MONEY,
  },
  {
    name: 'a user cancels the order of another user',
    file: 'src/engine/core/commands.ts',
    edits: [['if (order === NONE || ownerOf[seatOf[order]!] !== owners.find(user))', 'if (order === NONE)']],
    caughtBy: REFUSALS,
  },
  {
    name: 'the client id of a closed order is not free again',
    file: 'src/engine/core/own-orders.ts',
    edits: [['    clientIds.remove(order)\n', '']],
    caughtBy: ['engine/own-orders.test.ts'],
  },
  {
    name: 'closed orders count as open orders of their pair',
    file: 'src/engine/core/own-orders.ts',
    edits: [['    openIn[seat]! -= 1\n', '']],
    caughtBy: REFUSALS,
  },
  {
    name: 'a user has a hundred and one open orders in a pair',
    file: 'src/engine/core/refuse.ts',
    edits: [['openIn[seat]! >= MAX_OPEN_PER_PAIR', 'openIn[seat]! > MAX_OPEN_PER_PAIR']],
    caughtBy: REFUSALS,
  },
  {
    name: 'a user has two hundred and one open orders',
    file: 'src/engine/core/refuse.ts',
    edits: [['open[owner]! >= MAX_OPEN)', 'open[owner]! > MAX_OPEN)']],
    caughtBy: REFUSALS,
  },
  {
    name: 'a frozen account places an order',
    file: 'src/engine/core/commands.ts',
    edits: [["    if (now.at < frozenUntil[owner]!) return refuse('ACCOUNT_FROZEN')\n", '']],
    caughtBy: FREEZE,
  },
  {
    name: 'a snapshot forgets that an account is frozen',
    file: 'src/engine/core/save.ts',
    edits: [["  'frozenUntil',\n", '']],
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
    file: 'src/engine/core/trade.ts',
    edits: [
      ["import { RANGE, shareUp } from './amounts.ts'", "import { RANGE, shareDown } from './amounts.ts'"],
      ['return shareUp(received, rate)', 'return shareDown(received, rate)'],
    ],
    caughtBy: ['engine/oracle.test.ts'],
  },
  {
    name: 'a fee is finer than its currency',
    file: 'src/engine/core/book.ts',
    edits: [['this.lot = Number(lot / smallestOf(base))', 'this.lot = Number(lot)']],
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
    file: 'src/engine/core/trade.ts',
    edits: [
      ['filledTotal[order]! + total - taken[order]!', 'total'],
      ['(filledOf(order) + lots - taken[order]!) * book.lot', 'lots * book.lot'],
      ['shareUp(received, rate) - (fee[order]! - takenFee[order]!)', 'shareUp(received, rate)'],
    ],
    caughtBy: MONEY,
  },
  {
    name: 'a buyer does not get back what a better price saves',
    file: 'src/engine/core/trade.ts',
    edits: [
      ['postHeld(quote[buys]!, -reserved, QUOTE)', 'postHeld(quote[buys]!, -total, QUOTE)'],
      ['if (reserved > total)', 'if (reserved < 0)'],
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
    caughtBy: ['engine/idempotency/answer-once.test.ts'],
  },
  {
    name: 'a stored refusal is returned without its tag',
    file: 'src/engine/idempotency/answer-once.ts',
    edits: [['refused(refuse(answer.refused.code, answer.refused.params))', 'refused(answer.refused as never)']],
    caughtBy: ['engine/idempotency/answer-once.test.ts'],
  },
  {
    name: 'a snapshot loses the client ids',
    file: 'src/engine/idempotency/module.ts',
    edits: [['for (const block of items) responses', 'for (const block of items.slice(0, 0)) responses']],
    caughtBy: SNAPSHOT,
  },
  {
    name: 'a snapshot loads the queues in reverse order',
    file: 'src/engine/core/save.ts',
    edits: [['for (const id of items) {', 'for (const id of items.toReversed()) {']],
    caughtBy: SNAPSHOT,
  },
  {
    name: 'a trade is not checked against the limits',
    file: 'src/engine/core/trade.ts',
    edits: [["    assert(allows(maker, atPrice) && allows(taker, atPrice), 'both limits allow the price')\n", '']],
    caughtBy: INVARIANTS,
  },
  {
    name: 'a crossed book is not detected',
    file: 'src/engine/core/place.ts',
    edits: [['      assertNotCrossed(book)\n', '']],
    caughtBy: INVARIANTS,
  },
  {
    name: 'a negative fee is not detected',
    file: 'src/engine/core/trade.ts',
    edits: [["    assert(makerFee >= 0 && takerFee >= 0, 'a fee is not negative')\n", '']],
    caughtBy: INVARIANTS,
  },
  {
    name: 'holds of open orders are not compared with held balances',
    file: 'src/engine/orders/module.ts',
    edits: [['  holds: holdsOfOrders,', '  holds: () => [],']],
    caughtBy: MONEY,
  },
  {
    name: 'postings are summed over all currencies',
    file: 'src/engine/core/money.ts',
    edits: [
      [
        'sums.set(currency, (sums.get(currency) ?? 0n) + amount)',
        'sums.set(0 as CurrencyId, (sums.get(0 as CurrencyId) ?? 0n) + amount)',
      ],
    ],
    caughtBy: ['engine/ledger.test.ts'],
  },
]
