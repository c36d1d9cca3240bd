/** One exchange in today's engine and its orders and money in the core of records: after each command both are equal. */

import { expect } from 'vitest'
import type { OrderId, PairId, UserId } from '../../../src/contract/ids.ts'
import { quantityUnits } from '../../../src/contract/markets/instruments.ts'
import { USDT_ID, valuation } from '../../../src/contract/markets/valuation.ts'
import type { Lots, Units } from '../../../src/contract/money.ts'
import { quantityOf, totalOf } from '../../../src/contract/orders/order-terms.ts'
import { expectDefined } from '../../../src/engine/assert.ts'
import { joined } from '../../../src/engine/core/amounts.ts'
import { openCore, type RecordCore } from '../../../src/engine/core/open-core.ts'
import { SMALL } from '../../../src/engine/core/records.ts'
import {
  activityOf,
  type Command,
  canonicalText,
  currencyOf,
  type Event,
  emptyState,
  execute,
  ledgerEntries,
  type OrderOpened,
  openOrders,
} from '../../../src/engine/exchange.ts'
import type { PlaceOrder } from '../../../src/engine/orders/commands.ts'

const COMPARED: readonly Command['type'][] = ['place-order', 'cancel-order', 'cancel-all', 'convert']
const ORDER_EVENTS = ['order-opened', 'order-rested', 'traded', 'order-closed']

export class Twin {
  readonly state = emptyState('00000000-0000-4000-8000-000000000000')
  core: RecordCore
  at = 1_700_000_000_000
  /** What happened how often: event types and refusals. */
  readonly seen = new Map<string, number>()

  constructor() {
    this.core = this.#opened()
  }

  #opened(): RecordCore {
    return openCore({
      sizes: SMALL,
      currencyOf: (id) => expectDefined(currencyOf(this.state, id), 'the currency is listed'),
      inUsdt: ({ market }, total) => {
        const { quote } = market.pair
        if (quote.id === USDT_ID) return total
        const units = (BigInt(total) * 10n ** BigInt(8 - quote.decimals)) as Units
        return Number(valuation(this.#quotes(), quote.id, units) ?? 0n)
      },
    })
  }

  /** Continues with a core that is loaded from what this one saves. */
  reloads(): void {
    const before = this.core
    const loaded = this.#opened()
    const pieces = before.save()
    const isFirst = ({ part }: (typeof pieces)[number]): boolean => part === 'owners' || part === 'purses'
    for (const piece of pieces) if (isFirst(piece)) loaded.load(piece)
    for (const { market } of before.books.all) loaded.books.list({ ...market })
    for (const piece of pieces) if (!isFirst(piece)) loaded.load(piece)
    loaded.now.lastTrade = before.now.lastTrade
    expect(loaded.save()).toEqual(pieces)
    this.core = loaded
  }

  /** With the prices that the core has seen. */
  *#quotes() {
    for (const { pair } of this.state.markets.values()) yield this.core.books.listed(pair.id).market
  }

  /** Executes a command in both. The refusal code, if it was refused. */
  does(command: Command): string | undefined {
    const { state, core, at } = this
    const seq = state.seq + 1
    const { answer, events } = execute(state, { seq, at, rules: state.rules, command })
    core.begin(seq, at)
    const refusal = this.#repeats(command, events)
    const expected = answer.type === 'refused' ? answer.refusal : undefined
    if (expected !== undefined) this.#count(expected.code)
    for (const { type } of events) this.#count(type)
    if (COMPARED.includes(command.type)) {
      if (command.type !== 'convert') expect(refusal, text(command)).toEqual(expected)
      const happened = events.filter(({ type }) => ORDER_EVENTS.includes(type))
      expect(core.events().map(canonicalText), text(command)).toEqual(happened.map(canonicalText))
    }
    return expected?.code
  }

  #count(name: string): void {
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
  }

  #repeats(command: Command, events: readonly Event[]) {
    const { core } = this
    switch (command.type) {
      case 'place-order':
        return this.#places(command)
      case 'cancel-order':
        return core.cancelOrder(command.user, command.order)
      case 'cancel-all':
        core.cancelAll(command.user, command.pair)
        return undefined
      case 'convert':
        for (const event of events) if (event.type === 'order-opened') this.#executes(event)
        return undefined
      default:
        for (const event of events) this.#applies(event)
        return undefined
    }
  }

  #places({ user, clientId, pair, side, terms }: PlaceOrder) {
    return this.core.placeOrder({ id: this.state.seq as OrderId, user, clientId, pair, side, terms })
  }

  /** A leg is planned as it was opened, and spends what is planned. */
  #executes({ user, pair, side, terms, order, makerFee }: OrderOpened): void {
    const { planLeg, executeLeg, books } = this.core
    const total = totalOf(terms)
    const amount = total ?? quantityUnits(books.listed(pair).market.pair, quantityOf(terms) ?? (0 as Lots))
    const plan = expectDefined(planLeg(user, pair, side, amount), 'the leg was planned')
    expect(plan.terms).toEqual(terms)
    executeLeg(plan, user, order, makerFee)
  }

  /** What other modules do to accounts, markets and money. */
  #applies(event: Event): void {
    const { core } = this
    if (event.type === 'pair-listed')
      core.books.list({ pair: event.pair, lastPrice: event.pair.referencePrice, lastTradeAt: undefined })
    if (event.type === 'pair-rules-set') {
      const { market } = core.books.listed(event.pair)
      market.pair = { ...market.pair, rules: event.rules }
    }
    if (event.type === 'account-opened') core.owners.handleOf(event.user)
    if (event.type === 'account-frozen') {
      core.setFrozenUntil(event.user, Number.MAX_SAFE_INTEGER)
      core.cancelEvery(event.user)
    }
    if (event.type === 'account-unfrozen') core.setFrozenUntil(event.user, 0)
    if ('postings' in event && !ORDER_EVENTS.includes(event.type)) core.post(event.postings)
  }

  /** Balances, activity, prices and open orders. */
  compare(): void {
    const { state, core } = this
    const expected = [...ledgerEntries(state)].map(
      ({ owner, currency, free, held }) => `${owner}/${currency}: ${free}, ${held}`,
    )
    const found = [...ledgerEntries(state)].map(
      ({ owner, currency }) =>
        `${owner}/${currency}: ${core.balance(owner, 'free', currency)}, ${core.balance(owner, 'held', currency)}`,
    )
    expect(found).toEqual(expected)
    for (const user of state.accounts.keys())
      expect(this.#activity(user), user).toEqual(expectedActivity(this.state, user))
    expect(core.openCount()).toBe([...openOrders(state)].length)
    expect(core.now.lastTrade).toBe(state.lastTrade)
    core.assertRecords()
    for (const [pair, market] of state.markets) expect(core.books.listed(pair as PairId).market).toEqual(market)
  }

  #activity(user: UserId) {
    const { owners } = this.core.records
    const owner = this.core.owners.handleOf(user)
    return {
      trades: owners.trades[owner]!,
      volume: joined(owners.volumeHigh[owner]!, owners.volumeLow[owner]!),
      lastFeeAt: owners.lastFeeAt[owner]!,
      qualifiedAt: owners.qualifiedAt[owner]!,
    }
  }
}

function expectedActivity(state: Twin['state'], user: UserId) {
  const activity = activityOf(state, user)
  return {
    trades: activity?.trades ?? 0,
    volume: activity?.volume ?? 0n,
    lastFeeAt: activity?.lastFeeAt ?? 0,
    qualifiedAt: activity?.qualifiedAt ?? 0,
  }
}

const text = (command: Command): string =>
  JSON.stringify(command, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))
