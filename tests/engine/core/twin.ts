/** One exchange in the engine, and its orders and money in the oracle: after each command both are equal. */

import { expect } from 'vitest'
import type { OrderId, UserId } from '../../../src/contract/ids.ts'
import { quantityUnits } from '../../../src/contract/markets/instruments.ts'
import type { Lots } from '../../../src/contract/money.ts'
import { quantityOf, totalOf } from '../../../src/contract/orders/order-terms.ts'
import { expectDefined } from '../../../src/engine/assert.ts'
import { SMALL } from '../../../src/engine/core/records.ts'
import {
  activityOf,
  assertInvariants,
  beginLoading,
  type Command,
  canonicalText,
  type Event,
  execute,
  lastTradeOf,
  ledgerEntries,
  loadPiece,
  markets,
  type OrderOpened,
  type Order as OrderView,
  openOrders,
  type State,
  saveSnapshot,
} from '../../../src/engine/exchange.ts'
import { emptyState } from '../../../src/engine/state.ts'
import { Oracle } from '../oracle/oracle.ts'
import { stateText } from '../state-text.ts'

const COMPARED: readonly Command['type'][] = ['place-order', 'cancel-order', 'cancel-all', 'convert', 'freeze-account']
const ORDER_EVENTS = ['order-opened', 'order-rested', 'traded', 'order-closed']
const isOfOrder = ({ type }: Event): boolean => ORDER_EVENTS.includes(type)

export class Twin {
  state: State = emptyState('00000000-0000-4000-8000-000000000000', SMALL)
  readonly oracle = new Oracle()
  at = 1_700_000_000_000
  /** What happened how often: event types and refusals. */
  readonly seen = new Map<string, number>()

  /** Executes a command in both. The refusal code, if it was refused. */
  does(command: Command): string | undefined {
    const { state, oracle, at } = this
    const seq = state.seq + 1
    const { answer, events, closed } = execute(state, { seq, at, rules: state.rules, command })
    oracle.begin(seq, at)
    const expected = this.#repeats(command, events)
    const refusal = answer.type === 'refused' ? answer.refusal : undefined
    if (refusal !== undefined) this.#count(refusal.code)
    for (const { type } of events) this.#count(type)
    if (COMPARED.includes(command.type)) {
      if (command.type !== 'convert' && command.type !== 'freeze-account')
        expect(refusal, text(command)).toEqual(expected)
      expect(events.filter(isOfOrder).map(canonicalText), text(command)).toEqual(oracle.events.map(canonicalText))
      expect(closed.map(orderText), text(command)).toEqual(oracle.closed.map(orderText))
    }
    return refusal?.code
  }

  /** Continues with the state as it is loaded from a snapshot. */
  reloads(): void {
    const before = stateText(this.state)
    const { head, pieces } = saveSnapshot(this.state)
    this.state = beginLoading(head, SMALL)
    for (const piece of pieces) loadPiece(this.state, piece)
    expect(stateText(this.state)).toEqual(before)
    assertInvariants(this.state)
  }

  #count(name: string): void {
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
  }

  #repeats(command: Command, events: readonly Event[]) {
    const { oracle } = this
    switch (command.type) {
      case 'place-order':
        return oracle.places(command)
      case 'cancel-order':
        return oracle.cancels(command.user, command.order)
      case 'cancel-all':
        oracle.cancelsAll(command.user, command.pair)
        return undefined
      case 'convert':
        for (const event of events) if (event.type === 'order-opened') this.#executes(event)
        return undefined
      case 'freeze-account':
        oracle.cancelsEvery(command.user)
    }
    for (const event of events) this.#applies(event)
    return undefined
  }

  /** A leg is planned as it was opened, and spends what is planned. */
  #executes({ user, pair, side, terms, order, makerFee }: OrderOpened): void {
    const { pair: rules } = expectDefined(this.oracle.state.markets.get(pair), 'the pair is listed')
    const amount = totalOf(terms) ?? quantityUnits(rules, quantityOf(terms) ?? (0 as Lots))
    const plan = expectDefined(this.oracle.plans(user, pair, side, amount), 'the leg was planned')
    expect(plan.terms).toEqual(terms)
    this.oracle.executes(plan, user, order as OrderId, makerFee)
  }

  /** What other modules do to accounts, markets and money. */
  #applies(event: Event): void {
    const { oracle } = this
    if (event.type === 'pair-listed')
      oracle.lists({ pair: event.pair, lastPrice: event.pair.referencePrice, lastTradeAt: undefined })
    if (event.type === 'pair-rules-set') {
      const market = expectDefined(oracle.state.markets.get(event.pair), 'the pair is listed')
      market.pair = { ...market.pair, rules: event.rules }
    }
    if (event.type === 'account-opened') oracle.opens(event.user)
    if (event.type === 'account-frozen') oracle.freezes(event.user, Number.MAX_SAFE_INTEGER)
    if (event.type === 'account-unfrozen') oracle.freezes(event.user, 0)
    if ('postings' in event && !isOfOrder(event)) oracle.posts(event.postings)
  }

  /** Balances, activity, prices and open orders. */
  compare(): void {
    const { state, oracle } = this
    const line = (owner: string, currency: number, free: bigint, heldAmount: bigint): string =>
      `${owner}/${currency}: ${free}, ${heldAmount}`
    const entries = [...ledgerEntries(state)]
    expect(entries.map(({ owner, currency, free, held }) => line(owner, currency, free, held))).toEqual(
      entries.map(({ owner, currency }) =>
        line(owner, currency, oracle.balance(owner, 'free', currency), oracle.balance(owner, 'held', currency)),
      ),
    )
    for (const [user, { activity, lastSeq }] of oracle.state.core.traders) {
      const found = activityOf(state, user as UserId)
      expect(found?.trades ?? 0, user).toBe(activity?.trades ?? 0)
      expect(found?.volume ?? 0n, user).toBe(activity?.volume ?? 0n)
      expect([found?.lastFeeAt, found?.qualifiedAt], user).toEqual([activity?.lastFeeAt, activity?.qualifiedAt])
      expect(state.core.lastSeqOf(user), user).toBeGreaterThanOrEqual(lastSeq)
    }
    expect(Array.from(openOrders(state), ({ id }) => id)).toEqual([...oracle.state.core.orders.keys()])
    expect(lastTradeOf(state)).toBe(oracle.state.lastTrade)
    expect(Array.from(markets(state), ({ lastPrice }) => lastPrice)).toEqual(
      Array.from(oracle.state.markets.values(), ({ lastPrice }) => lastPrice),
    )
    assertInvariants(state)
  }
}

const text = (command: Command): string =>
  JSON.stringify(command, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

/** Every field of a view; an order of the oracle has more. */
function orderText(order: OrderView): string {
  const { id, user, clientId, pair, side, terms, quantity, filled, filledTotal, fee, makerFee, takerFee } = order
  const { openedAt, updatedAt, closed } = order
  const facts = { id, user, clientId, pair, side, terms, quantity, filled, filledTotal, fee, makerFee, takerFee }
  return canonicalText({ ...facts, openedAt, updatedAt, closed: closed ?? null })
}
