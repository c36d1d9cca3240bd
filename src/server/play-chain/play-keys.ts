/** Keys on the play chain: the treasury and the external wallets of users. Play money only, so they are not encrypted. */

import { randomBytes } from 'node:crypto'
import { privateKeyToAddress } from 'viem/accounts'
import { hexOf } from '../../chains/evm/transactions.ts'
import type { UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { execute, queryOne } from '../postgres/query.ts'
import { randomId } from '../postgres/random-id.ts'
import type { Tables } from '../postgres/tables.ts'

export type PlayKey = { readonly address: string; readonly privateKey: Uint8Array }

type Row = Pick<Tables['play_wallets'], 'address' | 'private_key'>

const keyOf = ({ address, private_key: privateKey }: Row): PlayKey => ({ address, privateKey })

/** Created when it is first needed. */
export async function treasuryKey({ pool }: Database): Promise<PlayKey> {
  const { address, privateKey } = newKey()
  await execute(
    pool,
    `insert into play_wallets (number, user_id, private_key, address) overriding system value values (0, null, $1, $2)
     on conflict do nothing`,
    [privateKey, address],
  )
  return keyOf(expected(await queryOne<Row>(pool, 'select address, private_key from play_wallets where number = 0')))
}

/** Created when it is first needed. */
export async function walletKey({ pool }: Database, user: UserId): Promise<PlayKey> {
  const select = 'select address, private_key from play_wallets where user_id = $1'
  const known = await queryOne<Row>(pool, select, [user])
  if (known !== undefined) return keyOf(known)
  const { address, privateKey } = newKey()
  const insert = `insert into play_wallets (user_id, private_key, address, number)
    overriding system value values ($1, $2, $3, $4) on conflict do nothing`
  await execute(pool, insert, [user, privateKey, address, randomId()])
  return keyOf(expected(await queryOne<Row>(pool, select, [user])))
}

/** A random key; 32 bytes that are no key of the curve practically never occur. */
function newKey(): PlayKey {
  const privateKey = randomBytes(32)
  return { privateKey, address: privateKeyToAddress(hexOf(privateKey)).toLowerCase() }
}

function expected(row: Row | undefined): Row {
  if (row === undefined) throw new Error('a key of the play chain was deleted')
  return row
}
