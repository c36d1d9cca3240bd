/** The journal of all commands: one row per committed batch, each with the hash of the row before. */

import { hash } from 'node:crypto'
import type { Seq } from '../../contract/ids.ts'

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
  /** `rowHash` of the row. */
  readonly hash: Buffer
}

/** The message is without internals; `cause` is the error of the database. */
export class JournalUnavailable extends Error {}

/** Another process holds the writer's lock. */
export class JournalLocked extends Error {
  constructor() {
    super('another process writes this journal: stop it, or set another DATA_DIR or DATABASE_URL')
  }
}

export class JournalIdentityMissing extends Error {
  constructor() {
    super('the table journal_identity is empty, so orders cannot be identified: restore the database from a backup')
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
  /** Resolves when the row is committed to disk. */
  append(row: JournalRow): Promise<void>
  /** The rows after this batch, in order; 0 reads all. */
  read(after: number): AsyncIterable<JournalRow>
  close(): Promise<void>
  /** Called when the connection that holds the writer's lock is lost. */
  onLost?(listener: (error: Error) => void): void
}

export const FIRST_HASH = Buffer.alloc(32)

/** SHA-256 of all other columns. */
export function rowHash(row: Omit<JournalRow, 'hash'>): Buffer {
  const { batch, firstSeq, lastSeq, prevHash, eventHash, format, rules, payload } = row
  const head = `${batch}/${firstSeq}/${lastSeq}/${format}/${rules}/`
  return sha256(Buffer.concat([Buffer.from(head), prevHash, eventHash, payload]))
}

/** The row with its hash. */
export const hashed = (row: Omit<JournalRow, 'hash'>): JournalRow => ({ ...row, hash: rowHash(row) })

export const sha256 = (data: Buffer | string): Buffer => hash('sha256', data, 'buffer')
