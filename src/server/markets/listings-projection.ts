/** When every pair was listed. */

import type { Millis, PairId } from '../../contract/ids.ts'
import type { Done } from '../core/carry-out.ts'
import type { Database } from '../postgres/database.ts'
import type { Projection } from './projector.ts'

export type Listing = { readonly pair: PairId; readonly at: Millis }

export const listingTimes: Projection = {
  name: 'listings',
  async write(client, done) {
    const listings = done.flatMap(listingsIn)
    if (listings.length === 0) return
    await client.query(INSERT, [listings.map(({ pair }) => pair), listings.map(({ at }) => at)])
  },
}

const INSERT = `insert into listings (pair_id, at) select * from unnest($1::integer[], $2::bigint[])
on conflict (pair_id) do nothing`

export const listingsIn = ({ at, outcome }: Done): Listing[] =>
  outcome.events.flatMap((event) => (event.type === 'pair-listed' ? [{ pair: event.pair.id, at }] : []))

export async function knownListings({ kysely }: Database): Promise<Map<PairId, Millis>> {
  const rows = await kysely.selectFrom('listings').selectAll().execute()
  return new Map(rows.map(({ pair_id, at }) => [pair_id, at]))
}
