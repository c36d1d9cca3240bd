/** What a pair cost over a period: asked for while somebody looks, and ended by the price of this moment. */

import { atom } from 'jotai'
import { api } from '../../contract/api.ts'
import type { PairId } from '../../contract/ids.ts'
import type { Period } from '../../contract/timeframes.ts'
import type { PriceHistoryView } from '../../contract/views.ts'
import { percentChange, type Way, wayOf } from '../format/numbers.ts'
import { priceWords } from '../format/pair-numbers.ts'
import { smallPriceText } from '../format/small-price.ts'
import { dayTime } from '../format/times.ts'
import { asset } from '../text/en-assets.ts'
import { askedAtom } from './asked.ts'
import type { Line } from './balance-line.ts'
import { isStaleAtom } from './connection.ts'
import type { Market } from './pairs.ts'

const EVERY_MILLIS = 30_000

const known = new Map<string, ReturnType<typeof history>>()

export function priceHistory(pair: PairId, period: Period) {
  const key = `${pair} ${period}`
  const found = known.get(key) ?? history(pair, period)
  known.set(key, found)
  return found
}

const history = (pair: PairId, period: Period) =>
  askedAtom((http) => http(api.priceHistory, { parts: { id: pair }, query: { period } }), EVERY_MILLIS)

/** `percent` is null where there is none to tell; a day's is the one that every list says. */
export type PriceLine = { readonly percent: string | null; readonly line: Line }

export const priceLine = (period: Period) => lines[period]

const lines: Readonly<Record<Period, ReturnType<typeof lineOver>>> = {
  '24h': lineOver('24h'),
  '7d': lineOver('7d'),
  '30d': lineOver('30d'),
  '90d': lineOver('90d'),
}

function lineOver(period: Period) {
  return atom((get) => (market: Market): PriceLine => {
    const asked = get(priceHistory(market.pair.id, period))
    const ofDay = market.view.percent_change_24h
    if (asked.state !== 'ready') return { percent: period === '24h' ? ofDay : null, line: asked }
    const percent = period === '24h' ? ofDay : asked.value.change_percent
    const way = get(isStaleAtom) || percent === null ? 'flat' : wayOf(percentChange(percent))
    return { percent, line: drawn(market, asked.value, way) }
  })
}

function drawn({ pair, view }: Market, { period, price_history: points }: PriceHistoryView, way: Way): Line {
  const values = [...points.slice(0, -1).map(({ price }) => price), view.price]
  const last = values.length - 1
  const now = (points.at(-1)?.time ?? 0) * 1_000
  const price = (place: number) => smallPriceText(priceWords(pair, values[place] ?? view.price))
  const time = (place: number) => dayTime(new Date((points[place]?.time ?? 0) * 1_000).toISOString(), now)
  return {
    state: 'ready',
    values,
    way,
    label: asset.line(pair.symbol, period, price(0), price(last)),
    read: (place) => (place === last ? asset.nowAt(price(place)) : asset.point(price(place), time(place))),
  }
}
