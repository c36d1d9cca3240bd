/** What the reader owns. */

import { atom } from 'jotai'
import type { CurrencyId } from '../../contract/ids.ts'
import { parseUnits, type Units } from '../../contract/money.ts'
import type { AssetView, BalanceChangeView } from '../../contract/views.ts'
import { clockAtom } from './clock.ts'
import { hostAtom } from './host.ts'

/** An answer that takes longer is not coming. */
const LATE_MILLIS = 10_000

const askedAt = atom<number | undefined>(undefined)
const assetsSource = atom<readonly AssetView[] | undefined>(undefined)
const positionsSource = atom<readonly AssetView[] | undefined>(undefined)

/** Undefined until the exchange has said. */
export const assetsAtom = atom((get) => get(assetsSource))
export const positionsAtom = atom((get) => get(positionsSource))

export const unitsOf = (text: string): Units => parseUnits(text) ?? 0n
export const totalOf = (asset: AssetView): Units => unitsOf(asset.balance) + unitsOf(asset.frozen_balance)
const isHeld = (asset: AssetView): boolean => totalOf(asset) > 0n

export const totalUsdtAtom = atom((get) =>
  get(assetsSource)?.reduce((sum, asset) => sum + unitsOf(asset.usdt_total), 0n),
)

export const availableAtom = atom((get) => {
  const assets = get(assetsSource)
  return (currency: CurrencyId): Units =>
    unitsOf(assets?.find((asset) => asset.currency.id === currency)?.balance ?? '0')
})

export const applyAssetsAtom = atom(null, (_get, set, assets: readonly AssetView[]) => set(assetsSource, assets))
export const applyPositionsAtom = atom(null, (_get, set, positions: readonly AssetView[]) =>
  set(positionsSource, positions.filter(isHeld)),
)

/** A change replaces the figures of the currency it names, wherever they stand. */
export const applyBalanceAtom = atom(null, (get, set, { currency_id, ...figures }: BalanceChangeView) => {
  const change = (asset: AssetView) => (asset.currency.id === currency_id ? { ...asset, ...figures } : asset)
  const assets = get(assetsSource)?.map(change)
  set(assetsSource, assets)
  const positions = get(positionsSource)
  if (!positions) return
  const known = positions.some((asset) => asset.currency.id === currency_id)
  const added = known ? undefined : assets?.find((asset) => asset.currency.id === currency_id)
  set(positionsSource, [...positions.map(change), ...(added ? [added] : [])].filter(isHeld))
})

export const clearBalancesAtom = atom(null, (_get, set) => {
  set(assetsSource, undefined)
  set(positionsSource, undefined)
  set(askedAt, undefined)
})

const REFRESH_MILLIS = 10_000

/** For a list on screen: what things are worth moves with their prices, so it is asked for again. */
export const watchedAssetsAtom = atom(
  (get) => get(assetsSource),
  (get, set) => {
    if (get(askedAt) === undefined) set(askedAt, Date.now())
    get(hostAtom).socket.say('get_assets')
  },
)

/** True when there is nothing to show and nothing seems to be coming. */
export const areAssetsLateAtom = atom((get) => {
  if (get(assetsSource)) return false
  const asked = get(askedAt)
  return asked !== undefined && get(clockAtom) - asked > LATE_MILLIS
})

/** On another line, from the beginning. */
export const retryAssetsAtom = atom(null, (get, set) => {
  set(askedAt, Date.now())
  get(hostAtom).socket.reconnect()
})

watchedAssetsAtom.onMount = (refresh) => {
  refresh()
  const timer = setInterval(refresh, REFRESH_MILLIS)
  return () => clearInterval(timer)
}
