/**
 * What users have begun and must finish within minutes, in a table: the next server goes on with it. A value is encrypted for its
 * kind and key, and its end with it. Backups leave the table out.
 */

import type { Database } from '../postgres/database.ts'
import { deleteOld } from '../postgres/delete-old.ts'
import { execute, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import type { CleanupClock } from '../runtime/clock.ts'
import { keyedHash } from '../runtime/keyed-hash.ts'
import { decrypt, encrypt } from './encryption.ts'
import type { DeriveKey } from './record-key.ts'

/** A value of another shape has another name. */
type Kind = 'sign-in' | 'two-factor-setup' | 'password-attempts'

/** The values are JSON. The database has no key in clear: it can be a token. */
export type ShortLived<Value> = {
  /** Undefined as well if it has expired, or if another program wrote the row. */
  get(key: string): Promise<Value | undefined>
  /** Replaces the value of this key, if there is one. */
  set(key: string, value: Value): Promise<void>
  /** Returns and deletes the value: of two calls at once, one gets it. */
  take(key: string): Promise<Value | undefined>
}

/** Values are valid for `millis` milliseconds. */
export type ShortLivedValues = <Value>(kind: Kind, millis: number) => ShortLived<Value>

type ShortLivedDeps = {
  readonly database: Pick<Database, 'pool'>
  readonly clock: CleanupClock
  readonly deriveKey: DeriveKey
}

type Row = Pick<Tables['short_lived'], 'value'>

const SELECT = 'select value from short_lived where kind = $1 and key = $2'
const DELETE = 'delete from short_lived where kind = $1 and key = $2 returning value'
const UPSERT = `insert into short_lived (kind, key, value, expires_at) values ($1, $2, $3, $4)
on conflict (kind, key) do update set value = excluded.value, expires_at = excluded.expires_at`
const DELETE_EXPIRED = 'delete from short_lived where expires_at <= $1'

export function openShortLived({ database: { pool }, clock, deriveKey }: ShortLivedDeps): ShortLivedValues {
  const [keys, values] = [deriveKey('short-lived keys'), deriveKey('short-lived values')]
  return <Value>(kind: Kind, millis: number): ShortLived<Value> => {
    const placeOf = (key: string): Buffer => keyedHash(keys, kind, [key])
    const ownerOf = (place: Buffer): string => `${kind} ${place.toString('hex')}`

    async function run(statement: string, key: string): Promise<Value | undefined> {
      const place = placeOf(key)
      const row = await queryOne<Row>(pool, statement, [kind, place])
      const opened = row && openValue<Value>(values, row.value, ownerOf(place))
      return opened === undefined || opened.until <= clock.now() ? undefined : opened.value
    }

    return {
      get: (key) => run(SELECT, key),
      take: (key) => run(DELETE, key),
      async set(key, value) {
        await deleteOld(pool, clock, DELETE_EXPIRED, 0)
        const [place, until] = [placeOf(key), clock.now() + millis]
        const text = JSON.stringify({ value, until } satisfies Opened<Value>)
        await execute(pool, UPSERT, [kind, place, encrypt(values, Buffer.from(text), ownerOf(place)), until])
      },
    }
  }
}

type Opened<Value> = { readonly value: Value; readonly until: number }

/** Undefined for a value of another program, or of another row. */
function openValue<Value>(key: Buffer, value: Buffer, owner: string): Opened<Value> | undefined {
  try {
    return JSON.parse(decrypt(key, value, owner).toString())
  } catch {
    return undefined
  }
}
