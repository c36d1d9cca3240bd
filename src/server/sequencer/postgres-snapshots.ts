/** Snapshots in PostgreSQL, over the pool: orders are committed on a connection of their own meanwhile. */

import type pg from 'pg'
import type { Tables } from '../postgres/tables.ts'
import { transaction } from '../postgres/transaction.ts'
import type { SnapshotHead, SnapshotStore, StoredSnapshots } from './snapshots.ts'

const CHUNKS_AT_ONCE = 32

/** With `cutsJournal` what is before the oldest snapshot that a start could use goes with those that were let go. */
export const postgresSnapshots = (pool: Pick<pg.Pool, 'query' | 'connect'>, cutsJournal = false): SnapshotStore => ({
  ...storedSnapshots(pool),
  save: (head, chunks) =>
    transaction(pool, 'begin', async (client) => {
      await save(client, head, chunks)
      await client.query(LET_GO)
      if (cutsJournal) await client.query(CUT_OFF)
    }),
})

export const storedSnapshots = (client: Pick<pg.ClientBase, 'query'>): StoredSnapshots => ({
  async heads() {
    const { rows } = await client.query<Tables['snapshots']>('select * from snapshots order by batch desc')
    return rows.map(headOf)
  },
  chunks: (batch) => chunks(client, batch),
})

async function save(client: pg.ClientBase, head: SnapshotHead, chunks: AsyncIterable<Buffer>): Promise<void> {
  // One that was there already was not used: there was a reason.
  await client.query('delete from snapshots where batch = $1', [head.batch])
  await client.query('insert into snapshots (batch, seq, state_hash, row_hash, version) values ($1, $2, $3, $4, $5)', [
    head.batch,
    head.seq,
    head.stateHash,
    head.rowHash,
    head.version,
  ])
  let chunk = 0
  for await (const payload of chunks) {
    await client.query('insert into snapshot_chunks values ($1, $2, $3)', [head.batch, chunk, payload])
    chunk += 1
  }
}

/** A snapshot ahead of the slowest projection is of no use yet, so those before it are kept as long. */
const LET_GO = `delete from snapshots
where batch not in (select batch from snapshots order by batch desc limit 2)
  and batch not in (
    select batch from snapshots where seq <= (select coalesce(min(seq), 0) from projection_places)
    order by batch desc limit 2
  )`

/** More at once could take longer than a query may, and the snapshot would be lost with it. */
const MOST_CUT_OFF = 200_000

/**
 * Its own row stays, so that it can be compared with it. With fewer than two such snapshots nothing is cut: when one
 * is broken, there is another way.
 */
const CUT_OFF = `delete from journal where batch < (
  select min(batch) from snapshots where seq <= (select min(seq) from projection_places) having count(*) > 1
) and batch < (select min(batch) + ${MOST_CUT_OFF} from journal)`

async function* chunks(client: Pick<pg.ClientBase, 'query'>, batch: number): AsyncGenerator<Buffer> {
  for (let from = 0; ; from += CHUNKS_AT_ONCE) {
    const { rows } = await client.query<Pick<Tables['snapshot_chunks'], 'payload'>>(
      'select payload from snapshot_chunks where batch = $1 and chunk >= $2 and chunk < $3 order by chunk',
      [batch, from, from + CHUNKS_AT_ONCE],
    )
    for (const { payload } of rows) yield payload
    if (rows.length < CHUNKS_AT_ONCE) return
  }
}

const headOf = (row: Tables['snapshots']): SnapshotHead => ({
  batch: row.batch,
  seq: row.seq,
  stateHash: row.state_hash,
  rowHash: row.row_hash,
  version: row.version,
})
