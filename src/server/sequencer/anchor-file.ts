/** The files of the anchor in DATA_DIR. */

import { timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import { readIfExists } from '../../files/durable-file.ts'
import { hmacOf } from '../runtime/keyed-hash.ts'

/** The row of a journal: its id, the number of the batch, and the keyed hash of the row in hexadecimal. */
export type Place = { readonly journal: string; readonly batch: number; readonly hash: string }

export type FoundAnchor =
  | { readonly type: 'anchor'; readonly place: Place }
  | { readonly type: 'none'; readonly isMissing: boolean; readonly problem: string }

export const anchorFile = (dataDir: string): string => join(dataDir, 'anchor')

/** Undefined without the file. */
export const anchorTextIn = (dataDir: string): string | undefined => readIfExists(anchorFile(dataDir))

/** `problem` continues a sentence that begins with the name of the file. */
export function parseAnchor(text: string | undefined, key: Buffer): FoundAnchor {
  if (text === undefined) return { type: 'none', isMissing: true, problem: 'is missing' }
  try {
    const { journal, batch, hash, hmac } = JSON.parse(text) as Place & { readonly hmac: string }
    const place = { journal, batch, hash }
    if (timingSafeEqual(Buffer.from(hmac, 'hex'), anchorHmac(key, place))) return { type: 'anchor', place }
  } catch {
    // As with a wrong HMAC.
  }
  return { type: 'none', isMissing: false, problem: 'is broken, or belongs to another exchange' }
}

/** The content of the file. */
export const anchorLine = (key: Buffer, place: Place): string =>
  `${JSON.stringify({ ...place, hmac: anchorHmac(key, place).toString('hex') })}\n`

const anchorHmac = (key: Buffer, { journal, batch, hash }: Place): Buffer =>
  hmacOf(key, `anchor/${journal}/${batch}/${hash}`)
