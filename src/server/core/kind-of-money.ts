/** Play money never becomes real: a database keeps to the mode it was first started in. */

import type { Mode } from '../config.ts'
import type { Database } from '../postgres/database.ts'

/** A database that was made in the other mode. */
export class OtherMode extends Error {
  constructor(made: string, asked: Mode) {
    super(`this database was made with MODE=${made}: give MODE=${asked} its own DATA_DIR or DATABASE_URL`)
  }
}

export async function keepToMode({ kysely }: Database, mode: Mode): Promise<void> {
  await kysely
    .insertInto('settings')
    .values({ name: 'mode', value: mode })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await kysely.selectFrom('settings').select('value').where('name', '=', 'mode').executeTakeFirstOrThrow()
  if (made.value !== mode) throw new OtherMode(made.value, mode)
}
