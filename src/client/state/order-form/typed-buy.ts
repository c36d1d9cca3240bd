/** Why the typed total of a market buy is refused, before the book of its pair is loaded. */

import { atom } from 'jotai'
import { ZERO } from '../../../contract/money.ts'
import { isLiveAtom } from '../app/connection-status.ts'
import type { Market } from '../markets/markets.ts'
import { parseTicks } from '../markets/parse-pair.ts'
import { marketBuy } from './draft.ts'
import { totalOf } from './edit.ts'
import { checkDraft } from './validate.ts'

/** The balance is not checked: `buyEstimateAtom` says what is missing. */
export const typedBuyRefusalAtom = atom((get) => {
  const isLive = get(isLiveAtom)
  return ({ pair, view }: Market, text: string): string | undefined => {
    const draft = marketBuy(text)
    const last = parseTicks(pair, view.price) ?? pair.referencePrice
    if (last === undefined) return undefined
    const funds = { base: ZERO, quote: totalOf(pair, draft) ?? ZERO }
    const check = checkDraft(pair, draft, { funds, last, best: last, isLive })
    return check.ok ? undefined : check.reason
  }
})
