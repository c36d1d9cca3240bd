/** How far a list of transactions is booked. */

import type { ListPlace } from '../../../chains/ton/wallet-list.ts'
import { positionOf } from '../../../engine/exchange.ts'
import type { Database } from '../../postgres/database.ts'
import type { Sequencer } from '../../sequencer/sequencer.ts'
import { readCursor, type StreamInfo } from '../incoming.ts'

/** The engine decides: if the stored cursor was written at another position, the engine has lost credits since. */
export async function placeIn(
  { database, sequencer }: { readonly database: Database; readonly sequencer: Pick<Sequencer, 'read'> },
  info: StreamInfo,
): Promise<ListPlace | null> {
  const position = await sequencer.read((state) => positionOf(state, info.stream))
  const cursor = await readCursor(database, info)
  if (cursor !== undefined && cursor.position === position) return { lt: BigInt(cursor.height), hash: cursor.hash }
  return position === 0n ? null : { lt: position, hash: null }
}
