/** The form: the two coins and the amount. Every edit drops the quote and requests another one. */

import { atom, type PrimitiveAtom } from 'jotai'
import type { ConvertQuoteBody } from '../../../contract/convert/calls.ts'
import type { CurrencyId } from '../../../contract/ids.ts'
import { formatUnits } from '../../../contract/money.ts'
import { perUser } from '../app/per-user.ts'
import { assetsAtom, availableAtom } from '../portfolio/balances.ts'
import { fromCoinsOf, toCoinsOf } from './coins.ts'
import {
  type Coins,
  checkDraft,
  type Draft,
  EMPTY_DRAFT,
  fromCoin,
  shareAmount,
  toCoin,
  withCoin,
  withPrecision,
} from './draft.ts'
import { dropQuoteAtom, outdateQuoteAtom, requestQuoteAtom } from './quote.ts'
import { stepOf } from './step.ts'

/** From the last key to the request. */
const DEBOUNCE_MILLIS = 400

const sourceOf = perUser((): PrimitiveAtom<Draft> => atom(EMPTY_DRAFT))
const timers = new Map<string, ReturnType<typeof setTimeout>>()

export const draftOf = perUser((user) => atom((get) => get(sourceOf(user))))

/** All coins with the newest balance that is known; undefined until loaded. */
export const convertibleOf = perUser((user) =>
  atom((get) => {
    const coins = get(fromCoinsOf(user))
    if (coins.state !== 'ready') return undefined
    return get(assetsAtom) === undefined
      ? coins.value
      : coins.value.map((coin) => ({ ...coin, balance: formatUnits(get(availableAtom)(coin.id as CurrencyId)) }))
  }),
)

/** The coins of the form; undefined until loaded. Until its targets are loaded, `to` is the one chosen before. */
export const coinsOf = perUser((user) =>
  atom((get): Coins | undefined => {
    const [draft, coins] = [get(sourceOf(user)), get(convertibleOf(user))]
    const from = coins && fromCoin(coins, draft)
    if (coins === undefined || from === undefined) return undefined
    const targets = get(toCoinsOf(user)(from.id))
    if (targets.state === 'failed') return { from, to: undefined }
    return { from, to: toCoin(targets.state === 'ready' ? targets.value : coins, draft, from) }
  }),
)

export const checkOf = perUser((user) => atom((get) => checkDraft(get(sourceOf(user)), get(coinsOf(user)))))

/** The body of a quote for the form; undefined while it is incomplete. */
export const quoteBodyOf = perUser((user) =>
  atom((get): ConvertQuoteBody | undefined => {
    const [check, coins] = [get(checkOf(user)), get(coinsOf(user))]
    return check.ok && coins?.to
      ? { from_currency_id: coins.from.id, to_currency_id: coins.to.id, from_amount: check.amount }
      : undefined
  }),
)

/** Symbols of the coins. */
type Opened = { readonly user: string; readonly from: string | undefined; readonly to: string | undefined }

/** Opens the form with these coins, unless a conversion is being sent. */
export const openFormAtom = atom(null, (get, set, { user, from, to }: Opened): void => {
  const step = stepOf(user)
  if (get(step).name === 'converting' || get(step).name === 'unknown') return
  clearTimeout(timers.get(user))
  set(step, { name: 'form' })
  set(dropQuoteAtom, user)
  set(sourceOf(user), { ...EMPTY_DRAFT, from, to: to === from ? undefined : to })
})

export const typeAmountAtom = atom(null, (get, set, user: string, amount: string) => {
  set(sourceOf(user), { ...get(sourceOf(user)), amount })
  if (get(quoteBodyOf(user))) set(outdateQuoteAtom, user)
  else set(dropQuoteAtom, user)
  clearTimeout(timers.get(user))
  timers.set(
    user,
    setTimeout(() => void set(requestFormQuoteAtom, user), DEBOUNCE_MILLIS),
  )
})

/** `percent` of what is available. */
export const chooseShareAtom = atom(null, (get, set, user: string, percent: number) => {
  const coins = get(coinsOf(user))
  if (coins) set(editAtom, user, { ...get(sourceOf(user)), amount: shareAmount(coins.from, percent) })
})

export const chooseCoinAtom = atom(null, (get, set, user: string, side: 'from' | 'to', symbol: string) => {
  const coins = get(coinsOf(user))
  if (coins) set(editAtom, user, withCoin(side, symbol, coins, get(sourceOf(user))))
})

/** The amount stays. */
export const swapCoinsAtom = atom(null, (get, set, user: string) => {
  const coins = get(coinsOf(user))
  if (coins?.to) set(editAtom, user, withCoin('from', coins.to.symbol, coins, get(sourceOf(user))))
})

const editAtom = atom(null, (get, set, user: string, draft: Draft) => {
  clearTimeout(timers.get(user))
  set(sourceOf(user), draft)
  const coins = get(coinsOf(user))
  if (coins) set(sourceOf(user), withPrecision(draft, coins.from))
  set(dropQuoteAtom, user)
  void set(requestFormQuoteAtom, user)
})

/** Nothing is requested while the form is incomplete. */
const requestFormQuoteAtom = atom(null, async (get, set, user: string): Promise<void> => {
  const body = get(quoteBodyOf(user))
  if (body && get(stepOf(user)).name === 'form') await set(requestQuoteAtom, user, body, 0)
})
