/**
 * A backup file: gzip-compressed lines of JSON. The first is the header, the last has the HMAC of all lines before it, so
 * that a file that was cut off, changed or forged is refused. It contains secrets and is readable by its owner only.
 */

import { createHmac } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Millis } from '../../contract/ids.ts'
import { parseJson } from '../../contract/parse-json.ts'
import type { Manifest } from '../../signer/manifest.ts'
import type { Migration } from '../postgres/migrate.ts'
import { linesOf } from './lines.ts'

/** 3: with the record key, and authenticated by it. */
export const BACKUP_FORMAT = 3

export type Header = {
  readonly kind: 'header'
  readonly format: number
  readonly createdAt: string
  readonly journal: string
  /** The last command of the journal. */
  readonly seq: number
  /** The record key, encrypted under `SECRET_KEY`. */
  readonly recordKey: string
  readonly migrations: readonly Migration[]
  readonly keys: BackupKeys
}
/**
 * Where the keys are. `included`: with play money, the folder of the signer follows. `manifest`: in a backup that the signer
 * made itself, at this time and with these next nonces. `none`: nowhere, as the operator wanted.
 */
export type BackupKeys =
  | { readonly type: 'included' }
  | { readonly type: 'manifest'; readonly time: Millis; readonly nonces: Manifest['nonces'] }
  | { readonly type: 'none' }
/** Rows as PostgreSQL writes them: one composite value each. */
type Rows = { readonly kind: 'rows'; readonly table: string; readonly rows: readonly string[] }
type Sequence = { readonly kind: 'sequence'; readonly name: string; readonly value: string }
/** A file of the signer, by its path below the signer's folder. */
type SignerFile = { readonly kind: 'file'; readonly path: string; readonly content: string }
export type Entry = Header | Rows | Sequence | SignerFile
/** The rows of the tables of an account as they are now, in place of those of the backup. */
export type Account = { readonly kind: 'account'; readonly user: string; readonly tables: readonly Rows[] }
/** What was committed after a backup: rows of the journal, and accounts that they changed. */
export type Followed = Rows | Account
type End = { readonly kind: 'end'; readonly hmac: string; readonly entries: number }

/** The file cannot be restored. */
export class BadBackup extends Error {}

/** Writes a new file; an existing one is never replaced. `key`: of the HMAC, derived from the record key. */
export async function writeBackup(file: string, key: Buffer, entries: AsyncIterable<Entry>): Promise<void> {
  const hmac = createHmac('sha256', key)
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const entry of entries) {
      const line = `${JSON.stringify(entry)}\n`
      hmac.update(line)
      count += 1
      yield line
    }
    const end: End = { kind: 'end', hmac: hmac.digest('hex'), entries: count }
    yield `${JSON.stringify(end)}\n`
  }
  await pipeline(lines, createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
}

/** All entries, after the whole file was found complete and authentic. Throws `BadBackup`. */
export async function* readBackup(file: string, key: Buffer): AsyncGenerator<Entry> {
  for await (const _ of readVerified(file, key)) {
    // Nothing is used before the end was read.
  }
  yield* readVerified(file, key)
}

/** Throws `BadBackup` at the end if the file is not complete or not authentic. */
async function* readVerified(file: string, key: Buffer): AsyncGenerator<Entry> {
  const hmac = createHmac('sha256', key)
  let count = 0
  let isComplete = false
  for await (const line of linesIn(file)) {
    if (isComplete) throw new BadBackup('the backup has lines after its end')
    const entry = parse(line)
    if (entry.kind === 'end') {
      isComplete = entry.hmac === hmac.digest('hex') && entry.entries === count
      if (!isComplete) throw new BadBackup('the backup was changed: its HMAC differs')
      continue
    }
    if (count === 0 && entry.kind !== 'header') throw new BadBackup('the file is no backup')
    hmac.update(`${line}\n`)
    count += 1
    yield entry
  }
  if (!isComplete) throw new BadBackup('the backup is not complete: its end is missing')
}

/** The HMAC of a file that was found authentic before. */
export async function endOf(file: string): Promise<string> {
  for await (const line of linesIn(file)) {
    const entry = parse(line)
    if (entry.kind === 'end') return entry.hmac
  }
  throw new BadBackup('the backup is not complete: its end is missing')
}

/** Without reading the rest, and before anything is known to be authentic. Throws `BadBackup`. */
export async function readHeader(file: string): Promise<Header> {
  for await (const line of linesIn(file)) {
    const entry = parse(line)
    if (entry.kind !== 'header') break
    if (entry.format !== BACKUP_FORMAT) throw new BadBackup(`backups of format ${entry.format} are unknown`)
    return entry
  }
  throw new BadBackup('the file is no backup')
}

async function* linesIn(file: string): AsyncGenerator<string> {
  const source = createReadStream(file)
  const plain = createGunzip()
  source.on('error', (error) => plain.destroy(error))
  source.pipe(plain)
  try {
    yield* linesOf(plain)
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new BadBackup(`the backup cannot be read: ${file} is damaged, not complete, or no backup (${reason})`)
  } finally {
    source.destroy()
  }
}

function parse(line: string): Entry | End {
  const entry = parseJson(line)
  if (entry === undefined) throw new BadBackup('the backup cannot be read: it has a line that is no JSON')
  const kind = typeof entry === 'object' && entry !== null && 'kind' in entry ? entry.kind : undefined
  if (kind === 'header' || kind === 'rows' || kind === 'sequence' || kind === 'file' || kind === 'end')
    return entry as Entry | End
  throw new BadBackup('the file is no backup')
}
