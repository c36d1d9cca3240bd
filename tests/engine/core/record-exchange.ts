/** An exchange on the core of records alone: listed pairs, accounts with grants, and the commands of users. */

import type { OrderId } from '../../../src/contract/ids.ts'
import type { Units } from '../../../src/contract/money.ts'
import type { Refusal } from '../../../src/contract/refusals.ts'
import { expectDefined } from '../../../src/engine/assert.ts'
import { type Core, openCore } from '../../../src/engine/core/open-core.ts'
import { type Sizes, SMALL } from '../../../src/engine/core/records.ts'
import { type Command, currencyOf, emptyState, execute, markets, type Posting } from '../../../src/engine/exchange.ts'

export class RecordExchange {
  readonly core: Core
  #seq = 0

  /** `listings`: currencies and pairs. All quote currencies are USDT. */
  constructor(listings: readonly Command[], sizes: Sizes = SMALL) {
    const state = emptyState('00000000-0000-4000-8000-000000000000', SMALL)
    for (const command of listings) execute(state, { seq: state.seq + 1, at: state.at, rules: state.rules, command })
    this.core = openCore({
      sizes,
      currencyOf: (id) => expectDefined(currencyOf(state, id), 'the currency is listed'),
      inUsdt: (_book, total) => total,
    })
    this.#seq = listings.length
    for (const { pair, lastPrice } of markets(state)) this.core.books.list({ pair, lastPrice, lastTradeAt: undefined })
  }

  does(command: Command): Refusal | undefined {
    const { core } = this
    this.#seq += 1
    core.begin(this.#seq, 1_700_000_000_000 + this.#seq)
    switch (command.type) {
      case 'place-order':
        return core.placeOrder(this.#seq as OrderId, command, 0)
      case 'cancel-order':
        return core.cancelOrder(command.user, command.order)
      case 'open-account':
        core.openOwner(command.user)
        for (const { currency, amount } of command.grants)
          core.post([
            { owner: 'world', part: 'free', currency, amount: -amount as Units },
            { owner: command.user, part: 'free', currency, amount },
          ] satisfies Posting[])
        return undefined
      default:
        throw new Error(`${command.type} is not executed by the core`)
    }
  }
}
