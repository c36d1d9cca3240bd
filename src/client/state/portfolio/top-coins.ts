import { atom } from 'jotai'
import { assetTextAtom } from './asset-text.ts'
import { assetsAtom, MOST_TOP_COINS, totalOf } from './balances.ts'
import { sortByValue } from './sort-by-value.ts'

/** What the user holds of the highest value, as rows; undefined until loaded. */
export const topCoinsAtom = atom((get) => {
  const held = get(assetsAtom)?.filter((asset) => totalOf(asset) > 0n)
  return held && sortByValue(held).slice(0, MOST_TOP_COINS).map(get(assetTextAtom))
})
