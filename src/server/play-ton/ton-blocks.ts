/** The tables of the play TON chain. Clients read only from here, so they see nothing that is not stored. */

import type { Database } from '../postgres/database.ts'
import { execute, type Queryable, query, queryOne } from '../postgres/query.ts'
import type { Tables } from '../postgres/tables.ts'
import { transaction } from '../postgres/transaction.ts'
import type { BlockResult } from './vm-calls.ts'

/** Times in Unix seconds; see the migration. */
export type TonBlock = Tables['play_ton_blocks']
export type WaitingMessage = Pick<Tables['play_ton_messages'], 'number' | 'hash' | 'boc'>
type NewMessage = Omit<Tables['play_ton_messages'], 'number' | 'is_external'>
type StoredAccount = Tables['play_ton_accounts']
type StoredTransaction = Pick<Tables['play_ton_transactions'], 'lt' | 'hash' | 'boc'>

const NEWEST = 'select height, time, until, lt, hash from play_ton_blocks order by height desc limit 1'
const PAGE = 1_000

/** Undefined before the genesis is stored. */
export const newestBlock = ({ pool }: Database): Promise<TonBlock | undefined> => queryOne<TonBlock>(pool, NEWEST)

/** The newest block, and the account as it is after it. */
export async function accountNow(
  { pool }: Database,
  address: string,
): Promise<(TonBlock & { state: Buffer | null }) | undefined> {
  return await queryOne(
    pool,
    `select block.*, account.state from (${NEWEST}) block left join play_ton_accounts account on account.address = $1`,
    [address],
  )
}

/** In pages. */
export async function* storedAccounts({ pool }: Database): AsyncGenerator<readonly StoredAccount[]> {
  for (let after = ''; ; ) {
    const rows = await query<StoredAccount>(
      pool,
      `select address, state from play_ton_accounts where address > $1 order by address limit ${PAGE}`,
      [after],
    )
    if (rows.length > 0) yield rows
    if (rows.length < PAGE) return
    after = rows.at(-1)?.address ?? after
  }
}

/** The transaction at `lt` and those before it, the newest first; without `lt` from the newest on. */
export const transactionsOf = (
  { pool }: Database,
  account: string,
  { lt, toLt, limit }: { readonly lt: bigint | undefined; readonly toLt: bigint; readonly limit: number },
): Promise<StoredTransaction[]> =>
  query(
    pool,
    `select lt, hash, boc from play_ton_transactions
     where account = $1 and ($2::bigint is null or lt <= $2) and lt > $3 order by lt desc limit $4`,
    [account, lt ?? null, toLt, limit],
  )

/** In the order of their execution. */
export const waitingMessages = ({ pool }: Database, limit: number): Promise<WaitingMessage[]> =>
  query(pool, 'select number, hash, boc from play_ton_messages order by number limit $1', [limit])

/** How many messages from outside the chain wait for this account. */
export async function countWaiting({ pool }: Database, receiver: string): Promise<number> {
  const text = 'select count(*) as count from play_ton_messages where is_external and receiver = $1'
  return (await queryOne<{ count: number }>(pool, text, [receiver]))?.count ?? 0
}

/**
 * Adds a message from outside the chain, unless `limit` of them wait: then it returns false. A message that waits already
 * is not added again.
 */
export async function addExternal({ pool }: Database, message: NewMessage, limit: number): Promise<boolean> {
  const { hash, receiver, boc, at } = message
  // One statement: a block may take the waiting message between two.
  const accepted = await queryOne(
    pool,
    `with room as (select from play_ton_messages where is_external having count(*) < $5),
     added as (insert into play_ton_messages (hash, is_external, receiver, boc, at)
       select $1, true, $2, $3, $4 from room on conflict do nothing)
     select from room union all select from play_ton_messages where hash = $1 limit 1`,
    [hash, receiver, boc, at, limit],
  )
  return accepted !== undefined
}

async function insertMessage(client: Queryable, message: NewMessage, isExternal: boolean): Promise<void> {
  const { hash, receiver, boc, at } = message
  await execute(
    client,
    `insert into play_ton_messages (hash, is_external, receiver, boc, at) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [hash, isExternal, receiver, boc, at],
  )
}

export async function deleteMessages({ pool }: Database, numbers: readonly number[]): Promise<void> {
  await execute(pool, 'delete from play_ton_messages where number = any($1)', [numbers])
}

/** Stores the genesis with the first message, unless it is stored. */
export const storeGenesis = (
  { pool }: Database,
  block: TonBlock,
  accounts: readonly StoredAccount[],
  message: NewMessage,
): Promise<void> =>
  transaction(pool, 'begin', async (client) => {
    const { height, time, until, lt, hash } = block
    const inserted = await execute(
      client,
      'insert into play_ton_blocks (height, time, until, lt, hash) values ($1, $2, $3, $4, $5) on conflict do nothing',
      [height, time, until, lt, hash],
    )
    if (inserted === 0) return
    for (const { address, state } of accounts)
      await execute(client, 'insert into play_ton_accounts (address, state) values ($1, $2)', [address, state])
    await insertMessage(client, message, true)
  })

/** The chain has nothing else up to this time. It never goes back. */
export async function storeUntil({ pool }: Database, { height }: TonBlock, until: number): Promise<void> {
  await execute(pool, 'update play_ton_blocks set until = greatest(until, $2) where height = $1', [height, until])
}

/** Stores a block with everything that it changed, and takes the executed messages from the waiting ones. */
export const storeBlock = (
  { pool }: Database,
  block: TonBlock,
  { transactions, accounts, left }: BlockResult,
  executed: readonly WaitingMessage[],
): Promise<void> =>
  transaction(pool, 'begin', async (client) => {
    const { height, time, until, lt, hash } = block
    await execute(client, 'insert into play_ton_blocks (height, time, until, lt, hash) values ($1, $2, $3, $4, $5)', [
      height,
      time,
      until,
      lt,
      hash,
    ])
    await execute(
      client,
      `insert into play_ton_transactions (account, lt, hash, boc, height)
       select *, $5::bigint from unnest($1::text[], $2::bigint[], $3::text[], $4::bytea[])`,
      [
        transactions.map(({ account }) => account),
        transactions.map((each) => each.lt),
        transactions.map((each) => each.hash),
        transactions.map(({ boc }) => Buffer.from(boc)),
        height,
      ],
    )
    await execute(
      client,
      `insert into play_ton_accounts (address, state) select * from unnest($1::text[], $2::bytea[])
       on conflict (address) do update set state = excluded.state`,
      [accounts.map(({ address }) => address), accounts.map(({ state }) => Buffer.from(state))],
    )
    for (const message of left)
      await insertMessage(client, { ...message, boc: Buffer.from(message.boc), at: time * 1_000 }, false)
    await execute(client, 'delete from play_ton_messages where number = any($1)', [
      executed.map(({ number }) => number),
    ])
  })
