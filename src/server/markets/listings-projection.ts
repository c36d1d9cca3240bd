/** When each pair was listed. */

import type { Millis, PairId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { Projection } from '../read-models/projector.ts'
import type { ExecutedCommand } from '../sequencer/execute-batch.ts'

type Listing = { readonly pair: PairId; readonly at: Millis }

export const listingsProjection: Projection = {
  name: 'listings',
  async write(client, batch) {
    const listings = batch.flatMap(listingsIn)
    if (listings.length === 0) return
    await client.query(INSERT, [listings.map(({ pair }) => pair), listings.map(({ at }) => at)])
  },
}

const INSERT = `insert into listings (pair_id, at) select * from unnest($1::integer[], $2::bigint[])
on conflict (pair_id) do nothing`

export const listingsIn = ({ at, outcome }: ExecutedCommand): Listing[] =>
  outcome.events.flatMap((event) => (event.type === 'pair-listed' ? [{ pair: event.pair.id, at }] : []))

export async function storedListings({ pool }: Pick<Database, 'pool'>): Promise<Map<PairId, Millis>> {
  const rows = await query<Tables['listings']>(pool, 'select * from listings')
  return new Map(rows.map(({ pair_id, at }) => [pair_id, at]))
}
