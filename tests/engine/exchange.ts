/**
 * A small exchange for scenarios: BTC/USDT with a tick of 1 USDT and a lot of 1 BTC, users by name, and the book as
 * text, the worst sell price first:
 *
 *   sell 105: bob 2, cat 1
 *   buy 100: ann 5
 */

import type { CurrencyId, PairId } from '../../src/contract/ids.ts'
import type { PairRules } from '../../src/contract/markets/instruments.ts'
import type { Side } from '../../src/contract/markets/side.ts'
import type { Units } from '../../src/contract/money.ts'
import { formatUnits, type Lots, parseUnits, type Ticks } from '../../src/contract/money.ts'
import type { OrderTerms, TimeInForce } from '../../src/contract/orders/order-terms.ts'
import { expectDefined } from '../../src/engine/assert.ts'
import type { Command } from '../../src/engine/commands.ts'
import { SMALL } from '../../src/engine/core/records.ts'
import type { Event } from '../../src/engine/events.ts'
import { type Answer, execute, free, held, openOrders } from '../../src/engine/exchange.ts'
import { assertInvariants } from '../../src/engine/invariants.ts'
import type { PlaceOrder } from '../../src/engine/orders/commands.ts'
import type { Owner } from '../../src/engine/postings.ts'
import { beginLoading, loadPiece, saveSnapshot } from '../../src/engine/snapshot.ts'
import { emptyState, type State } from '../../src/engine/state.ts'
import { BY_TEST } from '../fixtures/by-test.ts'
import type { Plain } from '../fixtures/plain.ts'

export const JOURNAL = '0f8fad5b-d9cb-469f-a165-70867728950e'
export const RULES: PairRules = {
  status: 'trading',
  minQuantity: 1 as Lots,
  maxQuantity: 1_000 as Lots,
  minNotional: (1n * 10n ** 8n) as Units,
  maxNotional: (50_000n * 10n ** 8n) as Units,
  band: 500_000,
  makerFee: 1_000,
  takerFee: 1_000,
}
const COINS = { USDT: 1 as CurrencyId, BTC: 2 as CurrencyId } as const
const PAIR = 1 as PairId
type Coin = keyof typeof COINS
type Stock = Partial<Record<Coin, number>>
type LimitOptions = { at: number; tif?: TimeInForce; postOnly?: boolean; id?: string }
type MarketOptions = { slippage?: number; id?: string }

export class Exchange {
  state: State = emptyState(JOURNAL, SMALL)
  now = 1_700_000_000_000
  /** The events of the last command. */
  events: readonly Event[] = []

  /** With an odd `lot`, fees have remainders. */
  constructor(people: Readonly<Record<string, Stock>>, rules: Plain<PairRules> = RULES, lot = 10n ** 8n) {
    for (const [symbol, id] of Object.entries(COINS))
      this.does({ type: 'list-currency', ...BY_TEST, currency: { id, symbol, name: symbol, decimals: 8 } })
    const tick = 10n ** 10n
    this.does({
      type: 'list-pair',
      ...BY_TEST,
      pair: 1,
      base: 2,
      quote: 1,
      tick,
      lot,
      referencePrice: 100 as Ticks,
      rules,
    })
    for (const [user, stock] of Object.entries(people)) {
      const grants = Object.entries(stock).map(([coin, amount]) => ({
        currency: COINS[coin as Coin],
        amount: expectDefined(parseUnits(String(amount)), 'a stock is a number'),
      }))
      this.does({ type: 'open-account', user, kind: 'user', referralCode: null, referrer: null, grants })
    }
  }

  /** Executes a command, then checks all invariants. */
  does(command: Plain<Command>): Answer {
    const { answer, events } = execute(this.state, {
      seq: this.state.seq + 1,
      at: this.now,
      rules: this.state.rules,
      command: command as Command,
    })
    assertInvariants(this.state)
    this.events = events
    return answer
  }

  /** Continues with the state as it is loaded from a snapshot. */
  reloads(): void {
    const { head, pieces } = saveSnapshot(this.state)
    this.state = beginLoading(head, SMALL)
    for (const piece of pieces) loadPiece(this.state, piece)
    assertInvariants(this.state)
  }

