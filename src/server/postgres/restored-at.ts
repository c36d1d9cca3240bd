/** When this database was restored from a backup: others may have continued what it contains until then. */

import type { Millis } from '../../contract/ids.ts'
import { execute, type Queryable, queryOne } from './query.ts'

export async function noteRestored(client: Queryable, now: Millis): Promise<void> {
  await execute(client, STORE, [String(now)])
}

const STORE = `insert into settings (name, value) values ('restored_at', $1)
on conflict (name) do update set value = excluded.value`

/** Undefined if it was never restored. */
export async function restoredAt(client: Queryable): Promise<Millis | undefined> {
  const row = await queryOne<{ value: string }>(client, `select value from settings where name = 'restored_at'`)
  return row && Number(row.value)
}
