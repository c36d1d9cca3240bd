/**
 * What was committed after a backup: lines of JSON, each with an HMAC over it and the HMAC before, which begins with that of
 * the backup. So no line can be changed, left out or moved, and a line that was not written completely is recognised.
 */

import { createHmac } from 'node:crypto'
import { closeSync, createReadStream, existsSync, fsyncSync, openSync, truncateSync, writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { BadBackup, type Followed } from './format.ts'

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
  /** On disk when it returns. */
  append(entries: readonly Followed[]): void
  close(): void
}

/** To write on after the last complete line. Throws `BadBackup` if a line was changed. */
export async function openFollowedFile(path: string, key: Buffer, first: string): Promise<FollowedFile> {
  let hmac = first
  let last: Followed | undefined
  let size = 0
  if (existsSync(path))
    for await (const line of verifiedLines(path, key, first)) {
      hmac = line.hmac
      if (line.entry.kind === 'rows') last = line.entry
      size += line.bytes
    }
  const file = openSync(path, 'a', 0o600)
  truncateSync(path, size)
  return {
    last,
    append(entries) {
      if (entries.length === 0) return
      const lines = entries.map((entry) => {
        hmac = hmacOf(key, hmac, entry)
        return `${JSON.stringify({ entry, hmac } satisfies Line)}\n`
      })
      writeSync(file, lines.join(''))
      fsyncSync(file)
    },
    close: () => closeSync(file),
  }
}

/** Without a last line that is not complete: it was being written when the process or the machine ended. */
async function* verifiedLines(
  file: string,
  key: Buffer,
  first: string,
): AsyncGenerator<Line & { readonly bytes: number }> {
  let before = first
  let torn = false
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
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
