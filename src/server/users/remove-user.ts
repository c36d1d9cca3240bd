/** Deletes the row of a user that nobody registered, with the rows of other tables that name it. */

import type { UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { execute, query } from '../postgres/query.ts'
import { transaction } from '../postgres/transaction.ts'

export const removeUser = ({ pool }: Pick<Database, 'pool'>, user: UserId): Promise<void> =>
  transaction(pool, 'begin', async (client) => {
    for (const { name, column } of await query<{ name: string; column: string }>(client, REFERENCES))
      await execute(client, `delete from ${name} where ${column} = $1`, [user])
    await execute(client, 'delete from users where id = $1', [user])
  })

const REFERENCES = `select conrelid::regclass::text as name, quote_ident(attname) as column
from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
where contype = 'f' and confrelid = 'users'::regclass`
