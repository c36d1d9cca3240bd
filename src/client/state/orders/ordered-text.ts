/** What was ordered, and how much of it is filled. Pure. */

import { formatUnits, type Units } from '../../../contract/money.ts'
import type { OrderView } from '../../../contract/orders/views.ts'
import { DASH, grouped } from '../../format/numbers.ts'
import { formatMoney } from '../../format/pair-numbers.ts'
import { unitsOf } from '../portfolio/balances.ts'

const ONE = unitsOf('1')

export const hasFill = ({ filled_volume }: OrderView): boolean => /[1-9]/.test(filled_volume)

/** With its unit, as it was typed: a market buy by total orders an amount of the quote currency. */
export function orderedText({ volume, total, pair_symbol }: OrderView): string {
  const [base, quote] = pair_symbol.split('/')
  if (volume !== null) return `${grouped(volume)} ${base}`
  return total === null ? DASH : `${formatMoney(total)} ${quote}`
}

/** What it costs or brings when all of it is filled, at its own price: `580.00 USDT`. */
export function orderedTotalText({ price, volume, total, pair_symbol }: OrderView): string {
  const product = price === null || volume === null ? undefined : (unitsOf(price) * unitsOf(volume)) / ONE
  const all = product === undefined ? total : formatUnits(product as Units)
  return all === null ? DASH : `${formatMoney(all)} ${pair_symbol.split('/')[1]}`
}

/** `40%`, rounded down. A filled order by total has a rest that is smaller than a step. */
export function filledPercent({ status, volume, total, filled_volume, filled_total }: OrderView): string {
  if (status === 'filled') return '100%'
  const [filled, ordered] = volume === null ? [filled_total, total ?? '0'] : [filled_volume, volume]
  return unitsOf(ordered) === 0n ? DASH : `${(unitsOf(filled) * 100n) / unitsOf(ordered)}%`
}
