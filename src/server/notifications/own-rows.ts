/** Tells the notifications that this server stored from those that another program wrote into the table. */

import type { UserId } from '../../contract/ids.ts'
import { execute, type Queryable, query } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import { isSameHash, keyedHash } from '../runtime/keyed-hash.ts'

type Content = Pick<Tables['notifications'], 'kind' | 'about' | 'params' | 'at'> & { readonly user: UserId }
type Stored = Content & Pick<Tables['notifications'], 'id' | 'mac'>

/** What is stored once. `day`: null, or the day of an unprompted notification. */
type Place = Pick<Content, 'user' | 'kind' | 'about'> & { readonly day: number | null }

export type OwnRows = {
  /** Of everything that decides who receives what. */
  macOf(content: Content): Buffer
  /** False for a row of another program, which is counted. */
  isAuthentic(row: Stored): boolean
  /** Deletes the rows of other programs that have one of these places. Returns whether there were any. */
  removeOthers(client: Queryable, places: readonly Place[]): Promise<boolean>
}

/** `key`: exact, as the id of another program may be no number of ours. */
const IN_PLACES = `with place as (select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[]) as p (user_id, kind, about, day)),
  found as (select n.* from place p join notifications n on (n.user_id, n.kind, n.about) = (p.user_id, p.kind, p.about)
    union select n.* from place p join notifications n on (n.user_id, n.unprompted_day) = (p.user_id, p.day))
select id::text as key, id, user_id as user, kind, about, params, at, mac from found`
const REMOVE = 'delete from notifications where id = any($1::bigint[])'

export function ownRows(key: Uint8Array, forged: ForgedRows): OwnRows {
  const macOf: OwnRows['macOf'] = ({ user, kind, about, params, at }) => {
    // PostgreSQL orders the names.
    const entries = Object.entries(params).toSorted(([left], [right]) => (left < right ? -1 : 1))
    return keyedHash(key, 'notification', [user, kind, about, at, ...entries.flat()])
  }
  const isAuthentic: OwnRows['isAuthentic'] = (row) => {
    // Another program can write null.
    const isRight = row.params !== null && isSameHash(row.mac, macOf(row))
    if (!isRight) forged.note('notifications', row.id)
    return isRight
  }
  return {
    macOf,
    isAuthentic,
    async removeOthers(client, places) {
      const column = <T>(read: (place: Place) => T): T[] => places.map(read)
      const found = await query<Stored & { readonly key: string }>(client, IN_PLACES, [
        column(({ user }) => user),
        column(({ kind }) => kind),
        column(({ about }) => about),
        column(({ day }) => day),
      ])
      const others = found.flatMap((row) => (isAuthentic(row) ? [] : row.key))
      return others.length > 0 && (await execute(client, REMOVE, [others])) > 0
    },
  }
}
