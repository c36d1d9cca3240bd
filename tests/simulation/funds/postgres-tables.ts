/** The tables of the custody code in a real database, empty at first. */

import type { Database } from '../../../src/server/postgres/database.ts'
import { execute, query } from '../../../src/server/postgres/query.ts'
import type { Tables } from '../../../src/server/postgres/tables.ts'
import { insertUnrecorded } from '../../fixtures/stored-accounts.ts'
import type { RunTables } from './simulated-tables.ts'
import { USERS } from './simulated-users.ts'

/** Those to which others refer come first. */
const TABLES = [
  'deposit_addresses',
  'payments',
  'payment_versions',
  'incoming',
  'chain_cursors',
  'ton_jetton_wallets',
  'ton_excesses',
  'ton_booked_messages',
]

export async function postgresTables({ pool }: Pick<Database, 'pool'>): Promise<RunTables> {
  await execute(pool, `truncate chain_comparisons, ${TABLES.join(', ')}`)
  for (const [index, id] of USERS.entries())
    await insertUnrecorded(pool, { id, email: `${index}@example.com`, referral_code: 100_000_000 + index })
  const rows = <Row extends object>(table: string): Promise<Row[]> => query<Row>(pool, `select * from ${table}`)
  return {
    pool,
    async backup() {
      for (const table of TABLES)
        await execute(pool, `drop table if exists kept_${table}; create table kept_${table} as table ${table}`)
      return async () => {
        await execute(pool, `truncate ${TABLES.join(', ')}`)
        for (const table of TABLES)
          await execute(pool, `insert into ${table} overriding system value table kept_${table}`)
      }
    },
    content: async () => ({
      addresses: new Map(
        (await rows<Tables['deposit_addresses']>('deposit_addresses')).map((row) => [row.number, row]),
      ),
      cursors: new Map((await rows<Tables['chain_cursors']>('chain_cursors')).map((row) => [row.stream, row])),
      incoming: new Map((await rows<Tables['incoming']>('incoming')).map((row) => [row.uuid, row])),
      payments: new Map((await rows<Tables['payments']>('payments')).map((row) => [row.id, row])),
      versions: new Map((await rows<Tables['payment_versions']>('payment_versions')).map((row) => [row.txid, row])),
      jettonWallets: new Map(
        (await rows<Tables['ton_jetton_wallets']>('ton_jetton_wallets')).map((row) => [row.master, row]),
      ),
      excesses: new Map(
        (await rows<Tables['ton_excesses']>('ton_excesses')).map((row) => [`${row.payment_id}/${row.sender}`, row]),
      ),
      bookedMessages: new Map(
        (await rows<Tables['ton_booked_messages']>('ton_booked_messages')).map((row) => [row.body_hash, row]),
      ),
    }),
  }
}
