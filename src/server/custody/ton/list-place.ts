/** How far a list of transactions is booked. */

import type { ListPlace } from '../../../chains/ton/wallet-list.ts'
import type { Millis } from '../../../contract/ids.ts'
import { positionOf } from '../../../engine/exchange.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { type Cursor, cursorToCompare } from '../base/cursors.ts'
import type { StreamInfo } from '../base/incoming.ts'
import type { TonNetwork } from './ton-network.ts'

type PlaceDeps = { readonly network: Pick<TonNetwork, 'cursors'>; readonly sequencer: Pick<Sequencer, 'read'> }

const positionIn = ({ sequencer }: PlaceDeps, { stream }: StreamInfo): Promise<bigint> =>
  sequencer.read((state) => positionOf(state, stream))

/** The engine decides: if the stored cursor was written at another position, the engine has lost credits since. */
export async function placeIn(deps: PlaceDeps, info: StreamInfo): Promise<ListPlace | null> {
  const position = await positionIn(deps, info)
  const cursor = await deps.network.cursors.read(info)
  if (cursor !== undefined && isAt(cursor, position)) return placeOf(cursor)
  return position === 0n ? null : { lt: position, hash: null }
}

/** Whether the engine has credited what was credited up to the cursor. A surplus moves the position to the place that was compared. */
const isAt = ({ position, height }: Cursor, now: bigint): boolean => position === now || BigInt(height) === now

/** Null: the list is empty. */
const placeOf = ({ height, hash }: Cursor): ListPlace | null =>
  height === 0 ? null : { lt: BigInt(height), hash: hash === '' ? null : hash }

/** Up to where a list is wholly booked; undefined while it is booked in part, or before it was followed since the start. */
export async function comparedPlace(
  deps: PlaceDeps,
  info: StreamInfo,
  isPaused: boolean,
): Promise<{ readonly place: ListPlace | null } | undefined> {
  const cursor = await cursorToCompare(deps.network.cursors, info, isPaused)
  if (cursor === undefined || !isAt(cursor, await positionIn(deps, info))) return undefined
  const place = placeOf(cursor)
  const isInPart = place?.hash === null || (cursor.booked_until ?? 0) > cursor.height
  return isInPart ? undefined : { place }
}

/** `until`: what follows `place` up to here may be booked in part. */
export async function writePlace(
  deps: PlaceDeps,
  info: StreamInfo,
  { place, until }: { readonly place: ListPlace | null; readonly until: bigint },
  now: Millis,
): Promise<void> {
  const { lt, hash } = place ?? { lt: 0n, hash: null }
  const position = await positionIn(deps, info)
  const cursor = {
    height: Number(lt),
    hash: hash ?? '',
    seen_height: Number(until),
    booked_until: Number(until),
    position,
  }
  await deps.network.cursors.write(info, cursor, now)
}

/** From now on what follows the place up to `lt` may be booked. Returns how far this is, which may be further. */
export async function holdPlace(deps: PlaceDeps, info: StreamInfo, lt: bigint, now: Millis): Promise<bigint> {
  const before = await bookedUntil(deps, info)
  const until = lt > before ? lt : before
  await writePlace(deps, info, { place: await placeIn(deps, info), until }, now)
  return until
}

/** More than the place of the list if a process ended, or a round failed, while it booked. */
export async function bookedUntil({ network: { cursors } }: PlaceDeps, info: StreamInfo): Promise<bigint> {
  const cursor = await cursors.read(info)
  return BigInt(cursor?.booked_until ?? 0)
}
