/** When an order needs confirmation: unusual price, large share of the balance, thin book. */

import { atom } from 'jotai'
import { quantityUnits } from '../../../contract/markets/instruments.ts'
import { limitPrice } from '../../../contract/orders/order-terms.ts'
import { confirmOnlyAboveAtom } from '../app/preferences.ts'
import { midPrice } from '../book/book.ts'
import { slippageOf } from '../book/levels.ts'
import { bookAtom, selectedMarketAtom } from '../book/selected-pair.ts'
import { assetsAtom, totalOf, totalUsdtAtom, unitsOf } from '../portfolio/balances.ts'
import { checkAtom, lastTicksAtom, marketWalkAtom } from './actions.ts'
import { estimateAtom } from './estimate.ts'
import { draftAtom } from './store.ts'

/** Slippage that shows a warning. */
export const SLIPPAGE_WARNING_PPM = 10_000
/** Slippage or limit price deviation that counts as high. */
export const HIGH_DEVIATION_PPM = 50_000
/** A limit price deviation that the user must accept with a checkbox. */
export const EXTREME_DEVIATION_PPM = 200_000
/** An order for more than this share of the total balance needs confirmation. */
export const LARGE_SHARE_PPM = 500_000

const MILLION = 1_000_000n

/** How far a limit price is on the wrong side of the mid price, in ppm: above it for a buy, below it for a sell. */
export const deviationAtom = atom((get) => {
  const [check, draft, book] = [get(checkAtom), get(draftAtom), get(bookAtom)]
  const mid = (book && midPrice(book)) ?? get(lastTicksAtom)
  const price = check?.ok ? limitPrice(check.terms) : undefined
  if (price === undefined || !mid) return 0
  const deviation = draft.side === 'buy' ? price - mid : mid - price
  return Math.max(0, Math.round((deviation / mid) * 1_000_000))
})

/** The share of the user's total balance that the order spends, in ppm, at current values. */
export const balanceShareAtom = atom((get) => {
  const [pair, estimate, total] = [get(selectedMarketAtom)?.pair, get(estimateAtom), get(totalUsdtAtom)]
  if (!pair || !estimate || !total) return 0
  const isBuy = get(draftAtom).side === 'buy'
  const spent = isBuy ? estimate.cost : quantityUnits(pair, estimate.quantity)
  const asset = get(assetsAtom)?.find(({ currency }) => currency.id === (isBuy ? pair.quote : pair.base).id)
  const balance = asset ? totalOf(asset) : 0n
  if (!asset || balance === 0n) return 0
  return Number((unitsOf(asset.usdt_total) * spent * MILLION) / (balance * total))
})

/** Every market order, unless the user has chosen to confirm only unusual ones. */
export const mustConfirmMarketAtom = atom((get) => {
  const [walk, pair] = [get(marketWalkAtom), get(selectedMarketAtom)?.pair]
  if (!get(confirmOnlyAboveAtom) || !walk || !pair) return true
  return walk.isShort || slippageOf(pair, walk) > SLIPPAGE_WARNING_PPM || get(balanceShareAtom) > LARGE_SHARE_PPM
})

/** Limit orders with an unusual price or size. */
export const mustConfirmLimitAtom = atom(
  (get) => get(deviationAtom) > HIGH_DEVIATION_PPM || get(balanceShareAtom) > LARGE_SHARE_PPM,
)
