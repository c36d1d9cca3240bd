/** The uuid of a deposit: the same before and after it is credited. */

import { hash } from 'node:crypto'

/** UUIDv8 from the first 16 bytes of SHA-256 over stream, transaction and part. */
export function depositUuid(stream: string, txid: string, part: number): string {
  const hex = hash('sha256', `${stream}\n${txid}\n${part}`)
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
