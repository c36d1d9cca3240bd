/** A market sale of a share of what is available, before the book of its pair is loaded: at the last price. */

import { atom } from 'jotai'
import { cost, smallestOf } from '../../../contract/markets/instruments.ts'
import { minus, shareRoundedUp, type Units, ZERO } from '../../../contract/money.ts'
import { isLiveAtom } from '../app/connection-status.ts'
import type { Market } from '../markets/markets.ts'
import { parseTicks } from '../markets/parse-pair.ts'
import { assetsAtom, availableAtom } from '../portfolio/balances.ts'
import { marketSell } from './draft.ts'
import { lotsOf, withPercent } from './edit.ts'
import { checkDraft } from './validate.ts'

type ShareSale =
  | { readonly state: 'loading' }
  | { readonly state: 'refused'; readonly reason: string }
  /** `amount`: of the coin, in whole lots. `receive`: of the quote currency, after the fee. */
  | { readonly state: 'ready'; readonly amount: string; readonly receive: Units }

export const shareSaleAtom = atom((get) => {
  const [isLoaded, availableOf, isLive] = [get(assetsAtom) !== undefined, get(availableAtom), get(isLiveAtom)]
  return ({ pair, view }: Market, percent: number): ShareSale => {
    const last = parseTicks(pair, view.price) ?? pair.referencePrice
    if (!isLoaded || last === undefined) return { state: 'loading' }
    const funds = { base: availableOf(pair.base.id), quote: ZERO }
    const draft = withPercent(pair, marketSell(''), percent, funds, last)
    const check = checkDraft(pair, draft, { funds, last, best: last, isLive })
    if (!check.ok) return { state: 'refused', reason: check.reason }
    const gross = cost(pair, last, lotsOf(pair, draft) ?? pair.rules.minQuantity)
    const fee = shareRoundedUp(gross, pair.rules.takerFee, smallestOf(pair.quote))
    return { state: 'ready', amount: draft.amount, receive: minus(gross, fee) }
  }
})
