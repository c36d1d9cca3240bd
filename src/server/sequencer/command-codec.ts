/** Commands as bytes: plain MessagePack, where bigints stay bigints. Readable without us, by any such library. */

import { Packr } from 'msgpackr'
import type { Millis } from '../../contract/ids.ts'
import type { Command } from '../../engine/commands.ts'

/** What `encode` writes today; a row says which it is, so that older ones stay readable. */
export const FORMAT = 1

export type Stamped = readonly [at: Millis, command: Command]

const packr = new Packr({ useRecords: false, useBigIntExtension: true })

export const encode = (batch: readonly Stamped[]): Buffer => packr.pack(batch)

export function decode(format: number, payload: Uint8Array): readonly Stamped[] {
  if (format !== FORMAT) throw new Error(`journal format ${format} is not known to this version`)
  const batch: unknown = packr.unpack(payload)
  if (!Array.isArray(batch)) throw new Error('it holds no list of commands')
  return batch as readonly Stamped[]
}
