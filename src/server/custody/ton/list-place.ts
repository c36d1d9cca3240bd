/** How far a list of transactions is booked. */

import type { ListPlace } from '../../../chains/ton/wallet-list.ts'
import type { Millis } from '../../../contract/ids.ts'
import { positionOf } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { readCursor, type StreamInfo, writeCursor } from '../incoming.ts'

type PlaceDeps = { readonly database: Database; readonly sequencer: Pick<Sequencer, 'read'> }

const positionIn = ({ sequencer }: PlaceDeps, { stream }: StreamInfo): Promise<bigint> =>
  sequencer.read((state) => positionOf(state, stream))

/** The engine decides: if the stored cursor was written at another position, the engine has lost credits since. */
export async function placeIn(deps: PlaceDeps, info: StreamInfo): Promise<ListPlace | null> {
  const position = await positionIn(deps, info)
  const cursor = await readCursor(deps.database, info)
  if (cursor?.position === position) return { lt: BigInt(cursor.height), hash: cursor.hash === '' ? null : cursor.hash }
  return position === 0n ? null : { lt: position, hash: null }
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
  const cursor = { height: Number(lt), hash: hash ?? '', seen_height: Number(until), position }
  await writeCursor(deps.database.pool, info, cursor, now)
}

/** From now on what follows the place up to `lt` may be booked. Returns how far this is, which may be further. */
export async function holdPlace(deps: PlaceDeps, info: StreamInfo, lt: bigint, now: Millis): Promise<bigint> {
  const before = await bookedUntil(deps, info)
  const until = lt > before ? lt : before
  await writePlace(deps, info, { place: await placeIn(deps, info), until }, now)
  return until
}

/** More than the place of the list if a process ended, or a round failed, while it booked. */
export async function bookedUntil({ database }: PlaceDeps, info: StreamInfo): Promise<bigint> {
  const cursor = await readCursor(database, info)
  return BigInt(cursor?.seen_height ?? 0)
}
