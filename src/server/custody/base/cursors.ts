/**
 * The table `chain_cursors`: how far the streams are processed. Between two deposits only this table knows it, and a cursor
 * that is moved forward would skip deposits. Rows are therefore keyed: one that this server did not write counts as missing.
 * An old row that is put back is read at a start only, and what it says is done again. On TON, one of
 * before a restore counts as missing too: payments that the restore has lost may be before its place.
 */

import type { Millis } from '../../../contract/ids.ts'
import type { Database } from '../../postgres/database.ts'
import { execute, queryOne } from '../../postgres/query.ts'
import type { Tables } from '../../postgres/tables.ts'
import type { ForgedRows } from '../../runtime/forged-rows.ts'
import { isSameHash, keyedHash } from '../../runtime/keyed-hash.ts'
import type { StreamInfo } from './incoming.ts'

type Row = Tables['chain_cursors']
export type Cursor = Pick<Row, 'height' | 'hash' | 'seen_height' | 'booked_until' | 'position'>

export type Cursors = {
  /** What this process has written last, else the stored one. */
  read(info: StreamInfo): Promise<Cursor | undefined>
  /** Undefined until this process has written one. */
  written(info: StreamInfo): Cursor | undefined
  write(info: StreamInfo, cursor: Cursor, now: Millis): Promise<void>
  /** The row of the stream was deleted. */
  forget(stream: string): void
}

/**
 * Up to where books and chain are compared. An old row would show a surplus, which is booked unless the network is paused:
 * then the stored row is enough.
 */
export const cursorToCompare = async (cursors: Cursors, info: StreamInfo, isPaused: boolean) =>
  cursors.written(info) ?? (isPaused ? await cursors.read(info) : undefined)

const placeOf = ({ stream, journal, epoch }: StreamInfo) => [stream, journal, epoch ?? null] as const

/** `key`: of the keyed hashes of rows. */
export function openCursors(
  { pool }: Pick<Database, 'pool'>,
  key: Uint8Array,
  forged: Pick<ForgedRows, 'note'>,
): Cursors {
  // Without `seen_height`, which is only shown.
  const macOf = (info: StreamInfo, { height, hash, booked_until, position }: Cursor): Buffer =>
    keyedHash(key, 'cursor', [...placeOf(info), height, hash, booked_until, String(position)])

  const written = new Map<string, { readonly info: StreamInfo; readonly cursor: Cursor }>()
  const writtenIn = ({ stream, journal, epoch }: StreamInfo): Cursor | undefined => {
    const last = written.get(stream)
    return last?.info.journal === journal && last.info.epoch === epoch ? last.cursor : undefined
  }

  return {
    written: writtenIn,
    forget: (stream) => void written.delete(stream),
    async read(info) {
      const own = writtenIn(info)
      if (own !== undefined) return own
      const row = await queryOne<Cursor & Pick<Row, 'mac'>>(pool, READ, placeOf(info))
      if (row === undefined || isSameHash(row.mac, macOf(info, row))) return row
      forged.note('chain_cursors', info.stream)
      return undefined
    },
    async write(info, cursor, now) {
      const { height, hash, seen_height, booked_until, position } = cursor
      const values = [height, hash, seen_height, booked_until, position, macOf(info, cursor)]
      await execute(pool, WRITE, [...placeOf(info), ...values, now])
      written.set(info.stream, { info, cursor })
    },
  }
}

const READ = `select height, hash, seen_height, booked_until, position, mac from chain_cursors
where stream = $1 and journal_id = $2 and epoch is not distinct from $3`

const WRITE = `insert into chain_cursors
  (stream, journal_id, epoch, height, hash, seen_height, booked_until, position, mac, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (stream) do update set journal_id = excluded.journal_id, epoch = excluded.epoch, height = excluded.height,
  hash = excluded.hash, seen_height = excluded.seen_height, booked_until = excluded.booked_until,
  position = excluded.position, mac = excluded.mac, updated_at = excluded.updated_at`
