/**
 * Edits of the order form and the fields that follow from them. Pure and exact: typed text becomes whole ticks, lots
 * and units; derived values are truncated, never rounded up.
 */

import { cost, type Pair, priceText, quantityText, roundedDown } from '../../../contract/markets/instruments.ts'
import {
  formatUnits,
  type Lots,
  PRICE_DECIMALS,
  parseDecimal,
  parseUnits,
  type Ticks,
  type Units,
} from '../../../contract/money.ts'
import { plainTicks } from '../../format/pair-numbers.ts'
import { isOpen, plainText } from '../../format/typed-number.ts'
import type { Draft } from './draft.ts'

export type Field = 'price' | 'amount' | 'total'

/** Available balances, in units of each currency. */
export type Funds = { readonly base: Units; readonly quote: Units }

const CENT = 1_000_000n

/** The typed price, truncated to a tick. */
export function ticksOf(pair: Pair, draft: Draft): Ticks | undefined {
  const value = parseDecimal(plainText(draft.price), PRICE_DECIMALS)
  return value === undefined ? undefined : (Number(value / pair.tick) as Ticks)
}

/** The typed amount, truncated to a lot. */
export function lotsOf(pair: Pair, draft: Draft): Lots | undefined {
  const units = parseUnits(plainText(draft.amount))
  return units === undefined ? undefined : (Number(units / pair.lot) as Lots)
}

/** The typed total, truncated to what the quote currency can express. */
export function totalOf({ quote }: Pair, draft: Draft): Units | undefined {
  const units = parseUnits(plainText(draft.total))
  return units && roundedDown(quote, units)
}

export function editField(pair: Pair, draft: Draft, field: Field, text: string): Draft {
  switch (field) {
    case 'price': {
      const priced = { ...draft, price: text, isPriceTyped: true }
      return draft.amount === '' && draft.total !== '' ? amountFromTotal(pair, priced) : totalFromAmount(pair, priced)
    }
    case 'amount':
      return totalFromAmount(pair, { ...draft, amount: text, by: 'amount' })
    case 'total':
      return amountFromTotal(pair, { ...draft, total: text, by: 'total' })
  }
}

/** When a field loses focus it shows what will be sent, on the tick and lot. Less than one lot stays as typed. */
export function normalizeField(pair: Pair, draft: Draft, field: Field): Draft {
  const [ticks, lots] = [ticksOf(pair, draft), lotsOf(pair, draft)]
  if (field === 'price') return ticks ? totalFromAmount(pair, { ...draft, price: plainTicks(pair, ticks) }) : draft
  if (!lots || (draft.type === 'market' && draft.by === 'total')) return draft
  return totalFromAmount(pair, { ...draft, amount: quantityText(pair, lots) })
}

/** A percentage of the balance; 100 is the largest order that the balance covers and the pair's rules allow. */
export function withPercent(pair: Pair, draft: Draft, percent: number, funds: Funds, best?: Ticks): Draft {
  const reset = { ...draft, percent, amount: '', total: '' }
  if (percent === 0) return reset
  const { maxNotional } = pair.rules
  const price = draft.type === 'limit' ? ticksOf(pair, draft) : best
  if (draft.side === 'sell') {
    const lots = affordable(pair, (funds.base * BigInt(percent)) / (100n * pair.lot), price)
    return lots === 0n
      ? reset
      : totalFromAmount(pair, { ...reset, by: 'amount', amount: quantityText(pair, toLots(lots)) })
  }
  const budget = roundedDown(pair.quote, min((funds.quote * BigInt(percent)) / 100n, maxNotional) as Units)
  if (draft.type === 'market' || !price) {
    const total = percent < 100 && budget >= CENT ? budget - (budget % CENT) : budget
    return total === 0n ? reset : { ...reset, by: 'total', total: formatUnits(total as Units) }
  }
  const lots = affordable(pair, budget / cost(pair, price, 1 as Lots), price)
  return lots === 0n
    ? reset
    : totalFromAmount(pair, { ...reset, by: 'amount', amount: quantityText(pair, toLots(lots)) })
}

