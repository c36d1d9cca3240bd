/** The tables of the play chain: its blocks, transactions that wait for a block, and transfers of play wallets. */

import type { BlockTransfer } from '../../chains/evm/transfers.ts'
import type { Millis } from '../../contract/ids.ts'
import type { Database } from '../postgres/database.ts'
import { execute, query } from '../postgres/query.ts'
import { randomId } from '../postgres/random-id.ts'
import type { Tables } from '../postgres/tables.ts'
import { transaction } from '../postgres/transaction.ts'

type PlayBlock = Pick<Tables['play_blocks'], 'height' | 'at' | 'hash' | 'transactions'>
type WaitingTransaction = Pick<Tables['play_pool'], 'txid' | 'sender' | 'raw' | 'at'>
/** `failed`: it is in the block, but moved nothing. */
export type MinedTransfer = Omit<BlockTransfer, 'sender' | 'nonce' | 'position'> & { readonly failed: boolean }

const PAGE = 500

/** In the order of their heights. */
export async function* storedBlocks({ pool }: Database, generation: number): AsyncGenerator<PlayBlock> {
  for (let after = 0; ; ) {
    const rows = await query<PlayBlock>(
      pool,
      `select height, at, hash, transactions from play_blocks
       where generation = $1 and height > $2 order by height limit ${PAGE}`,
      [generation, after],
    )
    yield* rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.height ?? after
  }
}

/** Stores a block with what it changes in one transaction, before any client can see it. */
export const storeBlock = (
  { pool }: Database,
  generation: number,
  block: PlayBlock,
  mined: { readonly txids: readonly string[]; readonly transfers: readonly MinedTransfer[] },
): Promise<void> =>
  transaction(pool, 'begin', async (client) => {
    const { height, at, hash, transactions } = block
    await execute(
      client,
      'insert into play_blocks (generation, height, at, hash, transactions) values ($1, $2, $3, $4, $5)',
      [generation, height, at, hash, transactions],
    )
    if (mined.txids.length > 0) await execute(client, 'delete from play_pool where txid = any($1)', [mined.txids])
    for (const { txid, part, from, to, contract, raw, failed } of mined.transfers)
      await execute(
        client,
        `insert into play_transfers (generation, txid, part, height, at, sender, receiver, contract, raw, failed)
         select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10
         where exists (select from play_wallets where address in ($6, $7))`,
        [generation, txid, part, height, at, from, to, contract, raw, failed],
      )
  })

/** Oldest first. */
export const waitingTransactions = ({ pool }: Database, generation: number): Promise<WaitingTransaction[]> =>
  query(pool, 'select txid, sender, raw, at from play_pool where generation = $1 order by at, number', [generation])

export async function addWaiting({ pool }: Database, generation: number, waiting: WaitingTransaction): Promise<void> {
  const { txid, sender, raw, at } = waiting
  await execute(
    pool,
    `insert into play_pool (txid, generation, sender, raw, at, number)
     overriding system value values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [txid, generation, sender, raw, at, randomId()],
  )
}

export async function dropWaiting({ pool }: Database, txid: string): Promise<void> {
  await execute(pool, 'delete from play_pool where txid = $1', [txid])
}

type WalletTransfer = {
  readonly txid: string
  readonly sender: string
  readonly receiver: string
  readonly contract: string | null
  readonly raw: bigint
  readonly failed: boolean
  readonly at: Millis
}

/** The newest transfers from and to the address. */
export const transfersOfWallet = (
  { pool }: Database,
  generation: number,
  address: string,
  limit: number,
): Promise<WalletTransfer[]> =>
  query(
    pool,
    `select txid, sender, receiver, contract, raw, failed, at from play_transfers
     where generation = $1 and (sender = $2 or receiver = $2) order by height desc, txid, part limit $3`,
    [generation, address, limit],
  )
