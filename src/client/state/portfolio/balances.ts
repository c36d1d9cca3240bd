/** The user's balances. */

import { atom } from 'jotai'
import type { CurrencyId } from '../../../contract/ids.ts'
import { parseUnits, plus, sumOf, type Units, ZERO } from '../../../contract/money.ts'
import type { AssetView, BalanceChangeView } from '../../../contract/portfolio/views.ts'
import { monotonicAtom } from '../app/clock.ts'
import { hostAtom } from '../app/host.ts'
import { persistedAtom } from '../app/persisted-atom.ts'

/** A request without an answer for this long counts as failed. */
const TIMEOUT_MILLIS = 10_000

const requestedAt = atom<number | undefined>(undefined)
const assetsSource = atom<readonly AssetView[] | undefined>(undefined)
const positionsSource = atom<readonly AssetView[] | undefined>(undefined)

/** The home page shows those of the highest value. */
export const MOST_TOP_COINS = 3
/** On a device that has not seen the account: what was bought first, and the rest of what paid for it. */
const USUAL_TOP_COINS = 2
const topCoinsBefore = persistedAtom(
  'topCoins',
  (text) => (text !== null && /^[0-3]$/.test(text) ? Number(text) : USUAL_TOP_COINS),
  (count) => (count === USUAL_TOP_COINS ? null : String(count)),
)
/** Undefined until loaded. */
export const assetsAtom = atom((get) => get(assetsSource))
export const positionsAtom = atom((get) => get(positionsSource))

export const unitsOf = (text: string): Units => parseUnits(text) ?? ZERO
export const totalOf = (asset: AssetView): Units => plus(unitsOf(asset.balance), unitsOf(asset.frozen_balance))
const isHeld = (asset: AssetView): boolean => totalOf(asset) > 0n
const topCoinsOf = (assets: readonly AssetView[]): number => Math.min(assets.filter(isHeld).length, MOST_TOP_COINS)

/** How many of them there are; while they load, how many this device has seen last: their place is kept. */
export const topCoinCountAtom = atom((get) => {
  const assets = get(assetsSource)
  return assets ? topCoinsOf(assets) : get(topCoinsBefore)
})

export const totalUsdtAtom = atom((get) => {
  const assets = get(assetsSource)
  return assets && sumOf(assets.map((asset) => unitsOf(asset.usdt_total)))
})

export const availableAtom = atom((get) => {
  const assets = get(assetsSource)
  return (currency: CurrencyId): Units =>
    unitsOf(assets?.find((asset) => asset.currency.id === currency)?.balance ?? '0')
})

export const applyAssetsAtom = atom(null, (_get, set, assets: readonly AssetView[]) => {
  set(assetsSource, assets)
  set(topCoinsBefore, topCoinsOf(assets))
})
export const applyPositionsAtom = atom(null, (_get, set, positions: readonly AssetView[]) =>
  set(positionsSource, positions.filter(isHeld)),
)

/** Replaces the figures of one currency in assets and positions. */
export const applyBalanceAtom = atom(null, (get, set, { currency_id, ...figures }: BalanceChangeView) => {
  const change = (asset: AssetView) => (asset.currency.id === currency_id ? { ...asset, ...figures } : asset)
  const assets = get(assetsSource)?.map(change)
  if (assets) set(applyAssetsAtom, assets)
  const positions = get(positionsSource)
  if (!positions) return
  const hasPosition = positions.some((asset) => asset.currency.id === currency_id)
  const added = hasPosition ? undefined : assets?.find((asset) => asset.currency.id === currency_id)
  set(positionsSource, [...positions.map(change), ...(added ? [added] : [])].filter(isHeld))
})

export const clearBalancesAtom = atom(null, (_get, set) => {
  set(assetsSource, undefined)
  set(positionsSource, undefined)
  set(requestedAt, undefined)
  set(topCoinsBefore, USUAL_TOP_COINS)
})

const REFRESH_MILLIS = 10_000

/** The assets, refreshed while mounted: their values change with prices. */
export const watchedAssetsAtom = atom(
  (get) => get(assetsSource),
  (get, set) => {
    if (get(requestedAt) === undefined) set(requestedAt, performance.now())
    get(hostAtom).socket.send('get_assets')
  },
)

/** True when there are no assets and the request seems lost. */
export const isAssetsTimeoutAtom = atom((get) => {
  if (get(assetsSource)) return false
  const requested = get(requestedAt)
  return requested !== undefined && get(monotonicAtom) - requested > TIMEOUT_MILLIS
})

/** Reconnects, which requests the assets again. */
export const retryAssetsAtom = atom(null, (get, set) => {
  set(requestedAt, performance.now())
  get(hostAtom).socket.reconnect()
})

watchedAssetsAtom.onMount = (refresh) => {
  refresh()
  const timer = setInterval(refresh, REFRESH_MILLIS)
  return () => clearInterval(timer)
}
