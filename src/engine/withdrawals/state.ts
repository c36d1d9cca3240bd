/**
 * Withdrawals: all open ones, and closed ones for 24 hours, so that a repeated request and the limits know them. The
 * addresses that were paid are known for good.
 */

import type { CurrencyId, Millis, NetworkId, PaymentId, UserId, WithdrawalId } from '../../contract/ids.ts'
import type { Units } from '../../contract/money.ts'
import { DEFAULT_LIMITS, type WithdrawalLimits } from '../../contract/wallet/limits.ts'
import { expectDefined } from '../assert.ts'
import { sorted } from '../sorted.ts'
import type { ReviewReason } from './commands.ts'
import type { FoundPayment, FoundPayments } from './found.ts'
import { type PaidAddresses, type PaidAddressPiece, paidLines, savePaid } from './paid-addresses.ts'

/** `assigned`: a payment exists and decides. The last four are closed. */
export type WithdrawalStatus = 'review' | 'approved' | 'assigned' | 'settled' | 'returned' | 'rejected' | 'cancelled'

export type Withdrawal = {
  readonly id: WithdrawalId
  readonly user: UserId
  readonly clientId: string
  readonly network: NetworkId
  readonly currency: CurrencyId
  readonly address: string
  /** The comment of the transfer, which tells an exchange the account of the receiver. Only on TON. */
  readonly memo?: string
  readonly amount: Units
  readonly fee: Units
  /** In units of USDT when it was requested. */
  readonly value: Units
  readonly isNewAddress: boolean
  readonly requestedAt: Millis
  readonly status: WithdrawalStatus
  /** Why it is or was in review; null: it never was. */
  readonly review: ReviewReason | null
  /** Of an approval. */
  readonly signature: string | null
  readonly payment: PaymentId | null
  readonly closedAt: Millis | null
  /** How many of its payments sent nothing, if any did. */
  readonly skips?: number
  /** The transaction of a found payment that it may repeat. */
  readonly found?: string
}

export type WithdrawalState = {
  limits: WithdrawalLimits
  /** By id, in the order of the requests. */
  readonly byId: Map<WithdrawalId, Withdrawal>
  /** Closed ones in the order in which they closed; the oldest are dropped. */
  readonly closed: WithdrawalId[]
  /** Ids by user, in the order of the requests. Derived. */
  readonly byUser: Map<UserId, WithdrawalId[]>
  readonly found: FoundPayments
  readonly paid: PaidAddresses
}

export const emptyWithdrawals = (): WithdrawalState => ({
  limits: DEFAULT_LIMITS,
  byId: new Map(),
  closed: [],
  byUser: new Map(),
  found: new Map(),
  paid: new Map(),
})

/** How long a closed withdrawal is known. */
const KEPT_MILLIS: Millis = 24 * 60 * 60 * 1_000

export const isClosed = ({ status }: Pick<Withdrawal, 'status'>): boolean =>
  status === 'settled' || status === 'returned' || status === 'rejected' || status === 'cancelled'

export function add(withdrawals: WithdrawalState, withdrawal: Withdrawal): void {
  const { id, user } = withdrawal
  withdrawals.byId.set(id, withdrawal)
  const own = withdrawals.byUser.get(user)
  if (own === undefined) withdrawals.byUser.set(user, [id])
  else own.push(id)
}

/** Changes a withdrawal; one that closes is dropped a day later. */
export function change(withdrawals: WithdrawalState, id: WithdrawalId, changes: Partial<Withdrawal>): void {
  const changed = { ...withdrawalIn(withdrawals, id), ...changes }
  withdrawals.byId.set(id, changed)
  if (isClosed(changed)) withdrawals.closed.push(id)
}

export function dropOld({ byId, byUser, closed }: WithdrawalState, at: Millis): void {
  for (let id = closed[0]; id !== undefined; id = closed[0]) {
    const { user, closedAt } = expectDefined(byId.get(id), 'a closed withdrawal is known')
    if ((closedAt ?? 0) + KEPT_MILLIS > at) return
    closed.shift()
    byId.delete(id)
    const others = (byUser.get(user) ?? []).filter((other) => other !== id)
    if (others.length === 0) byUser.delete(user)
    else byUser.set(user, others)
  }
}

export const withdrawalIn = ({ byId }: WithdrawalState, id: WithdrawalId): Withdrawal =>
  expectDefined(byId.get(id), 'the withdrawal is known')

export const ownWithdrawals = ({ byId, byUser }: WithdrawalState, user: UserId): readonly Withdrawal[] =>
  (byUser.get(user) ?? []).flatMap((id) => byId.get(id) ?? [])

type WithdrawalsPiece = { readonly part: 'withdrawals'; readonly items: readonly Withdrawal[] }
type ClosedPiece = { readonly part: 'closed-withdrawals'; readonly items: readonly WithdrawalId[] }
type LimitsPiece = { readonly part: 'withdrawal-limits'; readonly items: readonly WithdrawalLimits[] }
type FoundPiece = { readonly part: 'found-payments'; readonly items: readonly FoundPayment[] }
export type WithdrawalPiece = WithdrawalsPiece | ClosedPiece | LimitsPiece | FoundPiece | PaidAddressPiece

export const save = ({ byId, closed, limits, found, paid }: WithdrawalState): WithdrawalPiece[] => [
  { part: 'withdrawals', items: [...byId.values()] },
  { part: 'closed-withdrawals', items: [...closed] },
  { part: 'withdrawal-limits', items: limits === DEFAULT_LIMITS ? [] : [limits] },
  { part: 'found-payments', items: [...found.values()] },
  savePaid(paid),
]

export function loadWithdrawals(withdrawals: WithdrawalState, { items }: WithdrawalsPiece): void {
  for (const withdrawal of items) add(withdrawals, withdrawal)
}

export function loadClosed({ closed }: WithdrawalState, { items }: ClosedPiece): void {
  for (const id of items) closed.push(id)
}

export function loadLimits(withdrawals: WithdrawalState, { items }: LimitsPiece): void {
  for (const limits of items) withdrawals.limits = limits
}

export function loadFound({ found }: WithdrawalState, { items }: FoundPiece): void {
  for (const payment of items) found.set(payment.txid, payment)
}

export function* lines({ byId, closed, limits, found, paid }: WithdrawalState): Generator<object> {
  if (limits !== DEFAULT_LIMITS) yield { withdrawalLimits: limits }
  for (const [, withdrawal] of sorted(byId)) yield { withdrawal }
  if (closed.length > 0) yield { closedWithdrawals: closed }
  for (const payment of found.values()) yield { found: payment }
  yield* paidLines(paid)
}
