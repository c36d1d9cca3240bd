/** The journal of all commands: one row per committed batch, each with the keyed hash of the row before. */

import { createHmac, hash } from 'node:crypto'
import type { Seq } from '../../contract/ids.ts'
import type { Sizes } from '../../engine/exchange.ts'

export type JournalRow = {
  readonly batch: number
  readonly firstSeq: Seq
  readonly lastSeq: Seq
  readonly prevHash: Buffer
  /** Hash of the resulting events: a replay with another hash runs other rules. */
  readonly eventHash: Buffer
  readonly format: number
  readonly rules: number
  readonly payload: Buffer
  /** `RecordHashes.row` of the row. */
  readonly hash: Buffer
}

/** The message is without internals; `cause` is the error of the database. */
export class JournalUnavailable extends Error {}

export class JournalIdentityMissing extends Error {
  constructor() {
    super(
      'the table journal_identity is empty, so orders cannot be identified: insert its row again (id: the uuid in the column journal of projection_positions, created_at: 0, first_batch: the first batch of the table journal), or restore the database from a backup',
    )
  }
}

export class PoolerDetected extends Error {
  constructor() {
    super('DATABASE_URL points to a connection pooler: the journal needs a direct connection to PostgreSQL')
  }
}

/** The row before the appended one is missing or was changed. */
export class JournalChanged extends Error {
  constructor() {
    super('the newest row of the journal is missing or was changed')
  }
}

/** One writer at a time. After an error of `append` it is unknown whether the row was written. */
export type Journal = {
  readonly id: string
  readonly hashes: RecordHashes
  /** Records that its exchange has room for: the largest number, but in tests, which open thousands of states. */
  readonly sizes?: Sizes
  /** A row that was read, with its hash in hexadecimal: a replay must find it again, because each reading can differ. */
  readonly anchored?: { readonly batch: number; readonly hash: string } | undefined
  /** Resolves when the row is committed to disk. */
  append(row: JournalRow): Promise<void>
  /** The rows after this batch, in order; 0 reads all. */
  read(after: number): AsyncIterable<JournalRow>
  close(): Promise<void>
  /** Called when the connection that holds the writer's lock is lost. */
  onLost?(listener: (error: Error) => void): void
}

export const FIRST_HASH = Buffer.alloc(32)

/** The columns of a stored snapshot that say what it contains. */
type SnapshotFacts = {
  readonly batch: number
  readonly seq: Seq
  readonly version: number
  readonly stateHash: Buffer
  readonly rowHash: Buffer
}

/** Keyed hashes (HMAC-SHA256): who can write the database, but does not have the record key, can make none. */
export type RecordHashes = {
  /** Of all other columns of a row. */
  row(row: Omit<JournalRow, 'hash'>): Buffer
  snapshot(facts: SnapshotFacts): Buffer
  /** Of a part of the snapshot that has this hash. */
  chunk(snapshot: Buffer, number: number, content: Buffer): Buffer
}

/** `key`: derived from the record key. `journal`: its id. */
export function recordHashes(key: Buffer, journal: string): RecordHashes {
  const chained = (head: string, parts: readonly Buffer[]): Buffer => {
    const hash = createHmac('sha256', key).update(head)
    for (const part of parts) hash.update(part)
    return hash.digest()
  }
  // The lengths of the first two parts are in the text before them.
  const lengths = (...parts: readonly Buffer[]): string => parts.map(({ length }) => length).join('/')
  return {
    row({ batch, firstSeq, lastSeq, prevHash, eventHash, format, rules, payload }) {
      const numbers = `${batch}/${firstSeq}/${lastSeq}/${format}/${rules}/${lengths(prevHash, eventHash)}`
      return chained(`row/${journal}/${numbers}/`, [prevHash, eventHash, payload])
    },
    snapshot({ batch, seq, version, stateHash, rowHash }) {
      const numbers = `${batch}/${seq}/${version}/${lengths(stateHash, rowHash)}`
      return chained(`snapshot/${journal}/${numbers}/`, [stateHash, rowHash])
    },
    chunk: (snapshot, number, content) =>
      chained(`chunk/${journal}/${number}/${lengths(snapshot)}/`, [snapshot, content]),
  }
}

export const sha256 = (data: Buffer | string): Buffer => hash('sha256', data, 'buffer')
