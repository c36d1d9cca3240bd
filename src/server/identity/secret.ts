/** The server's own secret: drawn once, kept in the database, the same on every node and after every start. */

import { randomBytes } from 'node:crypto'
import type { Database } from '../postgres/database.ts'

const NAME = 'token-secret'
const BYTES = 32

export async function ownSecret({ kysely }: Database): Promise<Buffer> {
  const value = randomBytes(BYTES).toString('base64url')
  await kysely
    .insertInto('settings')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const kept = await kysely.selectFrom('settings').select('value').where('name', '=', NAME).executeTakeFirstOrThrow()
  return Buffer.from(kept.value, 'base64url')
}