/** The percentage of the balance that the draft uses, for the slider; whole, at most 100. */
export function percentOf(pair: Pair, draft: Draft, funds: Funds): number {
  const total = totalOf(pair, draft) ?? 0n
  const lots = lotsOf(pair, draft) ?? 0
  const [needed, available] = draft.side === 'buy' ? [total, funds.quote] : [BigInt(lots) * pair.lot, funds.base]
  if (available === 0n || needed === 0n) return 0
  return Number(min(100n, (needed * 100n + available / 2n) / available))
}

/** A market order has no price; switching back to limit fills in the current one. */
export function chooseType(pair: Pair, draft: Draft, chosen: Draft['type'], current: string | undefined): Draft {
  if (draft.type === chosen) return draft
  if (chosen === 'market') {
    const by = draft.side === 'buy' ? 'total' : 'amount'
    const cleared = by === 'total' ? { amount: '' } : { total: '' }
    return { ...draft, ...cleared, type: 'market', price: '', by, isPostOnly: false, timeInForce: 'GTC' }
  }
  const priced: Draft = { ...draft, type: 'limit', price: current ?? '', isPriceTyped: false }
  return draft.by === 'total' ? amountFromTotal(pair, priced) : totalFromAmount(pair, priced)
}

/** The unit of a market order: base or quote amount, never both. */
export const withUnit = (draft: Draft, by: Draft['by']): Draft => ({ ...draft, by, amount: '', total: '', percent: 0 })

export function stepPrice(pair: Pair, draft: Draft, ticks: number, current: Ticks | undefined): Draft {
  const from = ticksOf(pair, draft) ?? current ?? pair.referencePrice
  const next = Math.max(1, from + ticks) as Ticks
  return editField(pair, draft, 'price', plainTicks(pair, next))
}

/** Fills in the price of a book row. */
export function takePrice(pair: Pair, draft: Draft, price: Ticks): Draft {
  return draft.type === 'market'
    ? draft
    : normalizeField(pair, editField(pair, draft, 'price', priceText(pair, price)), 'price')
}

function totalFromAmount(pair: Pair, draft: Draft): Draft {
  if (draft.type === 'market') return { ...draft, total: '' }
  const [price, units] = [ticksOf(pair, draft), parseUnits(plainText(draft.amount))]
  if (!price) return isOpen(draft.price) ? { ...draft, total: '' } : draft
  if (units === undefined) return { ...draft, total: '' }
  const total = ((BigInt(price) * pair.tick * units) / 10n ** BigInt(PRICE_DECIMALS)) as Units
  return { ...draft, total: total === 0n ? '' : formatUnits(total) }
}

function amountFromTotal(pair: Pair, draft: Draft): Draft {
  if (draft.type === 'market') return { ...draft, amount: '' }
  const [price, total] = [ticksOf(pair, draft), totalOf(pair, draft)]
  if (!price) return isOpen(draft.price) ? { ...draft, amount: '' } : draft
  if (total === undefined) return { ...draft, amount: '' }
  const lots = total / cost(pair, price, 1 as Lots)
  return { ...draft, amount: lots === 0n ? '' : quantityText(pair, toLots(lots)) }
}

/** At most the pair's largest quantity and, when a price is known, its largest notional. */
function affordable(pair: Pair, lots: bigint, price: Ticks | undefined): bigint {
  const { maxQuantity, maxNotional } = pair.rules
  const max = min(lots, BigInt(maxQuantity))
  return price ? min(max, maxNotional / cost(pair, price, 1 as Lots)) : max
}

const min = (one: bigint, other: bigint): bigint => (one < other ? one : other)
const toLots = (lots: bigint): Lots => Number(min(lots, BigInt(Number.MAX_SAFE_INTEGER))) as Lots
