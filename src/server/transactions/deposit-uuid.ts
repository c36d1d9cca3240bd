import { createHash } from 'node:crypto'

type Transfer = { readonly stream: string; readonly txid: string; readonly part: number }

/** The uuid of a deposit: a UUIDv8 of what identifies the transfer, so that it is the same before and after the credit. */
export function depositUuid({ stream, txid, part }: Transfer): string {
  const hash = createHash('sha256').update(`${stream}/${txid}/${part}`).digest().subarray(0, 16)
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const text = hash.toString('hex')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}
