/**
 * What was committed after a backup: lines of JSON, each with an HMAC over it and the HMAC before. So no line can be changed,
 * left out or moved, and a line that was not written completely is recognised. The first line says where the file begins.
 */

import { createHmac } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import type { Millis } from '../../contract/ids.ts'
import { parseJson } from '../../contract/parse-json.ts'
import { BadBackup, type Followed } from './format.ts'
import { linesOf } from './lines.ts'

/** `after`: the HMAC before, of the file before or of the backup. `seq`: the last command that is there. */
export type Begin = { readonly kind: 'begin'; readonly after: string; readonly seq: number; readonly at: Millis }

type Line = { readonly entry: Followed | Begin; readonly hmac: string }

const hmacOf = (key: Buffer, before: string, entry: Line['entry']): string =>
  createHmac('sha256', key)
    .update(`${before}\n${JSON.stringify(entry)}`)
    .digest('hex')

export type FollowedFile = {
  readonly begin: Begin
  /** The last rows that the file had when it was opened. */
  readonly last: Followed | undefined
  /** The HMAC of its last line. */
  readonly hmac: string
  readonly bytes: number
  /** On disk when it returns. If it throws, nothing was appended. Throws `FollowedElsewhere`, and errors of the disk. */
  append(entries: readonly Followed[]): void
  close(): void
}

/** Another process writes the same file. */
export class FollowedElsewhere extends Error {
  constructor(path: string) {
    super(`another process writes ${path} too: end it, then start this one again`)
  }
}

/** A new file. Throws `FollowedElsewhere` if there is one. */
export function beginFollowedFile(path: string, key: Buffer, begin: Begin): FollowedFile {
  const file = openNew(path)
  const line: Line = { entry: begin, hmac: hmacOf(key, '', begin) }
  try {
    const bytes = writeAll(file, Buffer.from(`${JSON.stringify(line)}\n`))
    return writerOf({ path, key, file, begin, last: undefined }, { hmac: line.hmac, bytes })
  } catch (error) {
    closeSync(file)
    rmSync(path)
    throw error
  }
}

function openNew(path: string): number {
  try {
    return openSync(path, 'ax', 0o600)
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EEXIST' ? new FollowedElsewhere(path) : error
  }
}

/**
 * To write on after the last complete line; undefined if the first one is not complete. `onEntry` is called with what it has.
 * Throws `BadBackup` if a line was changed.
 */
export async function openFollowedFile(
  path: string,
  key: Buffer,
  onEntry: (entry: Followed) => void = () => undefined,
): Promise<FollowedFile | undefined> {
  let begin: Begin | undefined
  let last: Followed | undefined
  let [hmac, bytes] = ['', 0]
  const { size } = statSync(path)
  for await (const line of verifiedLines(path, key)) {
    // Only the end of the line is missing.
    if (bytes + line.bytes > size) break
    if (line.entry.kind === 'begin') begin = line.entry
    else onEntry(line.entry)
    if (line.entry.kind === 'rows') last = line.entry
    hmac = line.hmac
    bytes += line.bytes
  }
  if (begin === undefined) return undefined
  const file = openSync(path, 'a', 0o600)
  ftruncateSync(file, bytes)
  return writerOf({ path, key, file, begin, last }, { hmac, bytes })
}

type Opened = Pick<FollowedFile, 'begin' | 'last'> & {
  readonly path: string
  readonly key: Buffer
  readonly file: number
}

function writerOf({ path, key, file, begin, last }: Opened, end: Pick<FollowedFile, 'hmac' | 'bytes'>): FollowedFile {
  let { hmac, bytes } = end
  return {
    begin,
    last,
    get hmac() {
      return hmac
    },
    get bytes() {
      return bytes
    },
    append(entries) {
      if (entries.length === 0) return
      if (fstatSync(file).size !== bytes) throw new FollowedElsewhere(path)
      let next = hmac
      const lines = entries.map((entry) => {
        next = hmacOf(key, next, entry)
        return `${JSON.stringify({ entry, hmac: next } satisfies Line)}\n`
      })
      try {
        bytes += writeAll(file, Buffer.from(lines.join('')))
        hmac = next
      } catch (error) {
        // A full disk takes a part of a line.
        ftruncateSync(file, bytes)
        throw error
      }
    },
    close: () => closeSync(file),
  }
}

/** Returns the number of bytes. */
function writeAll(file: number, bytes: Buffer): number {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
  fsyncSync(file)
  return bytes.length
}

/** Without a last line that is not complete: it was being written when the process or the machine ended. Throws `BadBackup`. */
export async function* verifiedLines(path: string, key: Buffer): AsyncGenerator<Line & { readonly bytes: number }> {
  let before = ''
  let torn = false
  for await (const text of linesOf(createReadStream(path))) {
    if (torn) throw new BadBackup('the followed rows were changed: a line in the middle is not complete')
    const line = parseJson(text) as Line | undefined
    if (line === undefined) torn = true
    else {
      if (line.hmac !== hmacOf(key, before, line.entry) || (before === '') !== (line.entry.kind === 'begin'))
        throw new BadBackup('the followed rows were changed: the HMAC of a line differs')
      before = line.hmac
      yield { ...line, bytes: Buffer.byteLength(text) + 1 }
    }
  }
}
