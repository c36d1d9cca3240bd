/** Pages of lists, newest first. */

import { isUuid, type Millis } from './ids.ts'

/**
 * `before`: time and id of the last row that the client knows, as in `2026-11-27T12:00:00.000Z,17`. The page begins after it,
 * and the offset counts for nothing.
 */
export type PageInput = { readonly offset: number; readonly limit: number; readonly before?: string | undefined }

export const placeText = (at: Millis, id: string): string => `${new Date(at).toISOString()},${id}`

const PLACE = /^([^,]+),(.*)$/

const placeTime = (place: string): Millis => Date.parse(PLACE.exec(place)?.[1] ?? '')

export const isPlace = (text: string): boolean => !Number.isNaN(placeTime(text))

/** The id; empty without one. */
export const placeId = (place: string): string => PLACE.exec(place)?.[2] ?? ''

/** For rows whose id is a number; 0 for other texts, after which no row comes. */
export const placeNumber = (place: string): number => (/^\d{1,15}$/.test(placeId(place)) ? Number(placeId(place)) : 0)

/** Time and id for a query, for rows whose id is a number; null without a place. */
export const placeNumbers = (place: string | undefined): readonly [Millis | null, number | null] =>
  place === undefined ? [null, null] : [placeTime(place), placeNumber(place)]

/** Time and uuid for a query; null without a place, and for an id that is no uuid. */
export function placeColumns(place: string | undefined): readonly [Millis | null, string | null] {
  if (place === undefined) return [null, null]
  const uuid = placeId(place)
  return [placeTime(place), isUuid(uuid) ? uuid : null]
}
