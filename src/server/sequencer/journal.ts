/** The record of everything that was asked, one row per committed batch, each sealed with the hash of the one before. */

import { hash } from 'node:crypto'
import type { Seq } from '../../contract/ids.ts'

export type Row = {
  readonly batch: number
  readonly firstSeq: Seq
  readonly lastSeq: Seq
  readonly prevHash: Buffer
  /** Of the events these commands led to: a replay that says otherwise runs other rules. */
  readonly eventHash: Buffer
  readonly format: number
  readonly rules: number
  readonly payload: Buffer
}

/** Another writer is at work. */
export class JournalTaken extends Error {
  constructor() {
    super('another process writes this journal: stop it, or give this one its own DATA_DIR or DATABASE_URL')
  }
}

/** A connection that somebody else hands on. */
export class PoolerFound extends Error {
  constructor() {
    super('DATABASE_URL leads to a connection pooler: the journal needs a connection of its own to PostgreSQL')
  }
}

/** One writer at a time. Anything thrown means that nobody knows what was written: the reader of the past decides. */
export type Journal = {
  readonly id: string
  /** Returns when the row will survive anything. */
  append(row: Row): Promise<void>
  /** The rows after this batch, in order; all of them after 0. */
  read(after: number): AsyncIterable<Row>
  close(): Promise<void>
  /** Hears when the writer's lock is gone, with whatever held it. A journal that cannot lose it says nothing. */
  onLost?(heard: (error: Error) => void): void
}

export const FIRST_HASH = Buffer.alloc(32)

export function rowHash({ batch, firstSeq, lastSeq, prevHash, eventHash, format, rules, payload }: Row): Buffer {
  const head = `${batch}/${firstSeq}/${lastSeq}/${format}/${rules}/`
  return sha256(Buffer.concat([Buffer.from(head), prevHash, eventHash, payload]))
}

export const sha256 = (data: Buffer | string): Buffer => hash('sha256', data, 'buffer')
