/** Quotes of conversions, in memory. The engine decides with the time of the command whether one has expired. */

import { randomUUID } from 'node:crypto'
import type { CurrencyId, Millis, UserId } from '../../contract/ids.ts'
import { minus, type Ppm, type Units } from '../../contract/money.ts'
import { isRefused, type Refusal } from '../../contract/refusals.ts'
import { conversionNet, planConversion } from '../../engine/exchange.ts'
import type { Clock } from '../runtime/clock.ts'
import { ttlMap } from '../runtime/ttl-map.ts'
import type { Sequencer } from '../sequencer/sequencer.ts'

/** The fee of a conversion at most: what the rate may worsen by before the quote fails. */
export const SPREAD: Ppm = 5_000
export const QUOTE_MILLIS: Millis = 10_000
/** An expired quote is still found, so that a late request gets the right refusal, but not longer than its result is. */
const KEPT_MILLIS: Millis = 120_000

type QuoteRequest = { readonly from: CurrencyId; readonly to: CurrencyId; readonly amount: Units }

export type Quote = QuoteRequest & {
  readonly id: string
  readonly user: UserId
  /** What is spent of `amount` in whole lots. */
  readonly spent: Units
  readonly minTo: Units
  /** In `to`, included. */
  readonly fee: Units
  /** What the best prices would bring, before the fee, and what the book brings. */
  readonly atBest: Units
  readonly gross: Units
  readonly createdAt: Millis
  readonly expiresAt: Millis
}

export type Quotes = {
  request(user: UserId, request: QuoteRequest): Promise<Quote | Refusal>
  /** Undefined if it is unknown, belongs to another user, or is long expired. */
  find(user: UserId, id: string): Quote | undefined
}

export function openQuotes({
  sequencer,
  clock,
}: {
  readonly sequencer: Pick<Sequencer, 'read'>
  readonly clock: Clock
}): Quotes {
  const quotes = ttlMap<Quote>(clock, KEPT_MILLIS)
  return {
    async request(user, request) {
      const found = await sequencer.read((state) => {
        const plan = planConversion(state, user, request.from, request.to, request.amount)
        return isRefused(plan) ? plan : { plan, createdAt: Math.max(state.at, clock.now()) }
      })
      if (isRefused(found)) return found
      const { spent, gross, atBest } = found.plan
      const { createdAt } = found
      const minTo = conversionNet(found.plan, SPREAD)
      const times = { createdAt, expiresAt: createdAt + QUOTE_MILLIS }
      const quote: Quote = {
        ...request,
        ...times,
        id: randomUUID(),
        user,
        spent,
        minTo,
        fee: minus(gross, minTo),
        atBest,
        gross,
      }
      quotes.set(quote.id, quote, user)
      return quote
    },
    find(user, id) {
      const quote = quotes.get(id)
      return quote?.user === user ? quote : undefined
    },
  }
}
