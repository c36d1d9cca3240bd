/** A user's uuid. */
export type UserId = string
export type CurrencyId = number
export type PairId = number
/** A command's place in the journal: 1, 2, 3 … without gaps. */
export type Seq = number
/** An order is known by the place of the command that opened it; the wire shows it as a uuid. */
export type OrderId = Seq
/** Trades are numbered in the order they happen, over all pairs. */
export type TradeId = number
/** Milliseconds since 1970, UTC, as the sequencer stamped them. */
export type Millis = number

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * An order's uuid on the wire: a UUIDv8 (RFC 9562 §5.8) of the order's place, 48 bits, and 74 bits of the
 * journal's own random uuid, so that two journals never show the same id.
 */
export function orderUuid(journal: string, order: OrderId): string {
  const place = order.toString(16).padStart(12, '0')
  const salt = journal.replaceAll('-', '')
  const variant = ((Number.parseInt(salt[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${place.slice(0, 8)}-${place.slice(8)}-8${salt.slice(0, 3)}-${variant}${salt.slice(17, 20)}-${salt.slice(20)}`
}

/** The order a uuid names, or undefined when it is not of this journal. */
export function orderOfUuid(journal: string, uuid: string): OrderId | undefined {
  if (!UUID.test(uuid)) return undefined
  const order = Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16)
  return orderUuid(journal, order) === uuid ? order : undefined
}

export const isUuid = (text: string): boolean => UUID.test(text)
