/** Encodes commands as plain MessagePack with bigints, readable by any MessagePack library. */

import { Packr } from 'msgpackr'
import type { Millis } from '../../contract/ids.ts'
import type { Command } from '../../engine/exchange.ts'

/** The format that `encode` writes. Each journal row states its format, so that older rows stay readable. */
export const FORMAT = 1

export type Stamped = readonly [at: Millis, command: Command]

const packr = new Packr({ useRecords: false, useBigIntExtension: true })

export const encode = (batch: readonly Stamped[]): Buffer => packr.pack(batch)

export function decode(format: number, payload: Uint8Array): readonly Stamped[] {
  if (format !== FORMAT) throw new Error(`journal format ${format} is unknown`)
  const batch: unknown = packr.unpack(payload)
  if (!Array.isArray(batch)) throw new Error('the payload is not a list of commands')
  return batch as readonly Stamped[]
}
