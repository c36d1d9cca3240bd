/** Why the stored rows of an account are not right. */

import type { Credentials } from '../../engine/exchange.ts'
import { isSameHash } from '../runtime/keyed-hash.ts'
import { type AccountRecord, proofOf, type Recorded } from './account-record.ts'

export const DELETED = 'its row was deleted: put it back from a backup of the database, then accept it'

/** Undefined if the record is right. */
export function problemOf(
  key: Uint8Array,
  { user }: AccountRecord,
  stored: Credentials,
  recorded: Recorded,
): string | undefined {
  if (stored.version < recorded.version)
    return `version ${stored.version} is stored, but ${recorded.version} was recorded: an old row was put back`
  if (stored.version > recorded.version)
    return isSameHash(user.record_proof, proofOf(key, recorded, stored))
      ? undefined
      : 'the stored rows were not written by this exchange'
  return stored.digest === recorded.digest ? undefined : 'the stored rows were changed from outside'
}