  buys = (user: string, quantity: number, options: LimitOptions) => this.#limit(user, 'buy', quantity, options)
  sells = (user: string, quantity: number, options: LimitOptions) => this.#limit(user, 'sell', quantity, options)
  buysAtMarket = (user: string, quantity: number, options: MarketOptions = {}) =>
    this.#market(user, 'buy', { by: 'quantity', quantity: quantity as Lots }, options)
  sellsAtMarket = (user: string, quantity: number, options: MarketOptions = {}) =>
    this.#market(user, 'sell', { by: 'quantity', quantity: quantity as Lots }, options)
  buysFor = (user: string, total: number, options: MarketOptions = {}) =>
    this.#market(user, 'buy', { by: 'total', total: units(total) }, options)
  sellsFor = (user: string, total: number, options: MarketOptions = {}) =>
    this.#market(user, 'sell', { by: 'total', total: units(total) }, options)
  cancels = (user: string, order: number) => outcome(this.does({ type: 'cancel-order', user, order }))
  cancelsAll = (user: string, pair: number | null = null) => outcome(this.does({ type: 'cancel-all', user, pair }))

  asks = (user: string, side: Side, terms: OrderTerms) =>
    this.#place({ type: 'place-order', user, clientId: null, pair: 1, side, terms })

  /** The orders of a side, best price first, then oldest first. */
  queue(side: Side): number[] {
    return [...this.state.core.queuesOf(PAIR, side)].flatMap(({ queue }) => queue)
  }

  #limit(user: string, side: Side, quantity: number, { at, tif = 'GTC', postOnly = false, id }: LimitOptions): string {
    const terms = {
      type: 'limit',
      price: at as Ticks,
      quantity: quantity as Lots,
      timeInForce: tif,
      postOnly,
    } as const
    return this.#place({ type: 'place-order', user, clientId: id ?? null, pair: 1, side, terms })
  }

  #market(
    user: string,
    side: Side,
    asked: { by: 'quantity'; quantity: Lots } | { by: 'total'; total: bigint },
    options: MarketOptions,
  ) {
    const terms = { type: 'market', ...asked, slippage: options.slippage ?? 50_000 } as const
    return this.#place({ type: 'place-order', user, clientId: options.id ?? null, pair: 1, side, terms })
  }

  /** `open`, `filled 3`, `expired 2` … or a refusal code. */
  #place(command: Plain<PlaceOrder>): string {
    const answer = this.does(command)
    if (answer.type !== 'order') return outcome(answer)
    if (answer.repeated) return `repeated ${answer.order}`
    const filled = this.events.reduce((sum, event) => {
      return event.type === 'traded' && event.taker.order === answer.order ? sum + event.quantity : sum
    }, 0)
    const closed = this.events.find((event) => event.type === 'order-closed' && event.order === answer.order)
    const end = closed?.type === 'order-closed' ? closed.reason : 'open'
    return filled > 0 ? `${end} ${filled}` : end
  }

  get lastOrder(): number {
    return this.state.seq
  }

  free = (user: string, coin: Coin) => formatUnits(free(this.state, user as Owner, COINS[coin]))
  held = (user: string, coin: Coin) => formatUnits(held(this.state, user as Owner, COINS[coin]))

  get book(): string {
    return [...this.#draw('sell').reverse(), ...this.#draw('buy')].join('\n')
  }

  #draw(side: Side): string[] {
    const open = new Map(Array.from(openOrders(this.state), (order) => [order.id, order]))
    return Array.from(this.state.core.queuesOf(PAIR, side), ({ price, queue }) => {
      const orders = queue.map((id) => expectDefined(open.get(id), 'a resting order is open'))
      return `${side} ${price}: ${orders.map(({ user, quantity, filled }) => `${user} ${quantity - filled}`).join(', ')}`
    })
  }
}

function outcome(answer: Answer): string {
  if (answer.type === 'refused') return answer.refusal.code
  return answer.type === 'cancelled' ? `cancelled ${answer.orders.length}` : answer.type
}

const units = (amount: number): bigint => expectDefined(parseUnits(String(amount)), 'an amount is a number')

/** The text of a book without its indentation in the test. */
export const drawn = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
