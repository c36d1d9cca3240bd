/**
 * The file `journal`: everything that was signed, the nonces that were skipped, and the terms that were begun. One line of JSON per entry, with a hash over the entry and the hash of
 * the line before. A line that was cut off by a crash is removed, because nothing was answered for it; every other
 * change of a byte makes the journal unusable.
 */

import { createHash } from 'node:crypto'
import { closeSync, existsSync, fstatSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '../files/durable-file.ts'
import { signInput, skipped } from './protocol.ts'

const entry = z.discriminatedUnion('type', [
  /** The first line: which key the journal belongs to. */
  z.strictObject({ type: z.literal('begun'), version: z.literal(1), xpub: z.string() }),
  z.strictObject({ type: z.literal('signed'), at: z.int(), input: signInput, txid: z.string() }),
  z.strictObject({ type: z.literal('skipped'), at: z.int(), input: skipped }),
  /** Of the process that leads. */
  z.strictObject({ type: z.literal('term'), at: z.int(), term: z.int().min(1) }),
])

export type JournalEntry = z.infer<typeof entry>

export class JournalCorrupt extends Error {
  override readonly name = 'JournalCorrupt'
}

export type SignerJournal = {
  readonly entries: readonly JournalEntry[]
  /** On disk when it returns. */
  append(entry: JournalEntry): void
  close(): void
}

const GENESIS = '0'.repeat(64)

const hashOf = (previous: string, text: string): string =>
  createHash('sha256').update(`${previous}\n${text}`).digest('hex')

const lineOf = (previous: string, entry: JournalEntry): { readonly line: string; readonly hash: string } => {
  const text = JSON.stringify(entry)
  const hash = hashOf(previous, text)
  return { line: `{"hash":"${hash}","entry":${text}}`, hash }
}

/** Throws `JournalCorrupt` for every change but a cut off last line. */
export function openJournal(path: string): SignerJournal {
  const isNew = !existsSync(path)
  const {
    entries,
    hash: last,
    size,
  } = isNew ? { entries: [], hash: GENESIS, size: 0 } : parseJournal(readFileSync(path), path)
  const file = openSync(path, isNew ? 'wx' : 'r+', 0o600)
  ftruncateSync(file, size)
  fsyncSync(file)
  if (isNew) syncFolder(dirname(path))
  const all = [...entries]
  let [hash, end] = [last, size]
  return {
    entries: all,
    append(added) {
      // Parsed, so that the order of the keys is the same when it is read.
      const next = lineOf(hash, entry.parse(added))
      if (fstatSync(file).size !== end) throw new JournalCorrupt(`${path}: another process writes to it`)
      const bytes = Buffer.from(`${next.line}\n`)
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done, bytes.length - done, end + done)
      fsyncSync(file)
      end += bytes.length
      hash = next.hash
      all.push(added)
    },
    close: () => closeSync(file),
  }
}

/**
 * The entries of a journal, the hash of the last one, and how many bytes they take: a line that is being written is left
 * out. `path` is for the error. Throws `JournalCorrupt`.
 */
export function parseJournal(bytes: Buffer, path: string) {
  const lines = bytes.toString('utf8').split('\n')
  const torn = lines.pop() ?? ''
  const entries: JournalEntry[] = []
  let hash = GENESIS
  let size = 0
  for (const [index, line] of lines.entries()) {
    const read = readLine(hash, line)
    if (read === undefined) throw new JournalCorrupt(`${path}: line ${index + 1} was changed`)
    entries.push(read.entry)
    hash = read.hash
    size += Buffer.byteLength(line) + 1
  }
  // A changed line end would hide a complete entry: then the rest contains more than a part of a line.
  if (completeStart(hash, torn)) throw new JournalCorrupt(`${path}: the end of the last line was changed`)
  if (entries.length > 0 && entries[0]?.type !== 'begun') throw new JournalCorrupt(`${path}: has no first line`)
  return { entries, hash, size }
}

function readLine(previous: string, line: string) {
  try {
    const { data } = z.strictObject({ hash: z.string(), entry }).safeParse(JSON.parse(line))
    if (data === undefined) return undefined
    const expected = lineOf(previous, data.entry)
    return expected.line === line ? { entry: data.entry, hash: expected.hash } : undefined
  } catch {
    return undefined
  }
}

/** Whether the text begins with a complete entry that follows `previous` and continues after it. */
function completeStart(previous: string, text: string): boolean {
  for (let end = text.lastIndexOf('}}'); end !== -1; end = end === 0 ? -1 : text.lastIndexOf('}}', end - 1)) {
    const line = text.slice(0, end + 2)
    if (line.length < text.length && readLine(previous, line) !== undefined) return true
  }
  return false
}
