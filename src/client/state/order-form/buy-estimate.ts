/** What a market buy of any pair brings, before its book is loaded: at the last price. */

import { atom } from 'jotai'
import { quantityUnits, smallestOf } from '../../../contract/markets/instruments.ts'
import { type Lots, minus, parseUnits, shareRoundedUp, type Units, ZERO } from '../../../contract/money.ts'
import { walkLevels } from '../book/levels.ts'
import type { Market } from '../markets/markets.ts'
import { parseTicks } from '../markets/parse-pair.ts'
import { assetsAtom, availableAtom } from '../portfolio/balances.ts'

type BuyEstimate =
  | { readonly state: 'loading' }
  /** The available balance is smaller than the total. */
  | { readonly state: 'short'; readonly available: Units }
  /** After the fee, in whole lots before it. */
  | { readonly state: 'ready'; readonly receive: Units }

const ANY_QUANTITY = Number.MAX_SAFE_INTEGER as Lots

/** `text`: what to spend, a plain decimal in the quote currency. */
export const buyEstimateAtom = atom((get) => {
  const [isLoaded, availableOf] = [get(assetsAtom) !== undefined, get(availableAtom)]
  return ({ pair, view }: Market, text: string): BuyEstimate => {
    const price = parseTicks(pair, view.price) ?? pair.referencePrice
    if (!isLoaded || price === undefined) return { state: 'loading' }
    const [total, available] = [parseUnits(text) ?? ZERO, availableOf(pair.quote.id)]
    if (available < total) return { state: 'short', available }
    const { quantity } = walkLevels(pair, 'buy', [{ price, quantity: ANY_QUANTITY }], { total }, price)
    const gross = quantityUnits(pair, quantity)
    return { state: 'ready', receive: minus(gross, shareRoundedUp(gross, pair.rules.takerFee, smallestOf(pair.base))) }
  }
})
