/** Keys on the play TON chain: the treasury and the external wallets of users. Play money only, so they are not encrypted. */

import { randomBytes } from 'node:crypto'
import { keyPairFromSeed, sign } from '@ton/crypto'
import { type ExternalMessage, externalMessage } from '../../chains/ton/external-message.ts'
import {
  type HighloadTransfer,
  highloadAddress,
  highloadBody,
  queryIdOf,
  unsignedTransfer,
} from '../../chains/ton/highload.ts'
import {
  unsignedWalletV5Transfer,
  type WalletV5Transfer,
  walletV5Address,
  walletV5Body,
  walletV5StateInit,
} from '../../chains/ton/wallet-v5.ts'
import type { UserId } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { execute, queryOne } from '../postgres/query.ts'
import { randomId } from '../postgres/random-id.ts'
import type { Tables } from '../postgres/tables.ts'

/** `address`: of the key's wallet, raw. */
export type TonKey = { readonly address: string; readonly publicKey: Uint8Array; readonly secretKey: Uint8Array }

type Row = Pick<Tables['play_ton_wallets'], 'address' | 'seed'>

function keyOf({ address, seed }: Row): TonKey {
  const { publicKey, secretKey } = keyPairFromSeed(seed)
  return { address, publicKey, secretKey }
}

/** A highload wallet. Created when it is first needed. */
export async function tonTreasuryKey({ pool }: Database): Promise<TonKey> {
  const select = 'select address, seed from play_ton_wallets where number = 0'
  const known = await queryOne<Row>(pool, select)
  if (known !== undefined) return keyOf(known)
  const seed = randomBytes(32)
  await execute(
    pool,
    'insert into play_ton_wallets (number, user_id, seed, address) values (0, null, $1, $2) on conflict do nothing',
    [seed, highloadAddress(keyPairFromSeed(seed).publicKey)],
  )
  return keyOf(expected(await queryOne<Row>(pool, select)))
}

/** A wallet of version 5. Created when it is first needed. */
export async function tonWalletKey({ pool }: Database, user: UserId): Promise<TonKey> {
  const select = 'select address, seed from play_ton_wallets where user_id = $1'
  const known = await queryOne<Row>(pool, select, [user])
  if (known !== undefined) return keyOf(known)
  const seed = randomBytes(32)
  await execute(
    pool,
    'insert into play_ton_wallets (user_id, seed, address, number) values ($1, $2, $3, $4) on conflict do nothing',
    [user, seed, walletV5Address(keyPairFromSeed(seed).publicKey), randomId()],
  )
  return keyOf(expected(await queryOne<Row>(pool, select, [user])))
}

function expected(row: Row | undefined): Row {
  if (row === undefined) throw new Error('a key of the play TON chain was deleted')
  return row
}

const signed = (hash: Buffer, { secretKey }: TonKey): Uint8Array => sign(hash, Buffer.from(secretKey))

/** `number`: every payment of the treasury has its own. */
export function signTransfer(
  key: TonKey,
  { number, ...transfer }: Omit<HighloadTransfer, 'queryId'> & { readonly number: number },
): ExternalMessage {
  const unsigned = unsignedTransfer({ ...transfer, queryId: queryIdOf(number) })
  return externalMessage(key.address, highloadBody(unsigned, signed(unsigned.hash(), key)))
}

/** The first transfer of a wallet also deploys it. */
export function signWalletTransfer(key: TonKey, transfer: WalletV5Transfer): ExternalMessage {
  const unsigned = unsignedWalletV5Transfer(transfer)
  const body = walletV5Body(unsigned, signed(unsigned.endCell().hash(), key))
  return externalMessage(key.address, body, transfer.seqno === 0 ? walletV5StateInit(key.publicKey) : undefined)
}
