/** Deposit numbers of users, how far each stream is credited, and deposits without an owner. */

import type { CurrencyId, Millis, NetworkId, PaymentId, ReturnId, UserId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import { sorted } from '../sorted.ts'

export type UnclaimedDeposit = {
  readonly network: NetworkId
  readonly stream: string
  readonly txid: string
  readonly part: number
  readonly currency: CurrencyId
  readonly amount: Units
  readonly address: string
  /** Who sent it. */
  readonly sender?: string
  readonly at: Millis
}

/** An unclaimed deposit that an operator sends to an address, until its payment is final. */
export type DepositReturn = {
  readonly id: ReturnId
  readonly deposit: UnclaimedDeposit
  /** Who receives it; valid and in its canonical form. */
  readonly address: string
  /** Of approvers, for the signer, as of a withdrawal. */
  readonly signature: string | null
  /** Null: it waits for a payment. */
  readonly payment: PaymentId | null
}

/** How many transfers of a coin an address of the exchange has received: what it has must be looked at. */
export type ReceivedAt = {
  readonly network: NetworkId
  readonly currency: CurrencyId
  readonly address: string
  readonly transfers: number
}

export type DepositState = {
  readonly numbers: Map<UserId, number>
  /** The user of each number. Derived. */
  readonly users: UserId[]
  /** Numbers up to this one are not given any more: a restore may have lost their users. */
  skipped: number
  /** By stream: everything up to this position is credited. */
  readonly positions: Map<string, bigint>
  readonly unclaimed: Map<string, UnclaimedDeposit>
  /** In the order of their ids. Their deposits are not in `unclaimed`. */
  readonly returns: Map<ReturnId, DepositReturn>
  /** How many deposits each user received. */
  readonly counts: Map<UserId, number>
  /** By network, coin and address. */
  readonly received: Map<string, ReceivedAt>
}

export const emptyDeposits = (): DepositState => ({
  numbers: new Map(),
  users: [],
  skipped: 0,
  positions: new Map(),
  unclaimed: new Map(),
  returns: new Map(),
  counts: new Map(),
  received: new Map(),
})

export const keyOf = ({ stream, txid, part }: Pick<UnclaimedDeposit, 'stream' | 'txid' | 'part'>): string =>
  `${stream}/${txid}/${part}`

export function giveNumber({ numbers, users }: DepositState, user: UserId, number: number): void {
  numbers.set(user, number)
  users[number - 1] = user
}

/** Numbers begin at 1. */
export const nextNumber = ({ users, skipped }: DepositState): number => Math.max(users.length, skipped) + 1

/** More users than any exchange gets between two backups. */
const NUMBER_GAP = 100_000

export function skipNumbers(deposits: DepositState): void {
  deposits.skipped = nextNumber(deposits) - 1 + NUMBER_GAP
}

export function countDeposit({ counts }: DepositState, user: UserId): void {
  counts.set(user, (counts.get(user) ?? 0) + 1)
}

export function countReceived({ received }: DepositState, at: Omit<ReceivedAt, 'transfers'>): void {
  const { network, currency, address } = at
  const key = `${network}/${currency}/${address}`
  received.set(key, { network, currency, address, transfers: (received.get(key)?.transfers ?? 0) + 1 })
}

/** A chain that began again has moved nothing yet. */
export function forgetReceived({ received }: DepositState, network: NetworkId): void {
  for (const [key, each] of received) if (each.network === network) received.delete(key)
}

type NumbersPiece = { readonly part: 'deposit-numbers'; readonly items: readonly (readonly [UserId, number])[] }
type PositionsPiece = { readonly part: 'deposit-positions'; readonly items: readonly (readonly [string, bigint])[] }
type UnclaimedPiece = { readonly part: 'unclaimed-deposits'; readonly items: readonly UnclaimedDeposit[] }
type CountsPiece = { readonly part: 'deposit-counts'; readonly items: readonly (readonly [UserId, number])[] }
type SkippedPiece = { readonly part: 'skipped-deposit-numbers'; readonly items: readonly number[] }
type ReturnsPiece = { readonly part: 'deposit-returns'; readonly items: readonly DepositReturn[] }
type ReceivedPiece = { readonly part: 'received'; readonly items: readonly (readonly [string, ReceivedAt])[] }
export type DepositPiece =
  | SkippedPiece
  | NumbersPiece
  | PositionsPiece
  | UnclaimedPiece
  | CountsPiece
  | ReturnsPiece
  | ReceivedPiece

export const save = ({
  skipped,
  numbers,
  positions,
  unclaimed,
  counts,
  returns,
  received,
}: DepositState): DepositPiece[] => [
  { part: 'skipped-deposit-numbers', items: skipped === 0 ? [] : [skipped] },
  { part: 'deposit-numbers', items: [...numbers] },
  { part: 'deposit-positions', items: [...positions] },
  { part: 'unclaimed-deposits', items: [...unclaimed.values()] },
  { part: 'deposit-counts', items: [...counts] },
  { part: 'deposit-returns', items: [...returns.values()] },
  { part: 'received', items: [...received] },
]

export function loadSkipped(deposits: DepositState, { items }: SkippedPiece): void {
  for (const skipped of items) deposits.skipped = skipped
}

export function loadNumbers(deposits: DepositState, { items }: NumbersPiece): void {
  for (const [user, number] of items) giveNumber(deposits, user, number)
}

export function loadPositions({ positions }: DepositState, { items }: PositionsPiece): void {
  for (const [stream, position] of items) positions.set(stream, position)
}

export function loadUnclaimed({ unclaimed }: DepositState, { items }: UnclaimedPiece): void {
  for (const deposit of items) unclaimed.set(keyOf(deposit), deposit)
}

export function loadCounts({ counts }: DepositState, { items }: CountsPiece): void {
  for (const [user, count] of items) counts.set(user, count)
}

export function loadReturns({ returns }: DepositState, { items }: ReturnsPiece): void {
  for (const each of items) returns.set(each.id, each)
}

export function loadReceived({ received }: DepositState, { items }: ReceivedPiece): void {
  for (const [key, at] of items) received.set(key, at)
}

export function* lines(deposits: DepositState): Generator<object> {
  const { skipped, numbers, positions, unclaimed, counts, returns, received } = deposits
  if (skipped > 0) yield { skippedDepositNumbers: skipped }
  for (const [user, number] of sorted(numbers)) yield { user, depositNumber: number }
  for (const [stream, position] of sorted(positions)) yield { stream, position }
  for (const [, deposit] of sorted(unclaimed)) yield { unclaimed: deposit }
  for (const [user, count] of sorted(counts)) yield { user, deposits: count }
  for (const [, each] of sorted(returns)) yield { return: each }
  for (const [, each] of sorted(received)) yield { received: each }
}
