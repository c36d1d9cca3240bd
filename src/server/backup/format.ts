/**
 * A backup file: gzip-compressed lines of JSON. The first is the header, the last has the hash of all lines before it, so
 * that a file that was cut off or changed is refused. It contains secrets and is readable by its owner only.
 */

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { Millis } from '../../contract/ids.ts'
import type { Manifest } from '../../signer/manifest.ts'
import type { Migration } from '../postgres/migrate.ts'

/** 2: migrations with checksums, and where the keys are. */
export const BACKUP_FORMAT = 2

export type Header = {
  readonly kind: 'header'
  readonly format: number
  readonly createdAt: string
  readonly journal: string
  /** The last command of the journal. */
  readonly seq: number
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
type End = { readonly kind: 'end'; readonly hash: string; readonly entries: number }

/** The file cannot be restored. */
export class BadBackup extends Error {}

/** Writes a new file; an existing one is never replaced. */
export async function writeBackup(file: string, entries: AsyncIterable<Entry>): Promise<void> {
  const hash = createHash('sha256')
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const entry of entries) {
      const line = `${JSON.stringify(entry)}\n`
      hash.update(line)
      count += 1
      yield line
    }
    const end: End = { kind: 'end', hash: hash.digest('hex'), entries: count }
    yield `${JSON.stringify(end)}\n`
  }
  await pipeline(lines, createGzip(), createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }))
}

/** Throws `BadBackup` at the end if the file is not complete, so nothing may be kept before the last entry. */
export async function* readBackup(file: string): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  let count = 0
  let isComplete = false
  const source = createReadStream(file)
  const plain = createGunzip()
  source.on('error', (error) => plain.destroy(error))
  source.pipe(plain)
  try {
    for await (const line of createInterface({ input: plain, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (isComplete) throw new BadBackup('the backup has lines after its end')
      const entry = parse(line)
      if (entry.kind === 'end') {
        isComplete = entry.hash === hash.digest('hex') && entry.entries === count
        if (!isComplete) throw new BadBackup('the backup was changed: its hash differs')
        continue
      }
      if (count === 0 && entry.kind !== 'header') throw new BadBackup('the file is no backup')
      hash.update(`${line}\n`)
      count += 1
      yield entry
    }
  } catch (error) {
    if (error instanceof BadBackup) throw error
    throw new BadBackup(`the backup cannot be read: ${error instanceof Error ? error.message : error}`)
  } finally {
    source.destroy()
  }
  if (!isComplete) throw new BadBackup('the backup is not complete: its end is missing')
}

/** Without reading the rest. Throws `BadBackup`. */
export async function readHeader(file: string): Promise<Header> {
  for await (const entry of readBackup(file)) if (entry.kind === 'header') return entry
  throw new BadBackup('the file is no backup')
}

function parse(line: string): Entry | End {
  const entry: unknown = JSON.parse(line)
  const kind = typeof entry === 'object' && entry !== null && 'kind' in entry ? entry.kind : undefined
  if (kind === 'header' || kind === 'rows' || kind === 'sequence' || kind === 'file' || kind === 'end')
    return entry as Entry | End
  throw new BadBackup('the file is no backup')
}
