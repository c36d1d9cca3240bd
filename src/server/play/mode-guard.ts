/** A database keeps the mode it was first started in, so that play money never becomes real. */

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../postgres/database.ts'
import { execute, queryOne } from '../postgres/query.ts'
import type { Config, Mode } from '../runtime/config.ts'

export class ModeMismatch extends Error {
  constructor(stored: string | undefined, requested: Mode) {
    super(
      `this database was created with MODE=${stored}: set another DATA_DIR or DATABASE_URL for MODE=${requested}, or, if another program has changed it, set the row "mode" of the table settings back`,
    )
  }
}

/** A restore was interrupted before it ended. Without its file, another program can have inserted the row that says so. */
export class RestoreUnfinished extends Error {
  constructor(hasFile: boolean) {
    const inserted = hasFile ? '' : ', or delete the row "restore" of the table settings if nobody has restored it'
    super(`the restore of this database was interrupted: run "npm run restore -- FILE" again${inserted}`)
  }
}

/** A file beside the database that says so, until the restore has ended. */
export const restoreMark = (dataDir: string): string => join(dataDir, 'restore-unfinished')

/** Stores the mode on the first start; throws `ModeMismatch` if another one is stored, and `RestoreUnfinished`. */
export async function checkMode(
  { pool }: Database,
  { mode, dataDir }: Pick<Config, 'mode' | 'dataDir'>,
): Promise<void> {
  await execute(pool, `insert into settings (name, value) values ('mode', $1) on conflict do nothing`, [mode])
  const stored = await queryOne<{ value: string }>(pool, `select value from settings where name = 'mode'`)
  if (stored?.value !== mode) throw new ModeMismatch(stored?.value, mode)
  const isMarked = (await queryOne(pool, `select name from settings where name = 'restore'`)) !== undefined
  const hasFile = existsSync(restoreMark(dataDir))
  if (isMarked || hasFile) throw new RestoreUnfinished(hasFile)
}
