/** Which market orders a conversion consists of: one for a pair of both coins, else two through USDT. */

import type { CurrencyId, UserId } from '../../contract/ids.ts'
import { type Currency, isCoin, smallestOf } from '../../contract/markets/instruments.ts'
import { refuseFiner } from '../../contract/markets/precision.ts'
import type { Side } from '../../contract/markets/side.ts'
import { VALUATION_CURRENCY, valuation } from '../../contract/markets/valuation.ts'
import { formatUnits, type Ppm, shareRoundedUp, type Units } from '../../contract/money.ts'
import { isRefused, type Refusal, refuse } from '../../contract/refusals.ts'
import { accountOf } from '../accounts/views.ts'
import { expectDefined } from '../assert.ts'
import { free, isAccountFrozen, type LegPlan, planLeg } from '../core.ts'
import { currencyOf, type MarketView, markets } from '../instruments/views.ts'
import type { State } from '../state.ts'

export type ConversionPlan = {
  readonly legs: readonly [LegPlan] | readonly [LegPlan, LegPlan]
  readonly to: Currency
  readonly spent: Units
  /** Before the fee. */
  readonly gross: Units
  /** Before the fee, at the best prices. */
  readonly atBest: Units
}

/** A market in which a leg trades. */
type Stage = { readonly market: MarketView; readonly side: Side }
type Route = readonly [Stage] | readonly [Stage, Stage]

const MILLION = 1_000_000n
/** In units of USDT. */
const MIN_VALUE = 100_000_000n
/** Of the received coin, so that rounding to lots costs little. */
const MIN_LOTS = 50n

/** The least that the user receives of a plan. */
export const netOf = ({ gross, to }: Pick<ConversionPlan, 'gross' | 'to'>, spread: Ppm): Units =>
  (gross - shareRoundedUp(gross, spread, smallestOf(to))) as Units

/**
 * The highest fee rate up to `spread` with which at least `minTo` is left; undefined if `gross` is less than it. Both are
 * amounts of one currency, so that the fee rounded up to its smallest amount leaves `minTo` too.
 */
export function feeRate(gross: Units, minTo: Units, spread: Ppm): Ppm | undefined {
  if (gross < minTo) return undefined
  const most = Number(((gross - minTo) * MILLION) / gross)
  return Math.min(spread, most)
}

/** A plan on the books as they are, or why the coins cannot be converted. Changes nothing. */
export function plan(
  state: State,
  user: UserId,
  from: CurrencyId,
  to: CurrencyId,
  amount: Units,
): ConversionPlan | Refusal {
  const refusal = refuseRequest(state, user, from, to, amount)
  if (refusal !== undefined) return refusal
  const route = routeOf(state, from, to)
  if (isRefused(route)) return route
  const minimum = minimumOf(state, route, from)
  if (amount < minimum) return refuse('MIN_AMOUNT', { min: formatUnits(minimum), currency: symbolOf(state, from) })
  const legs: LegPlan[] = []
  let input = amount
  for (const { market, side } of route) {
    const { pair, lastPrice } = market
    const leg = planLeg(state, user, pair.id, side, input)
    const sold = (input / pair.lot) * BigInt(lastPrice) * pair.tickLot
    const wanted = side === 'sell' ? sold : input
    const total = isRefused(leg) ? wanted : side === 'sell' ? leg.received : leg.spent
    const { maxNotional } = pair.rules
    if (total > maxNotional)
      return refuse('MAX_NOTIONAL', { max: formatUnits(maxNotional), currency: pair.quote.symbol })
    if (isRefused(leg)) return leg
    legs.push(leg)
    input = leg.received
  }
  const [first, second] = legs as [LegPlan, LegPlan | undefined]
  const last = second ?? first
  const scale = second === undefined ? 1n : first.atBest
  const atBest = second === undefined ? last.atBest : (last.atBest * scale) / first.received
  return {
    legs: second === undefined ? [first] : [first, second],
    to: listedCurrency(state, to),
    spent: first.spent,
    gross: last.received,
    atBest: atBest as Units,
  }
}

function refuseRequest(
  state: State,
  user: UserId,
  from: CurrencyId,
  to: CurrencyId,
  amount: Units,
): Refusal | undefined {
  if (accountOf(state, user) === undefined) return refuse('ACCOUNT_NOT_FOUND')
  if (isAccountFrozen(state, user, state.at)) return refuse('ACCOUNT_FROZEN')
  if (from === to) return refuse('SAME_CURRENCY')
  for (const id of [from, to]) {
    const currency = currencyOf(state, id)
    if (currency === undefined || !isCoin(currency)) return refuse('CURRENCY_NOT_FOUND')
  }
  if (amount <= 0n) return refuse('REQUIRED_AMOUNT')
  const finer = refuseFiner(listedCurrency(state, from), amount)
  if (finer !== undefined) return finer
  const available = free(state, user, from)
  if (available >= amount) return undefined
  const currency = symbolOf(state, from)
  return refuse('INSUFFICIENT_BALANCE', { need: formatUnits(amount), available: formatUnits(available), currency })
}

/** Pairs that do not trade are not used. */
function routeOf(state: State, from: CurrencyId, to: CurrencyId): Route | Refusal {
  const direct = marketFor(state, from, to)
  if (direct !== undefined) return [direct]
  const through = [...markets(state)].find(({ pair }) => pair.quote.symbol === VALUATION_CURRENCY)?.pair.quote.id
  const first = through === undefined ? undefined : marketFor(state, from, through)
  const second = through === undefined ? undefined : marketFor(state, through, to)
  if (first !== undefined && second !== undefined) return [first, second]
  return refuse('PAIR_UNAVAILABLE', { from: symbolOf(state, from), to: symbolOf(state, to) })
}

function marketFor(state: State, from: CurrencyId, to: CurrencyId): Stage | undefined {
  for (const market of markets(state)) {
    const { base, quote, rules } = market.pair
    if (rules.status !== 'trading') continue
    if (base.id === from && quote.id === to) return { market, side: 'sell' }
    if (base.id === to && quote.id === from) return { market, side: 'buy' }
  }
  return undefined
}

/** The least amount of `from` that is converted to `to` at the last prices; undefined if no route trades. */
export function minimumFor(state: State, from: CurrencyId, to: CurrencyId): Units | undefined {
  const route = routeOf(state, from, to)
  return isRefused(route) ? undefined : minimumOf(state, route, from)
}

/** Worth 1 USDT and 50 lots of the received coin, rounded up to what the first leg trades. */
function minimumOf(state: State, route: Route, from: CurrencyId): Units {
  const { market, side } = route.at(-1) as Stage
  const { pair, lastPrice } = market
  const lots = side === 'buy' ? BigInt(lastPrice) * pair.tickLot * MIN_LOTS : 0n
  const value = lots > MIN_VALUE ? lots : MIN_VALUE
  const one = 10n ** 12n
  const price = valuation(markets(state), from, one as Units) ?? 0n
  const step = route[0].side === 'sell' ? route[0].market.pair.lot : smallestOf(listedCurrency(state, from))
  return (price === 0n ? step : roundedUp(value * one, price * step) * step) as Units
}

const roundedUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor

const listedCurrency = (state: State, id: CurrencyId): Currency =>
  expectDefined(currencyOf(state, id), 'the currency is listed')

const symbolOf = (state: State, id: CurrencyId): string => currencyOf(state, id)?.symbol ?? String(id)
