/** Tells the notifications that this server stored from those that another program wrote into the table. */

import type { UserId } from '../../contract/ids.ts'
import type { Tables } from '../postgres/tables.ts'
import type { ForgedRows } from '../runtime/forged-rows.ts'
import { isSameHash, keyedHash } from '../runtime/keyed-hash.ts'

type Content = Pick<Tables['notifications'], 'kind' | 'about' | 'params' | 'at'> & { readonly user: UserId }
type Stored = Content & Pick<Tables['notifications'], 'id' | 'mac'>

export type OwnRows = {
  /** Of everything that decides who receives what. */
  macOf(content: Content): Buffer
  /** False for a row of another program, which is counted. */
  isOwn(row: Stored): boolean
}

export function ownRows(key: Uint8Array, forged: ForgedRows): OwnRows {
  const macOf: OwnRows['macOf'] = ({ user, kind, about, params, at }) => {
    // PostgreSQL orders the names.
    const entries = Object.entries(params).toSorted(([left], [right]) => (left < right ? -1 : 1))
    return keyedHash(key, 'notification', [user, kind, about, at, ...entries.flat()])
  }
  return {
    macOf,
    isOwn(row) {
      // Another program can write null.
      const isOwn = row.params !== null && isSameHash(row.mac, macOf(row))
      if (!isOwn) forged.note('notifications', row.id)
      return isOwn
    },
  }
}
