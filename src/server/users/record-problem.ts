/** Why the stored rows of an account are not right. */

import type { UserId } from '../../contract/ids.ts'
import type { Credentials } from '../../engine/exchange.ts'
import { RowTooLong } from '../postgres/client.ts'
import { type Queryable, queryOne } from '../postgres/query.ts'
import { isSameHash } from '../runtime/keyed-hash.ts'
import { ACCOUNT_TABLES, type AccountRecord, proofOf, type Recorded } from './account-record.ts'

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

/** This server does not read a row that is too long, and PostgreSQL does not make one that is longer still. */
const LIMIT_EXCEEDED = '54000'
const isTooLong = (error: unknown): boolean =>
  error instanceof RowTooLong ||
  (error instanceof Error &&
    ((error as { readonly code?: string }).code === LIMIT_EXCEEDED || error.message.startsWith('invalid memory alloc')))

/** For errors of reading a record: rethrows all others than that it is too long. */
export function unlessTooLong(error: unknown): undefined {
  if (!isTooLong(error)) throw error
}

/** Of an account whose record is too long: names the table with the longest rows. */
export async function longRowProblem(db: Queryable, user: UserId): Promise<string> {
  const found: { readonly table: string; readonly bytes: number }[] = []
  for (const [table, column] of Object.entries(ACCOUNT_TABLES)) {
    const text = `select sum(octet_length(t::text)) as bytes from ${table} t where ${column} = $1`
    const row = await queryOne<{ readonly bytes: number | null }>(db, text, [user]).catch(unlessTooLong)
    found.push({ table, bytes: row === undefined ? Number.POSITIVE_INFINITY : (row.bytes ?? 0) })
  }
  const table = found.toSorted((left, right) => right.bytes - left.bytes)[0]?.table
  return `its stored rows of ${table} are too long to be read: put them back from a backup of the database, then accept it`
}
