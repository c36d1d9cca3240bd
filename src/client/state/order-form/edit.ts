/**
 * What stands in the order form, and how one field follows another. Pure, and exact: typed text becomes whole
 * ticks, lots and units; whatever is derived is cut down, never rounded up.
 */

import { cost, type Pair, priceText, quantityText } from '../../contract/catalogue.ts'
import {
  formatUnits,
  type Lots,
  PRICE_DECIMALS,
  parseDecimal,
  parseUnits,
  type Ticks,
  type Units,
} from '../../contract/money.ts'
import { ticksPlain } from '../format/pair-numbers.ts'
import { plainOf } from '../format/typed-number.ts'
import type { Draft } from './empty-draft.ts'

export type Field = 'price' | 'amount' | 'total'

/** What may be spent, in units of each currency. */
export type Funds = { readonly base: Units; readonly quote: Units }

const CENT = 1_000_000n

/** The typed price, down to a tick. */
export function ticksOf(pair: Pair, draft: Draft): Ticks | undefined {
  const value = parseDecimal(plainOf(draft.price), PRICE_DECIMALS)
  return value === undefined ? undefined : (Number(value / pair.tick) as Ticks)
}

/** The typed amount, down to a lot. */
export function lotsOf(pair: Pair, draft: Draft): Lots | undefined {
  const units = parseUnits(plainOf(draft.amount))
  return units === undefined ? undefined : (Number(units / pair.lot) as Lots)
}

export const totalOf = (draft: Draft): Units | undefined => parseUnits(plainOf(draft.total))

export function type(pair: Pair, draft: Draft, field: Field, text: string): Draft {
  switch (field) {
    case 'price': {
      const priced = { ...draft, price: text, isPriceOwn: true }
      return draft.amount === '' && draft.total !== '' ? amountFromTotal(pair, priced) : totalFromAmount(pair, priced)
    }
    case 'amount':
      return totalFromAmount(pair, { ...draft, amount: text, by: 'amount' })
    case 'total':
      return amountFromTotal(pair, { ...draft, total: text, by: 'total' })
  }
}

/** Left alone, a field shows what will be sent: on the tick, on the lot. Too little for one lot is left as typed. */
export function settle(pair: Pair, draft: Draft, field: Field): Draft {
  const [ticks, lots] = [ticksOf(pair, draft), lotsOf(pair, draft)]
  if (field === 'price') return ticks ? totalFromAmount(pair, { ...draft, price: ticksPlain(pair, ticks) }) : draft
  if (!lots || (draft.type === 'market' && draft.by === 'total')) return draft
  return totalFromAmount(pair, { ...draft, amount: quantityText(pair, lots) })
}

/** A share of what may be spent. All of it is the largest order that the balance covers and the pair takes. */
export function slide(pair: Pair, draft: Draft, percent: number, funds: Funds, best?: Ticks): Draft {
  const slid = { ...draft, percent, amount: '', total: '' }
  if (percent === 0) return slid
  const { maxNotional } = pair.rules
  const price = draft.type === 'limit' ? ticksOf(pair, draft) : best
  if (draft.side === 'sell') {
    const lots = affordable(pair, (funds.base * BigInt(percent)) / (100n * pair.lot), price)
    return lots === 0n
      ? slid
      : totalFromAmount(pair, { ...slid, by: 'amount', amount: quantityText(pair, toLots(lots)) })
  }
  const budget = least((funds.quote * BigInt(percent)) / 100n, maxNotional)
  if (draft.type === 'market' || !price) {
    const total = percent < 100 && budget >= CENT ? budget - (budget % CENT) : budget
    return total === 0n ? slid : { ...slid, by: 'total', total: formatUnits(total) }
  }
  const lots = affordable(pair, budget / cost(pair, price, 1 as Lots), price)
  return lots === 0n ? slid : totalFromAmount(pair, { ...slid, by: 'amount', amount: quantityText(pair, toLots(lots)) })
}

/** The share of the balance that the draft asks for, for the slider; whole percent, at most 100. */
export function shareOf(pair: Pair, draft: Draft, funds: Funds): number {
  const total = totalOf(draft) ?? 0n
  const lots = lotsOf(pair, draft) ?? 0
  const [asked, owned] = draft.side === 'buy' ? [total, funds.quote] : [BigInt(lots) * pair.lot, funds.base]
  if (owned === 0n || asked === 0n) return 0
  return Number(least(100n, (asked * 100n + owned / 2n) / owned))
}

/** A market order has no price; back at limit the current one is offered. */
export function chooseType(pair: Pair, draft: Draft, chosen: Draft['type'], current: string | undefined): Draft {
  if (draft.type === chosen) return draft
  if (chosen === 'market') {
    const by = draft.side === 'buy' ? 'total' : 'amount'
    const kept = by === 'total' ? { amount: '' } : { total: '' }
    return { ...draft, ...kept, type: 'market', price: '', by, isPostOnly: false, timeInForce: 'GTC' }
  }
  const priced: Draft = { ...draft, type: 'limit', price: current ?? '', isPriceOwn: false }
  return draft.by === 'total' ? amountFromTotal(pair, priced) : totalFromAmount(pair, priced)
}

/** A market order is counted in the base or the quote currency, never in both. */
export const countIn = (draft: Draft, by: Draft['by']): Draft => ({ ...draft, by, amount: '', total: '', percent: 0 })

export function step(pair: Pair, draft: Draft, ticks: number, current: Ticks | undefined): Draft {
  const from = ticksOf(pair, draft) ?? current ?? pair.referencePrice
  const next = Math.max(1, from + ticks) as Ticks
  return type(pair, draft, 'price', ticksPlain(pair, next))
}

/** The price that a row of the book offers. */
export function takePrice(pair: Pair, draft: Draft, price: Ticks): Draft {
  return draft.type === 'market' ? draft : settle(pair, type(pair, draft, 'price', priceText(pair, price)), 'price')
}

function totalFromAmount(pair: Pair, draft: Draft): Draft {
  if (draft.type === 'market') return { ...draft, total: '' }
  const [price, units] = [ticksOf(pair, draft), parseUnits(plainOf(draft.amount))]
  if (!price) return draft
  if (units === undefined) return { ...draft, total: '' }
  const total = (BigInt(price) * pair.tick * units) / 10n ** BigInt(PRICE_DECIMALS)
  return { ...draft, total: total === 0n ? '' : formatUnits(total) }
}

function amountFromTotal(pair: Pair, draft: Draft): Draft {
  if (draft.type === 'market') return { ...draft, amount: '' }
  const [price, total] = [ticksOf(pair, draft), totalOf(draft)]
  if (!price) return draft
  if (total === undefined) return { ...draft, amount: '' }
  const lots = total / cost(pair, price, 1 as Lots)
  return { ...draft, amount: lots === 0n ? '' : quantityText(pair, toLots(lots)) }
}

/** Not more lots than the pair takes in one order, nor in value when there is a price to value it at. */
function affordable(pair: Pair, lots: bigint, price: Ticks | undefined): bigint {
  const { maxQuantity, maxNotional } = pair.rules
  const most = least(lots, BigInt(maxQuantity))
  return price ? least(most, maxNotional / cost(pair, price, 1 as Lots)) : most
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const toLots = (lots: bigint): Lots => Number(least(lots, BigInt(Number.MAX_SAFE_INTEGER))) as Lots
