/** Snapshots in PostgreSQL, written through the pool while the journal commits on its own connection. */

import type pg from 'pg'
import type { Seq } from '../../contract/ids.ts'
import type { Tables } from '../postgres/tables.ts'
import { transaction } from '../postgres/transaction.ts'
import type { SnapshotHead, SnapshotReader, SnapshotStore } from './snapshots.ts'

const CHUNKS_PER_QUERY = 32

/**
 * With `truncatesJournal`, saving also deletes journal rows from before the oldest usable snapshot. `projected`: the last command
 * that all read models contain. What is stored about them is only believed if it is lower: another program can raise it.
 */
export const postgresSnapshots = (
  pool: Pick<pg.Pool, 'query' | 'connect'>,
  truncatesJournal = false,
  projected: () => Seq = () => Number.MAX_SAFE_INTEGER,
): SnapshotStore => ({
  ...snapshotReader(pool),
  save: (head, chunks) =>
    transaction(pool, 'begin', async (client) => {
      await save(client, head, chunks)
      await client.query(DELETE_OLD, [head.batch, projected()])
      if (truncatesJournal) await client.query(TRUNCATE_JOURNAL, [head.batch, projected()])
    }),
})

export const snapshotReader = (client: Pick<pg.ClientBase, 'query'>): SnapshotReader => ({
  async heads() {
    const { rows } = await client.query<Tables['snapshots']>('select * from snapshots order by batch desc')
    return rows.map(headOf)
  },
  chunks: (batch) => chunks(client, batch),
})

async function save(client: pg.ClientBase, head: SnapshotHead, chunks: AsyncIterable<Buffer>): Promise<void> {
  // An existing snapshot of this batch was rejected at the start.
  await client.query('delete from snapshots where batch = $1', [head.batch])
  await client.query(INSERT, [head.batch, head.seq, head.stateHash, head.rowHash, head.version, head.hash])
  let chunk = 0
  for await (const payload of chunks) {
    await client.query('insert into snapshot_chunks values ($1, $2, $3)', [head.batch, chunk, payload])
    chunk += 1
  }
}

const INSERT = `insert into snapshots (batch, seq, state_hash, row_hash, version, hash, journal)
values ($1, $2, $3, $4, $5, $6, (select id from journal_identity))`

/**
 * A snapshot ahead of the slowest read model is not usable yet, so two older ones are kept too. Rows after the snapshot that was
 * just saved are not from this exchange.
 */
const DELETE_OLD = `delete from snapshots
where batch > $1 or batch not in (select batch from snapshots where batch <= $1 order by batch desc limit 2)
  and batch not in (
    select batch from snapshots
    where batch <= $1 and seq <= $2 and seq <= (select coalesce(min(seq), 0) from projection_positions)
    order by batch desc limit 2
  )`

/** Deleting more could exceed the query timeout and roll back the snapshot. */
const MAX_TRUNCATED_BATCHES = 200_000

/**
 * Keeps the row of the snapshot itself, for comparison. Deletes nothing unless there are two usable snapshots, in case
 * one of them is damaged.
 */
const TRUNCATE_JOURNAL = `with deleted as (
  delete from journal where batch < (
    select min(batch) from snapshots
    where batch <= $1 and seq <= $2 and seq <= (select min(seq) from projection_positions) having count(*) > 1
  ) and batch < (select min(batch) + ${MAX_TRUNCATED_BATCHES} from journal) returning batch
)
update journal_identity set first_batch = (select max(batch) + 1 from deleted) where exists (select from deleted)`

async function* chunks(client: Pick<pg.ClientBase, 'query'>, batch: number): AsyncGenerator<Buffer> {
  for (let from = 0; ; from += CHUNKS_PER_QUERY) {
    const { rows } = await client.query<Pick<Tables['snapshot_chunks'], 'payload'>>(
      'select payload from snapshot_chunks where batch = $1 and chunk >= $2 and chunk < $3 order by chunk',
      [batch, from, from + CHUNKS_PER_QUERY],
    )
    for (const { payload } of rows) yield payload
    if (rows.length < CHUNKS_PER_QUERY) return
  }
}

const headOf = (row: Tables['snapshots']): SnapshotHead => ({
  batch: row.batch,
  seq: row.seq,
  stateHash: row.state_hash,
  rowHash: row.row_hash,
  version: row.version,
  hash: row.hash,
})
