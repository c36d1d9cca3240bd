declare const kind: unique symbol

/** A user's uuid. */
export type UserId = string & { readonly [kind]: 'user' }
export type CurrencyId = number & { readonly [kind]: 'currency' }
export type PairId = number & { readonly [kind]: 'pair' }
/** Sequence number of a command in the journal: 1, 2, 3 … without gaps. */
export type Seq = number
/** The sequence number of the command that placed the order; the wire shows it as a uuid. */
export type OrderId = Seq & { readonly [kind]: 'order' }
/** Sequential over all pairs. */
export type TradeId = number & { readonly [kind]: 'trade' }
/** The number of a reward task, chosen by the operator; permanent. */
export type TaskId = number & { readonly [kind]: 'task' }
export type NetworkId = number & { readonly [kind]: 'network' }
/** The sequence number of the command that requested the withdrawal; the wire shows the uuid of its history row. */
export type WithdrawalId = Seq & { readonly [kind]: 'withdrawal' }
/** The sequence number of the command that returns an unclaimed deposit. */
export type ReturnId = Seq & { readonly [kind]: 'return' }
/** The sequence number of the command that assigned the payment. */
export type PaymentId = Seq & { readonly [kind]: 'payment' }
/** Milliseconds since 1970, UTC. */
export type Millis = number

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The uuid of an order on the wire: a UUIDv8 (RFC 9562 §5.8) of the order's sequence number (48 bits) and 74 bits of
 * the journal's random uuid, so that two journals never produce the same id.
 */
export function orderUuid(journal: string, order: OrderId): string {
  const seq = order.toString(16).padStart(12, '0')
  const salt = journal.replaceAll('-', '')
  const variant = ((Number.parseInt(salt[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${seq.slice(0, 8)}-${seq.slice(8)}-8${salt.slice(0, 3)}-${variant}${salt.slice(17, 20)}-${salt.slice(20)}`
}

/** The order id of a uuid; undefined if the uuid belongs to another journal. */
export function orderOfUuid(journal: string, uuid: string): OrderId | undefined {
  if (!UUID.test(uuid)) return undefined
  const order = Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) as OrderId
  return orderUuid(journal, order) === uuid ? order : undefined
}

/**
 * The uuid of a row that a command created: like that of an order, with 24 bits for the index of the row within the
 * command and 50 bits of the journal's uuid.
 */
export function transactionUuid(journal: string, seq: Seq, index: number): string {
  const [high, low] = [seq.toString(16).padStart(12, '0'), index.toString(16).padStart(6, '0')]
  const salt = journal.replaceAll('-', '')
  const variant = ((Number.parseInt(salt[16] ?? '0', 16) & 0x3) | 0x8).toString(16)
  return `${high.slice(0, 8)}-${high.slice(8)}-8${low.slice(0, 3)}-${variant}${low.slice(3)}-${salt.slice(20)}`
}

/** The uuid of a withdrawal: that of the first row of its command. */
export const withdrawalUuid = (journal: string, withdrawal: WithdrawalId): string =>
  transactionUuid(journal, withdrawal, 0)

/** The withdrawal id of a uuid; undefined if the uuid belongs to another journal or is no first row. */
export function withdrawalOfUuid(journal: string, uuid: string): WithdrawalId | undefined {
  if (!UUID.test(uuid)) return undefined
  const withdrawal = Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16) as WithdrawalId
  return withdrawalUuid(journal, withdrawal) === uuid ? withdrawal : undefined
}

export const isUuid = (text: string): boolean => UUID.test(text)
