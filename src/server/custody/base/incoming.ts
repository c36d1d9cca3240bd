/** The table `incoming`, and the newest block that is shown with it. */

import type { CurrencyId, Millis, NetworkId, Seq, UserId } from '../../../contract/ids.ts'
import type { Units } from '../../../contract/money.ts'
import type { Database } from '../../postgres/database.ts'
import { execute, type Queryable, query } from '../../postgres/query.ts'
import { transaction } from '../../postgres/transaction.ts'
import { depositUuid } from '../../transactions/deposit-uuid.ts'

/** A transfer to an own address. `user` null: no user owns it. `reason`: why it is not credited to a user. */
export type Incoming = {
  readonly txid: string
  readonly part: number
  readonly height: number
  readonly hash: string
  readonly position: bigint
  readonly from: string
  readonly to: string
  readonly user: UserId | null
  readonly currency: CurrencyId
  readonly raw: bigint
  readonly amount: Units
  readonly reason: string | null
}

/** What the rows of a stream have in common. */
export type StreamInfo = {
  readonly stream: string
  readonly network: NetworkId
  readonly journal: string
  /**
   * Of the engine: a cursor that was stored before commands were lost is not believed. Only on TON: on EVM chains, nonces find
   * the payments that were lost.
   */
  readonly epoch?: Seq
}

/** A row that changed and that its user can see. */
type Changed = { readonly user_id: UserId; readonly uuid: string }

const uuidOf = ({ stream }: Pick<StreamInfo, 'stream'>, { txid, part }: Incoming): string =>
  depositUuid({ stream, txid, part })

/** A row of another program can have the uuid, which anyone can compute. */
const UPSERT = `insert into incoming
  (uuid, stream, txid, part, network_id, journal_id, height, block_hash, position, address, user_id,
   currency_id, raw, amount, state, reason, seen_at, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)
on conflict (uuid) do update set
  stream = excluded.stream, txid = excluded.txid, part = excluded.part, network_id = excluded.network_id,
  journal_id = excluded.journal_id, height = excluded.height, block_hash = excluded.block_hash,
  position = excluded.position, address = excluded.address, user_id = excluded.user_id,
  currency_id = excluded.currency_id, raw = excluded.raw, amount = excluded.amount, state = excluded.state,
  reason = excluded.reason, updated_at = excluded.updated_at
where (incoming.stream, incoming.txid, incoming.part) <> (excluded.stream, excluded.txid, excluded.part)
  or (incoming.state <> 'final' and
    (incoming.state, incoming.block_hash) is distinct from (excluded.state, excluded.block_hash))`

function write(client: Queryable, info: StreamInfo, each: Incoming, state: 'seen' | 'final', now: Millis) {
  const { txid, part, height, hash, position, to, user, currency, raw, amount, reason } = each
  return execute(client, UPSERT, [
    uuidOf(info, each),
    info.stream,
    txid,
    part,
    info.network,
    info.journal,
    height,
    hash,
    state === 'final' ? position : null,
    to,
    user,
    currency,
    raw,
    amount,
    state,
    reason,
    now,
  ])
}

type Seen = {
  /** Of the blocks that were not written before. */
  readonly incoming: readonly Incoming[]
  /** The blocks in which rows can be `seen`; rows above `lowest` in other blocks are dropped. */
  readonly hashes: readonly string[]
  readonly lowest: number
  readonly seenHeight: number
  /** Below which amount a deposit of a coin is small. */
  readonly smallLimits: ReadonlyMap<CurrencyId, Units>
}

/**
 * Writes what new blocks contain. Returns the rows that are not final, whose confirmations have changed. Without small
 * ones: a sender can make any number of them.
 */
export const writeSeen = ({ pool }: Database, info: StreamInfo, seen: Seen, now: Millis): Promise<readonly Changed[]> =>
  transaction(pool, 'begin', async (client) => {
    const dropped = await query<Changed>(
      client,
      `update incoming set state = 'dropped', updated_at = $4
       where stream = $1 and state = 'seen' and height >= $2 and not block_hash = any($3)
       returning uuid, user_id`,
      [info.stream, seen.lowest, seen.hashes, now],
    )
    for (const each of seen.incoming) await write(client, info, each, 'seen', now)
    await execute(client, 'update chain_cursors set seen_height = $2, updated_at = $3 where stream = $1', [
      info.stream,
      seen.seenHeight,
      now,
    ])
    const shown = await query<Changed>(
      client,
      `select uuid, user_id from incoming where stream = $1 and state = 'seen'
       and not exists (select from unnest($2::integer[], $3::numeric[]) as small (id, below)
         where id = currency_id and amount < below)`,
      [info.stream, [...seen.smallLimits.keys()], Array.from(seen.smallLimits.values(), String)],
    )
    return [...dropped, ...shown].filter(({ user_id }) => user_id !== null)
  })

export const writeFinal = ({ pool }: Database, info: StreamInfo, found: readonly Incoming[], now: Millis) =>
  transaction(pool, 'begin', async (client) => {
    for (const each of found) await write(client, info, each, 'final', now)
  })
