/**
 * What was committed after a backup: lines of JSON, each with an HMAC over it and the HMAC before, which begins with that of
 * the backup. So no line can be changed, left out or moved, and a line that was not written completely is recognised.
 */

import { createHmac } from 'node:crypto'
import {
  closeSync,
  createReadStream,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  statSync,
  writeSync,
} from 'node:fs'
import { BadBackup, type Followed } from './format.ts'
import { linesOf } from './lines.ts'

type Line = { readonly entry: Followed; readonly hmac: string }

const hmacOf = (key: Buffer, before: string, entry: Followed): string =>
  createHmac('sha256', key)
    .update(`${before}\n${JSON.stringify(entry)}`)
    .digest('hex')

/** All entries of a file, after all of them were found authentic. `first`: the HMAC of the backup. Throws `BadBackup`. */
export async function* readFollowed(file: string, key: Buffer, first: string): AsyncGenerator<Followed> {
  if (!existsSync(file)) return
  for await (const _ of verifiedLines(file, key, first)) {
    // Nothing is used before the end was read.
  }
  for await (const { entry } of verifiedLines(file, key, first)) yield entry
}

export type FollowedFile = {
  /** The last rows that the file had when it was opened. */
  readonly last: Followed | undefined
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

/** To write on after the last complete line. Throws `BadBackup` if a line was changed. */
export async function openFollowedFile(path: string, key: Buffer, first: string): Promise<FollowedFile> {
  let hmac = first
  let last: Followed | undefined
  let size = 0
  if (existsSync(path)) {
    const { size: length } = statSync(path)
    for await (const line of verifiedLines(path, key, first)) {
      // Only the end of the line is missing.
      if (size + line.bytes > length) break
      hmac = line.hmac
      if (line.entry.kind === 'rows') last = line.entry
      size += line.bytes
    }
  }
  const file = openSync(path, 'a', 0o600)
  ftruncateSync(file, size)
  return {
    last,
    append(entries) {
      if (entries.length === 0) return
      if (fstatSync(file).size !== size) throw new FollowedElsewhere(path)
      let next = hmac
      const lines = entries.map((entry) => {
        next = hmacOf(key, next, entry)
        return `${JSON.stringify({ entry, hmac: next } satisfies Line)}\n`
      })
      try {
        size += writeAll(file, Buffer.from(lines.join('')))
        hmac = next
      } catch (error) {
        // A full disk takes a part of a line.
        ftruncateSync(file, size)
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

/** Without a last line that is not complete: it was being written when the process or the machine ended. */
async function* verifiedLines(
  file: string,
  key: Buffer,
  first: string,
): AsyncGenerator<Line & { readonly bytes: number }> {
  let before = first
  let torn = false
  for await (const text of linesOf(createReadStream(file))) {
    if (torn) throw new BadBackup('the followed rows were changed: a line in the middle is not complete')
    const line = parseLine(text)
    if (line === undefined) torn = true
    else {
      if (line.hmac !== hmacOf(key, before, line.entry))
        throw new BadBackup('the followed rows were changed: the HMAC of a line differs')
      before = line.hmac
      yield { ...line, bytes: Buffer.byteLength(text) + 1 }
    }
  }
}

function parseLine(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}
