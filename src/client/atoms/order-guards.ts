/** What a reader is asked about before an order goes out: a price far off, most of what they own, a thin book. */

import { atom } from 'jotai'
import { quantityUnits } from '../../contract/catalogue.ts'
import { assetsAtom, totalOf, totalUsdtAtom, unitsOf } from './balances.ts'
import { midPrice } from './book.ts'
import { draftAtom } from './draft.ts'
import { slippageOf } from './levels.ts'
import { checkAtom, lastTicksAtom, walkAtom } from './order-form.ts'
import { outcomeAtom } from './order-outcome.ts'
import { confirmOnlyAboveAtom } from './preferences.ts'
import { bookAtom, selectedMarketAtom } from './selected-pair.ts'

/** Of slippage. */
export const WARN_PPM = 10_000
/** Of slippage, and of a limit price. */
export const FAR_PPM = 50_000
/** A limit price so far off must be accepted by a tick. */
export const TOO_FAR_PPM = 200_000
/** An order for more than this share of everything is asked about. */
export const MOST_PPM = 500_000

const MILLION = 1_000_000n

/** How far a limit price is on the harmful side of the mid, in ppm: a buy above, a sell below it. */
export const deviationAtom = atom((get) => {
  const [check, draft, book] = [get(checkAtom), get(draftAtom), get(bookAtom)]
  const mid = (book && midPrice(book)) ?? get(lastTicksAtom)
  if (!check?.ok || check.terms.type !== 'limit' || !mid) return 0
  const away = draft.side === 'buy' ? check.terms.price - mid : mid - check.terms.price
  return Math.max(0, Math.round((away / mid) * 1_000_000))
})

/** Which share of everything the reader owns the order gives away, in ppm; by what things are worth now. */
export const stakeAtom = atom((get) => {
  const [pair, outcome, owned] = [get(selectedMarketAtom)?.pair, get(outcomeAtom), get(totalUsdtAtom)]
  if (!pair || !outcome || !owned) return 0
  const isBuy = get(draftAtom).side === 'buy'
  const spent = isBuy ? outcome.cost : quantityUnits(pair, outcome.quantity)
  const asset = get(assetsAtom)?.find(({ currency }) => currency.id === (isBuy ? pair.quote : pair.base).id)
  const held = asset ? totalOf(asset) : 0n
  if (!asset || held === 0n) return 0
  return Number((unitsOf(asset.usdt_total) * spent * MILLION) / (held * owned))
})

/** Until the reader says otherwise every market order is confirmed; after that only what could hurt. */
export const mustConfirmMarketAtom = atom((get) => {
  const [walk, pair] = [get(walkAtom), get(selectedMarketAtom)?.pair]
  if (!get(confirmOnlyAboveAtom) || !walk || !pair) return true
  return walk.isShort || slippageOf(pair, walk) > WARN_PPM || get(stakeAtom) > MOST_PPM
})

/** A limit order is asked about when its price or its size is unusual. */
export const mustConfirmLimitAtom = atom((get) => get(deviationAtom) > FAR_PPM || get(stakeAtom) > MOST_PPM)
