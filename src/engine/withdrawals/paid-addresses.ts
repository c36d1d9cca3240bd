/**
 * The addresses that withdrawals of a user were paid to. An address is known only by the command that closed a payment to it
 * as paid. They are never dropped.
 */

import type { Millis, NetworkId, UserId } from '../../contract/ids.ts'
import { sorted } from '../sorted.ts'

export type PaidAddress = {
  readonly network: NetworkId
  readonly address: string
  /** Only on TON. */
  readonly memo?: string
  /** When the first payment to it was closed. */
  readonly since: Millis
}

/** In the order of the first payments. */
export type PaidAddresses = Map<UserId, PaidAddress[]>

export type PaidAddressPiece = {
  readonly part: 'paid-addresses'
  readonly items: readonly { readonly user: UserId; readonly addresses: readonly PaidAddress[] }[]
}

type Payment = Omit<PaidAddress, 'since'> & { readonly user: UserId }

export function notePaid(all: PaidAddresses, { user, network, address, memo }: Payment, at: Millis): void {
  const own = all.get(user) ?? []
  if (own.some((each) => each.network === network && each.address === address && each.memo === memo)) return
  all.set(user, [...own, { network, address, ...(memo !== undefined && { memo }), since: at }])
}

export const savePaid = (all: PaidAddresses): PaidAddressPiece => ({
  part: 'paid-addresses',
  items: [...all].map(([user, addresses]) => ({ user, addresses })),
})

export function loadPaid(all: PaidAddresses, { items }: PaidAddressPiece): void {
  for (const { user, addresses } of items) all.set(user, [...addresses])
}

export function* paidLines(all: PaidAddresses): Generator<object> {
  for (const [user, paidAddresses] of sorted(all)) yield { user, paidAddresses }
}
