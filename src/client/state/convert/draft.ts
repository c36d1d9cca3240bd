/** What the user wants to convert, and the rules of the two coins and the amount. */

import type { ConvertCurrencyView } from '../../../contract/convert/views.ts'
import { VALUATION_CURRENCY } from '../../../contract/markets/valuation.ts'
import { formatUnits, type Units } from '../../../contract/money.ts'
import { withDecimals } from '../../format/numbers.ts'
import { isOpen, plainText } from '../../format/typed-number.ts'
import { unitsOf } from '../portfolio/balances.ts'

type Coin = ConvertCurrencyView

/** Coins by symbol; undefined until chosen. `amount`: plain decimal of `from`, as typed. */
export type Draft = { readonly from: string | undefined; readonly to: string | undefined; readonly amount: string }

export const EMPTY_DRAFT: Draft = { from: undefined, to: undefined, amount: '' }

export type Coins = { readonly from: Coin; readonly to: Coin | undefined }

/** The default is USDT, or another coin with a balance. A chosen target is not the default. */
export function fromCoin(coins: readonly Coin[], { from, to }: Draft): Coin | undefined {
  const chosen = coins.find(({ symbol }) => symbol === from)
  if (chosen !== undefined) return chosen
  const others = coins.filter(({ symbol }) => symbol !== to)
  const held = others.filter(({ balance }) => unitsOf(balance) > 0n)
  return held.find(({ symbol }) => symbol === VALUATION_CURRENCY) ?? held[0] ?? others[0]
}

/** The default is USDT, and for USDT the first other coin. Never the same coin as `from`. */
export function toCoin<Target extends Coin>(targets: readonly Target[], draft: Draft, from: Coin): Target | undefined {
  const others = targets.filter(({ id }) => id !== from.id)
  return (
    others.find(({ symbol }) => symbol === draft.to) ??
    others.find(({ symbol }) => symbol === VALUATION_CURRENCY) ??
    others[0]
  )
}

/** Choosing the coin of the other side swaps both. */
export function withCoin(side: 'from' | 'to', symbol: string, { from, to }: Coins, draft: Draft): Draft {
  const current = { from: from.symbol, to: to?.symbol }
  const other = side === 'from' ? 'to' : 'from'
  const isSwap = current[other] === symbol
  return { ...draft, ...current, [side]: symbol, ...(isSwap && { [other]: current[side] }) }
}

/**
 * The amount stays, with at most the decimals of the coin. One that could be two numbers is emptied if the coin has too few
 * decimals for one of them: both would be offered, and nothing says which was meant.
 */
export function withPrecision(draft: Draft, { precision }: Coin): Draft {
  const [, fraction = ''] = draft.amount.split(/[.,]/)
  if (fraction.length <= precision) return draft
  return { ...draft, amount: isOpen(draft.amount) ? '' : withDecimals(draft.amount, precision) }
}

/** A percentage of what is available, rounded down to the decimals of the coin. */
export const shareAmount = ({ balance, precision }: Coin, percent: number): string => {
  const share = ((unitsOf(balance) * BigInt(percent)) / 100n) as Units
  return formatUnits(unitsOf(withDecimals(formatUnits(share), Math.min(precision, 8))))
}

type Check = { readonly ok: true; readonly amount: string } | { readonly ok: false; readonly why: Why }
/** `open`: the amount could be two numbers. */
type Why = 'no-coins' | 'open' | 'no-amount' | 'insufficient'

/** Whether a quote can be requested. The server knows the least and the most amount. */
export function checkDraft({ amount }: Draft, coins: Coins | undefined): Check {
  if (coins?.to === undefined) return { ok: false, why: 'no-coins' }
  if (isOpen(amount)) return { ok: false, why: 'open' }
  const units = unitsOf(plainText(amount))
  if (units === 0n) return { ok: false, why: 'no-amount' }
  if (units > unitsOf(coins.from.balance)) return { ok: false, why: 'insufficient' }
  return { ok: true, amount: formatUnits(units) }
}
